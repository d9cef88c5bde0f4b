/** The cursor on the stage: pointer, touch and arrow keys move it; a card says what is under it; Enter or a click pins the card. */

import type { AppState } from '../../app/state';
import type { ViewContext } from '../../app/view';
import type { Point, Rect } from '../../render/geometry';
import { h } from '../../ui/dom';
import { cardText } from '../stage-kit/card';
import { describePage, type PageFacts } from './page-words';
import { pagePins } from './pins';
import { tooltip } from './tooltip';

/** What the cursor needs of a view of the device. */
export interface Surface {
  pageAt(point: Point): number | null;
  /** The logical page whose tile is at a point, where there are tiles. */
  lpnAt?(point: Point): number | null;
  rectOf(page: number): Rect | null;
  neighbour(page: number, across: number, up: number): number;
}

export interface CursorParts {
  context: ViewContext;
  /** The element the surface fills; cards are placed in it. */
  box: HTMLElement;
  surface: () => Surface | null;
  facts: (page: number) => PageFacts | null;
}

export interface Cursor {
  show(state: AppState, previous: AppState | null): void;
}

const PINS_MAX = 3;

const MOVES: Readonly<Record<string, { across: number; up: number }>> = {
  ArrowLeft: { across: -1, up: 0 },
  ArrowRight: { across: 1, up: 0 },
  ArrowUp: { across: 0, up: 1 },
  ArrowDown: { across: 0, up: -1 },
};

export function stageCursor({ context, box, surface, facts }: CursorParts): Cursor {
  const card = tooltip();
  const pins = pagePins(context.run);
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  box.append(pins.element, card.element, spoken);
  let by_keyboard = false;

  function put(page: number | null, tile_lpn: number | null): void {
    const lit_lpn = tile_lpn ?? (page === null ? null : (facts(page)?.lpn ?? null));
    const state = context.state();
    if (page !== state.hovered_page || lit_lpn !== state.lit_lpn) context.update({ hovered_page: page, lit_lpn });
  }

  function putAt(event: MouseEvent): void {
    by_keyboard = false;
    const { left, top } = box.getBoundingClientRect();
    const point = { x: event.clientX - left, y: event.clientY - top };
    const on = surface();
    put(on?.pageAt(point) ?? null, on?.lpnAt?.(point) ?? null);
  }

  function togglePin(page: number): void {
    const { pinned_pages } = context.state();
    const others = pinned_pages.filter((pinned) => pinned !== page);
    const was_pinned = others.length < pinned_pages.length;
    context.update({ pinned_pages: was_pinned ? others : [...pinned_pages, page].slice(-PINS_MAX) });
  }

  /** Arrow keys, Enter and Escape. False for any other key. */
  function press(key: string): boolean {
    const page = context.state().hovered_page;
    const move = MOVES[key];
    if (move) {
      by_keyboard = true;
      put(page === null ? 0 : (surface()?.neighbour(page, move.across, move.up) ?? page), null);
      return true;
    }
    if (page === null) return false;
    if (key === 'Escape') put(null, null);
    else if (key === 'Enter') togglePin(page);
    else return false;
    return true;
  }

  box.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch') putAt(event);
  });
  box.addEventListener('pointerleave', () => put(null, null));
  box.addEventListener('blur', () => {
    if (by_keyboard) put(null, null);
  });
  box.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('button')) return;
    putAt(event);
    const page = context.state().hovered_page;
    if (page !== null) togglePin(page);
  });
  box.addEventListener('keydown', (event) => {
    const plain = event.target === box && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (!plain || !press(event.key)) return;
    event.preventDefault();
    // Elsewhere on the page these keys step through time.
    event.stopPropagation();
  });

  /** A page with where its card goes; null where it is not on the surface. */
  function located(page: number): { facts: PageFacts; beside: Rect } | null {
    const beside = surface()?.rectOf(page);
    const known = facts(page);
    return beside && known ? { facts: known, beside } : null;
  }

  return {
    show({ pinned_pages, hovered_page }, previous) {
      pins.show(pinned_pages.flatMap((page) => located(page) ?? []));
      const here = hovered_page === null ? null : located(hovered_page);
      if (!here) {
        card.hide();
        return;
      }
      card.show(here.facts, here.beside, by_keyboard);
      if (by_keyboard && hovered_page !== previous?.hovered_page) {
        spoken.textContent = cardText(describePage(here.facts));
      }
    },
  };
}
