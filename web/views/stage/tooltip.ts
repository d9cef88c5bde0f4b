/** The card beside a page: after a short rest under the pointer, at once under the keyboard. */

import type { Rect } from '../../render/geometry';
import { h } from '../../ui/dom';
import { cardContent, placeCard } from '../stage-kit/card';
import { describePage, type PageFacts } from './page-words';

const HOVER_MS = 120;

export interface Tooltip {
  readonly element: HTMLElement;
  show(facts: PageFacts, beside: Rect, at_once: boolean): void;
  hide(): void;
}

/** A card with what is known of a page. */
export const pageCard = (facts: PageFacts): HTMLElement =>
  h('div', { class: 'page-card' }, ...cardContent(describePage(facts)));

export function tooltip(): Tooltip {
  const root = h('div', { class: 'tooltip', role: 'tooltip', hidden: '' });
  let timer = 0;
  return {
    element: root,
    show(facts, beside, at_once) {
      clearTimeout(timer);
      const reveal = (): void => {
        root.replaceChildren(pageCard(facts));
        root.hidden = false;
        placeCard(root, beside);
      };
      if (at_once || !root.hidden) reveal();
      else timer = window.setTimeout(reveal, HOVER_MS);
    },
    hide() {
      clearTimeout(timer);
      root.hidden = true;
    },
  };
}
