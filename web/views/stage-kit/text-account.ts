/** A stage told as text, for those who do not see it: a heading and lines for each of its parts. */

import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';

export interface Account {
  name: string;
  lines: readonly string[];
}

/** `id`: what the stage's surfaces are described by. */
export function textAccount(id: string): Display<[accounts: readonly Account[], summary?: string]> {
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
