/** Pointer and keys on the board: from plane to plane, and to the pages that a plane shows. A card says what it is, and it is spoken. */

import { contains, type Point } from '../../../render/geometry';
import { h } from '../../../ui/dom';
import { type Card, cardContent, cardText } from '../../stage-kit/card';
import { pointing } from '../../stage-kit/pointing';
import { type BoardLayout, cardAt, pageRects, planeAfter, planeAt, tileRect } from './board-layout';
import { shownPages } from './board-paint';
import type { TtflashPicture } from './model';
import { firstLpn, pageInWords, planeName } from './names';
import { planeLines } from './plane-words';

export interface BoardCursor {
  plane(): number | null;
  /** The picture has changed under the cursor. */
  renew(): void;
}

export interface BoardCursorParts {
  box: HTMLElement;
  layout: () => BoardLayout | null;
  picture: () => TtflashPicture | null;
  ask: (lpn: number | null) => void;
  /** Told in the line below already, so it needs no card. */
  kept: () => number | null;
  keep: (plane: number) => void;
  changed: () => void;
}

export function boardCursor({ box, layout, picture, ask, kept, keep, changed }: BoardCursorParts): BoardCursor {
  const tip = h('div', { class: 'tooltip', role: 'tooltip', hidden: '' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  box.append(tip, spoken);
  let plane: number | null = null;
  /** Which of the pages that its tile shows. */
  let page = 0;

  function card(): Card | null {
    const now = picture();
    if (!now || plane === null) return null;
    const shown = shownPages(now, plane);
    const pages = shown.map((one) => pageInWords(one));
    const holds = pages.length > 0 ? [`holds ${pages.join(' and ')}, among others`] : [];
    return {
      title: `Plane ${planeName(plane, now.view.channels)}`,
      lines: [...planeLines(now.view, plane), ...holds, 'Enter keeps it in the line below'],
    };
  }

  function show(speak: boolean): void {
    const here = card();
    const arranged = layout();
    changed();
    tip.hidden = here === null || plane === kept();
    if (!here || !arranged || plane === null) return;
    tip.replaceChildren(...cardContent(here));
    const { x, y } = cardAt(arranged, plane, tip.getBoundingClientRect(), box.clientWidth);
    tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    if (speak) spoken.textContent = cardText(here);
  }

  function go(to: number | null, to_page: number, speak: boolean): void {
    const now = picture();
    const same = plane === to && page === to_page;
    plane = to;
    page = to_page;
    const shown = to === null || !now ? undefined : shownPages(now, to)[to_page];
    if (!same) ask(shown && now ? (shown.lpn ?? firstLpn(shown.stripe, now.view)) : null);
    if (!same || speak) show(speak);
  }

  function point(at: Point): void {
    const arranged = layout();
    if (!arranged) return;
    const to = planeAt(arranged, at);
    const second =
      to !== null && arranged.form === 'full' && contains(pageRects(arranged, tileRect(arranged, to))[1], at);
    go(to, second ? 1 : 0, false);
  }

  /** The next page of the plane, or of none. */
  function turn(by: number): void {
    const now = picture();
    if (!now || plane === null) return;
    const pages = shownPages(now, plane).length;
    if (pages > 0) go(plane, (page + by + pages) % pages, true);
  }

  pointing(box, {
    point,
    press: () => plane !== null && keep(plane),
    leave: () => go(null, 0, false),
    blur: () => go(null, 0, false),
    key(name) {
      const arranged = layout();
      const next = arranged && planeAfter(name, plane, arranged);
      if (next !== null) go(next, 0, true);
      else if (name === 'PageDown') turn(1);
      else if (name === 'PageUp') turn(-1);
      else if (name === 'Enter' && plane !== null) keep(plane);
      else if (name === 'Escape' && plane !== null) go(null, 0, false);
      else return false;
      return true;
    },
  });

  return { plane: () => plane, renew: () => plane !== null && show(false) };
}
