/** How to read it: the nine marks a page can wear, each with one line. */

import { type CellMark, readColours, themeKey, tokensOf } from '../../render/colours';
import { markCanvas } from '../../render/mark-canvas';
import { h } from '../../ui/dom';
import './reading.css';

const MARKS: readonly { mark: CellMark; name: string; line: string }[] = [
  { mark: 'free', name: 'free', line: 'can be written, once' },
  { mark: 'valid', name: 'valid', line: 'holds the newest copy' },
  { mark: 'invalid', name: 'invalid', line: 'out of date, still takes up space' },
  { mark: 'reading', name: 'being read', line: 'its data leaves, the page stays' },
  { mark: 'programming', name: 'being programmed', line: 'fills from below' },
  { mark: 'erasing', name: 'erasing', line: 'the whole block at once' },
  { mark: 'parity', name: 'parity', line: 'reconstructs a page of its stripe' },
  { mark: 'translation', name: 'translation', line: 'a piece of the map itself' },
  { mark: 'bad', name: 'bad', line: 'worn out or its erase failed, never used again' },
];

const MARK_SIZE = { width: 44, height: 30 };

export interface Reading {
  readonly element: HTMLElement;
  /** Draws the marks anew where the theme is another. */
  show(): void;
}

export function createReading(): Reading {
  const pictures = MARKS.map(() => h('span', { class: 'reading-mark' }));
  const list = h(
    'ul',
    {},
    ...MARKS.map(({ name, line }, i) =>
      h('li', {}, pictures[i], h('b', { class: 'reading-name' }, name), h('span', { class: 'note' }, line)),
    ),
  );
  const element = h(
    'section',
    { class: 'reading-marks' },
    h(
      'h2',
      {},
      'How to read it',
      h('small', {}, 'a block is a column, page 0 at its foot; every state has a mark, not only a colour'),
    ),
    list,
  );
  let theme = '';
  return {
    element,
    show() {
      const token = tokensOf(element);
      const now = themeKey(token);
      if (now === theme) return;
      theme = now;
      const colours = readColours(token);
      for (const [i, { mark }] of MARKS.entries()) pictures[i]?.replaceChildren(markCanvas(mark, MARK_SIZE, colours));
    },
  };
}
