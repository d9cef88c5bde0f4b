/** The card beside a page: after a short rest under the pointer, at once under the keyboard. */

import { clamp, type Rect } from '../../render/geometry';
import { h } from '../../ui/dom';
import { describePage, type PageFacts } from './page-words';

const HOVER_MS = 120;
const CARD_WIDTH = 260;
const DISTANCE = 8;

export interface Tooltip {
  readonly element: HTMLElement;
  show(facts: PageFacts, beside: Rect, at_once: boolean): void;
  hide(): void;
}

/** A card with what is known of a page. */
export function pageCard(facts: PageFacts): HTMLElement {
  const { title, lines } = describePage(facts);
  return h('div', { class: 'page-card' }, h('b', {}, title), ...lines.map((line) => h('div', {}, line)));
}

/** Puts a card beside a cell, inside its parent, never over the cell. */
export function placeCard(card: HTMLElement, beside: Rect): void {
  const parent = card.offsetParent;
  const room = { width: parent?.clientWidth ?? innerWidth, height: parent?.clientHeight ?? innerHeight };
  const right = beside.x + beside.width + DISTANCE;
  const fits_right = right + CARD_WIDTH <= room.width;
  const left = beside.x - DISTANCE - CARD_WIDTH;
  const x = fits_right ? right : left >= 0 ? left : clamp(beside.x, 0, Math.max(0, room.width - CARD_WIDTH));
  const height = card.offsetHeight;
  const beneath = beside.y + beside.height + DISTANCE;
  const y = fits_right || left >= 0 ? clamp(beside.y, 0, Math.max(0, room.height - height)) : beneath;
  card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

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
