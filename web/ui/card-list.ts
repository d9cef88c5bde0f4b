/** A list of things to open, each a button with a name and a plain line. */

import { h } from './dom';

export interface Card {
  title: string;
  note: string;
  picture?: Element | null;
  open: () => void;
}

export const cardList = (list: readonly Card[]): HTMLElement =>
  h(
    'ul',
    { class: 'cards' },
    ...list.map(({ title, note, picture, open }) =>
      h(
        'li',
        {},
        h(
          'button',
          { class: 'plain', type: 'button', onclick: open },
          picture,
          h('b', {}, title),
          h('span', { class: 'note' }, note),
        ),
      ),
    ),
  );
