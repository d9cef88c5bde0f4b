/** The card beside what a cursor stands on: a title and lines, also as one spoken sentence. */

import { clamp, type Rect } from '../../render/geometry';
import { h } from '../../ui/dom';

export interface Card {
  title: string;
  lines: readonly string[];
}

const CARD_WIDTH = 260;
const DISTANCE = 8;

export const cardContent = ({ title, lines }: Card): HTMLElement[] => [
  h('b', {}, title),
  ...lines.map((line) => h('div', {}, line)),
];

export const cardText = ({ title, lines }: Card): string => [title, ...lines].join(', ');

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
