/** The board: every plane a tile on a canvas, tokens over it, a cursor, and a line that tells of the plane that is kept. */

import { type Colours, readColours, tokensOf } from '../../../render/colours';
import { h, setAttribute, setText } from '../../../ui/dom';
import { boxOf } from '../buffer/box';
import { contextOf, resize } from '../canvas';
import { titled } from '../part';
import { boardInWords } from './accounts';
import { boardCursor } from './board-cursor';
import { type BoardLayout, boardLayout, wishedHeight } from './board-layout';
import { paintBoard } from './board-paint';
import type { TtflashPicture } from './model';
import { planeFooter } from './plane-footer';
import { tokenDiscs } from './tokens';

export interface Board {
  readonly element: HTMLElement;
  show(picture: TtflashPicture, travel_ms: number): void;
  /** Another device: what was kept of the last one means nothing. */
  forget(): void;
  restyle(): void;
  settled(): boolean;
}

export interface BoardActs {
  /** A page is pointed at, or none. */
  ask(lpn: number | null): void;
  kill(plane: number): void;
}

export function board(acts: BoardActs): Board {
  const { element, note, body } = titled('ttflash-board', 'Board');
  const canvas = h('canvas', { role: 'img' });
  const discs = tokenDiscs();
  const surface = h(
    'div',
    {
      class: 'ttflash-surface',
      tabindex: '0',
      role: 'application',
      'aria-label': 'Planes: arrow keys go from one to the next, Page Down to its next page, Enter keeps it',
      'aria-describedby': 'ttflash-told',
    },
    canvas,
    discs.element,
  );
  const foot = planeFooter({ kill: acts.kill, release: () => keep(null) });
  body.append(surface, foot.element);
  const box = boxOf(surface, redraw);

  let colours: Colours | null = null;
  let layout: BoardLayout | null = null;
  let last: TtflashPicture | null = null;
  let pinned: number | null = null;

  const cursor = boardCursor({
    box: surface,
    layout: () => layout,
    picture: () => last,
    ask: acts.ask,
    changed: paint,
    kept: () => pinned,
    keep: (plane) => keep(plane === pinned ? null : plane),
  });

  function keep(plane: number | null): void {
    pinned = plane;
    cursor.renew();
    paint();
  }

  function paint(): void {
    if (!last || !layout) return;
    foot.show(last.view, pinned ?? cursor.plane(), pinned !== null);
    const g = contextOf(canvas);
    if (!g) return;
    colours ??= readColours(tokensOf(element));
    g.clearRect(0, 0, canvas.width, canvas.height);
    paintBoard(g, layout, last, colours, { here: cursor.plane(), pinned });
  }

  function arrange(): void {
    if (!last || box.width === 0) return;
    const { channels, groups } = last.view;
    surface.style.setProperty('--wished', `${Math.round(wishedHeight(last.view, box.text_px))}px`);
    layout = boardLayout({ channels, groups }, box);
    resize([canvas], box.width, box.height);
  }

  function redraw(): void {
    colours = null;
    arrange();
    if (last && layout) discs.show(last.view.tokens, layout, false);
    paint();
  }

  return {
    element,
    show(picture, travel_ms) {
      last = picture;
      if (pinned !== null && pinned >= picture.view.planes.length) pinned = null;
      setText(note, noteOf(picture));
      setAttribute(canvas, 'aria-label', boardInWords(picture));
      arrange();
      if (layout) discs.show(picture.view.tokens, layout, travel_ms > 0);
      paint();
      cursor.renew();
    },
    forget() {
      pinned = null;
    },
    restyle: redraw,
    settled: discs.settled,
  };
}

function noteOf({ view }: TtflashPicture): string {
  const bar = 'bar: fills as free blocks run out; past the tick, collect';
  return view.rotates ? `${bar}. T: the row’s token` : bar;
}
