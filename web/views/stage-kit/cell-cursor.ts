/** Pointer and arrow keys on a stage of cells: a card says what is under them, and it is spoken. */

import { centre, contains, type Point, type Rect } from '../../render/geometry';
import { h } from '../../ui/dom';
import { type Card, cardContent, cardText, placeCard } from './card';
import { pointing } from './pointing';

/** Anything the cursor can stand on. */
interface Standing {
  rect: Rect;
}

export interface CellCursor<Cell extends Standing> {
  /** The cell under the cursor, as it is in the present scene. */
  cell(): Cell | null;
  /** The scene has changed under the cursor. */
  renew(): void;
}

export interface CellCursorParts<Cell extends Standing> {
  box: HTMLElement;
  cells: () => readonly Cell[];
  card: (cell: Cell) => Card;
  changed: () => void;
}

const KEYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How much a cell aside is put behind one straight ahead. */
const ASIDE = 3;
/** A pointer in the gap between two cells is on the nearer. */
const REACH_PX = 3;

export function cellCursor<Cell extends Standing>({
  box,
  cells,
  card,
  changed,
}: CellCursorParts<Cell>): CellCursor<Cell> {
  const tip = h('div', { class: 'tooltip', role: 'tooltip', hidden: '' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  box.append(tip, spoken);
  let at: Point | null = null;

  const cell = (): Cell | null => {
    const point = at;
    return point && (cells().find(({ rect }) => contains(rect, point)) ?? nearest(cells(), point));
  };

  function show(speak: boolean): void {
    const here = cell();
    tip.hidden = here === null;
    changed();
    if (!here) return;
    const content = card(here);
    tip.replaceChildren(...cardContent(content));
    placeCard(tip, here.rect);
    if (speak) spoken.textContent = cardText(content);
  }

  function go(point: Point | null, speak: boolean): void {
    at = point;
    show(speak);
  }

  pointing(box, {
    point: (place) => go(place, false),
    leave: () => go(null, false),
    blur: () => go(null, false),
    key(name) {
      const direction = KEYS[name];
      const next = direction && ahead(cells(), cell(), direction);
      if (next) go(centre(next.rect), true);
      else if (name === 'Escape' && at) go(null, false);
      else return direction !== undefined;
      return true;
    },
  });

  return { cell, renew: () => at && show(false) };
}

function nearest<Cell extends Standing>(cells: readonly Cell[], point: Point): Cell | null {
  const distance = ({ x, y, width, height }: Rect): number =>
    Math.max(x - point.x, point.x - x - width, y - point.y, point.y - y - height, 0);
  let best: Cell | null = null;
  let least = REACH_PX;
  for (const cell of cells) {
    const away = distance(cell.rect);
    if (away <= least) [best, least] = [cell, away];
  }
  return best;
}

/** The next cell in a direction: near and straight ahead. */
export function ahead<Cell extends Standing>(cells: readonly Cell[], from: Cell | null, { x, y }: Point): Cell | null {
  if (!from) return cells[0] ?? null;
  const here = centre(from.rect);
  let best: Cell | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const there = centre(cell.rect);
    const forward = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    const cost = forward + ASIDE * aside;
    if (cell !== from && forward > 0.5 && cost < least) [best, least] = [cell, cost];
  }
  return best;
}
