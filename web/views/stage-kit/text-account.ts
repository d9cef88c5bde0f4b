/** A stage told as text, for those who do not see it: a heading and lines for each of its parts. */

import { h } from '../../ui/dom';

export interface Account {
  name: string;
  lines: readonly string[];
}

export interface TextAccount {
  readonly element: HTMLElement;
  show(accounts: readonly Account[], summary?: string): void;
}

/** `id`: what the stage's surfaces are described by. */
export function textAccount(id: string): TextAccount {
  const element = h('div', { class: 'visually-hidden', id });
  return {
    element,
    show(accounts, summary) {
      element.replaceChildren(
        ...(summary === undefined ? [] : [h('p', {}, summary)]),
        ...accounts.map(({ name, lines }) =>
          h(
            'section',
            { 'data-account': name },
            h('h3', {}, name),
            h(
              'ul',
              {},
              lines.map((line) => h('li', {}, line)),
            ),
          ),
        ),
      );
    },
  };
}
