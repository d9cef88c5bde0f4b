/** Cards that stay beside the pages they were pinned to. */

import type { RunCommand } from '../../app/view';
import { count } from '../../render/format';
import type { Rect } from '../../render/geometry';
import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';
import { placeCard } from '../stage-kit/card';
import type { PageFacts } from './page-words';
import { pageCard } from './tooltip';

export interface Pin {
  facts: PageFacts;
  beside: Rect;
}

/** The way to the next moment at which this page's block is chosen, and so to why. */
const nextChoice = ({ block }: PageFacts, run: RunCommand): HTMLElement =>
  h(
    'button',
    { class: 'button', type: 'button', onclick: () => run('transport.next-choice', { block }) },
    `To when block ${count(block)} is chosen`,
  );

export function pagePins(run: RunCommand): Display<[pins: readonly Pin[]]> {
  const root = h('div', { class: 'pins' });
  let drawn = '';
  return {
    element: root,
    show(pins) {
      const key = JSON.stringify(pins);
      if (key === drawn) return;
      drawn = key;
      const cards = pins.map(({ facts }) => h('div', { class: 'tooltip' }, pageCard(facts), nextChoice(facts, run)));
      root.replaceChildren(...cards);
      for (const [i, { beside }] of pins.entries()) {
        const card = cards[i];
        if (card) placeCard(card, beside);
      }
    },
  };
}
