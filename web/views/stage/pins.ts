/** Cards that stay beside the pages they were pinned to. */

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

export function pagePins(): Display<[pins: readonly Pin[]]> {
  const root = h('div', { class: 'pins' });
  let drawn = '';
  return {
    element: root,
    show(pins) {
      const key = JSON.stringify(pins);
      if (key === drawn) return;
      drawn = key;
      const cards = pins.map(({ facts }) => h('div', { class: 'tooltip' }, pageCard(facts)));
      root.replaceChildren(...cards);
      for (const [i, { beside }] of pins.entries()) {
        const card = cards[i];
        if (card) placeCard(card, beside);
      }
    },
  };
}
