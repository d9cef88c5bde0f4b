/** A plane's tile, in as much detail as it has room for. */

import type { TtflashPlane } from '../../../engine/ttflash-view';
import { drawCell, outline, rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { plural } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { labelSize } from '../page-look';
import { type BoardLayout, pageHeight, pageRects } from './board-layout';
import { dashed, fitting, hatch, say, struckOut } from './ground';
import { fillOf, type TtflashPicture } from './model';
import { pageNames } from './names';
import { rest, restShort, stateWords } from './plane-words';
import { marksOf, paintMarks } from './queue-marks';

/** What a tile is drawn with. */
export interface Brush {
  g: CanvasRenderingContext2D;
  colours: Colours;
  layout: BoardLayout;
  picture: TtflashPicture;
}

/** A page shown on a full tile. */
export interface ShownPage {
  stripe: number;
  lpn: number | null;
  /** How it is lit: read for another, missing, pointed at. */
  lit: 'read' | 'missing' | 'asked' | null;
}

const BAR_PX = 6;

export function paintTile(
  brush: Brush,
  plane: TtflashPlane,
  rect: Rect,
  pages: readonly ShownPage[],
  lit: boolean,
): void {
  ground(brush, plane, rect, lit);
  switch (brush.layout.form) {
    case 'full':
      full(brush, plane, rect, pages);
      break;
    case 'brief':
      brief(brush, plane, rect);
      break;
    case 'line':
      line(brush, plane, rect);
      break;
    case 'slim':
      slim(brush, plane, rect);
      break;
    default:
      level(brush, plane, rect);
  }
  if (plane.state === 'dead') struckOut(brush.g, rect, brush.colours.ink, brush.layout.form === 'full' ? 2.5 : 1.5);
}

function ground({ g, colours, layout }: Brush, { state }: TtflashPlane, rect: Rect, lit: boolean): void {
  const dense = layout.form === 'dense';
  if (state === 'collects') hatch(g, rect, colours, dense ? 0.5 : 4);
  else {
    rounded(g, rect, dense ? 0.5 : 4);
    g.fillStyle = state === 'dead' ? colours.rule : colours.sheet;
    g.fill();
    if (!dense) outline(g, rect, colours.rule2, 1.2, 4);
  }
  if (state === 'waits' && !dense) dashed(g, inset(rect, layout.form === 'full' ? 3 : 1.5), colours.cells.erasing.fill);
  if (lit) outline(g, rect, colours.cells.reading.fill, layout.form === 'full' ? 3.5 : 2.5, 4);
}

const inset = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

function full(brush: Brush, plane: TtflashPlane, rect: Rect, pages: readonly ShownPage[]): void {
  const { g, colours, layout, picture } = brush;
  const { text_px } = layout;
  for (const [i, place] of pageRects(layout, rect).entries()) {
    const page = pages[i];
    if (page) drawPage(brush, page, place);
  }
  const top = rect.y + 6 + pageHeight(layout) + 3;
  const room = { x: rect.x + 6, y: top, width: rect.width - 12, height: rect.y + rect.height - 5 - top };
  if (plane.state === 'collects') {
    plate(brush, room);
    const middle = room.x + room.width / 2;
    const two = room.height >= text_px * 2.1;
    const style = { px: text_px, colour: colours.ink, colours, align: 'center' as const };
    if (!two) {
      say(g, fitting(stateWords(plane, picture.view), room.width - 4, text_px), middle, room.y + room.height / 2, {
        ...style,
        bold: true,
      });
      return;
    }
    const left = fitting(
      [`${rest(plane.remaining_ns)} left`, rest(plane.remaining_ns)],
      room.width - 4,
      text_px * 1.02,
    );
    say(g, left, middle, room.y + room.height * 0.29, { ...style, px: text_px * 1.02, bold: true });
    const moves = plural(plane.moves, 'move');
    const what = [`collecting, ${moves}`, `collects, ${moves}`, moves, 'collects'];
    say(
      g,
      fitting(plane.held > 0 ? [`${moves}, ${plane.held} held`, ...what] : what, room.width - 4, text_px * 0.92),
      middle,
      room.y + room.height * 0.74,
      { ...style, px: text_px * 0.92 },
    );
    return;
  }
  if (plane.state === 'dead') {
    lostWord(brush, room);
    return;
  }
  const bar_y = rect.y + rect.height - 6 - BAR_PX;
  const words_y = (top + bar_y) / 2;
  const marks = marksOf(plane);
  const marks_px = paintMarks(g, colours, marks, { right: room.x + room.width, middle: words_y }, text_px * 0.86);
  const waits = plane.state === 'waits';
  const held = plane.held > 0 ? [`${plane.held} held`] : [];
  const words = waits ? stateWords(plane, picture.view) : [...held, ...stateWords(plane, picture.view)];
  say(g, fitting(words, room.width - marks_px - 2, text_px), room.x + (waits ? 2 : 0), words_y, {
    px: text_px,
    colour: waits ? colours.ink : colours.ink2,
    colours,
    bold: waits || plane.held > 0,
  });
  bar(brush, plane, { x: room.x + (waits ? 2 : 0), y: bar_y, width: room.width - (waits ? 4 : 0), height: BAR_PX });
}

function lostWord({ g, colours, layout: { text_px } }: Brush, room: Rect): void {
  const middle = { x: room.x + room.width / 2, y: room.y + room.height / 2 };
  g.fillStyle = colours.sheet;
  g.fillRect(middle.x - text_px * 1.6, middle.y - text_px * 0.75, text_px * 3.2, text_px * 1.5);
  say(g, 'lost', middle.x, middle.y, { px: text_px, colour: colours.ink, colours, bold: true, align: 'center' });
}

function drawPage({ g, colours, layout, picture }: Brush, { stripe, lpn, lit }: ShownPage, rect: Rect): void {
  const names = pageNames({ stripe, lpn }, picture.view);
  const max = layout.text_px * 1.25;
  const label = names.find((name) => labelSize(name, rect, max) >= layout.text_px * 0.8) ?? names.at(-1) ?? '';
  const label_px = labelSize(label, rect, max);
  const mark = lit === 'read' && lpn !== null ? 'reading' : lpn === null ? 'parity' : 'valid';
  drawCell(g, rect, { mark, label, label_px }, colours);
  if (lit === 'read' && lpn === null) outline(g, rect, colours.cells.reading.fill, 3);
  if (lit === 'missing' || lit === 'asked') outline(g, rect, colours.ink, lit === 'asked' ? 2.5 : 2);
}

/** A ground that words can be read on. */
function plate({ g, colours }: Brush, rect: Rect): void {
  rounded(g, rect, 2);
  g.fillStyle = colours.sheet;
  g.fill();
}

function brief(brush: Brush, plane: TtflashPlane, rect: Rect): void {
  const { g, colours, layout, picture } = brush;
  const px = layout.text_px * 0.94;
  const room = inset(rect, 4);
  const bar_y = rect.y + rect.height - 5 - 4;
  const words_y = plane.state === 'collects' ? rect.y + rect.height / 2 : (rect.y + 3 + bar_y) / 2;
  if (plane.state === 'collects') {
    plate(brush, { ...room, y: words_y - px * 0.72, height: px * 1.44 });
    const words = [rest(plane.remaining_ns), restShort(plane.remaining_ns)];
    say(g, fitting(words, room.width - 2, px), rect.x + rect.width / 2, words_y, {
      px,
      colour: colours.ink,
      colours,
      bold: true,
      align: 'center',
    });
    return;
  }
  if (plane.state === 'dead') {
    lostWord(brush, room);
    return;
  }
  const marks_px = paintMarks(
    g,
    colours,
    marksOf(plane).map((mark) => ({ ...mark, count: 0 })),
    { right: room.x + room.width, middle: words_y },
    px * 0.8,
  );
  const waits = plane.state === 'waits';
  const words = [...(plane.held > 0 ? [`${plane.held} held`] : []), ...stateWords(plane, picture.view).slice(1)];
  say(g, fitting(words, room.width - marks_px, px), room.x, words_y, {
    px,
    colour: waits ? colours.ink : colours.ink2,
    colours,
    bold: waits,
  });
  bar(brush, plane, { x: room.x, y: bar_y, width: room.width, height: 4 });
}

function line(brush: Brush, plane: TtflashPlane, rect: Rect): void {
  const { g, colours, layout, picture } = brush;
  const px = Math.min(layout.text_px * 0.92, rect.height * 0.82);
  const middle = rect.y + rect.height / 2;
  if (plane.state === 'collects') {
    plate(brush, { x: rect.x + 3, y: middle - px * 0.6, width: rect.width - 6, height: px * 1.2 });
    say(
      g,
      fitting([rest(plane.remaining_ns), restShort(plane.remaining_ns)], rect.width - 6, px),
      rect.x + rect.width / 2,
      middle,
      {
        px,
        colour: colours.ink,
        colours,
        bold: true,
        align: 'center',
      },
    );
    return;
  }
  if (plane.state === 'dead') return;
  if (plane.state === 'waits') {
    say(g, fitting(['waits', 'w'], rect.width - 4, px), rect.x + rect.width / 2, middle, {
      px,
      colour: colours.ink,
      colours,
      bold: true,
      align: 'center',
    });
    return;
  }
  const half = rect.width * 0.42;
  const words = stateWords(plane, picture.view).slice(-2);
  say(g, fitting(words, half, px), rect.x + 4, middle, { px, colour: colours.ink2, colours });
  bar(brush, plane, { x: rect.x + rect.width - half - 4, y: middle - 2.5, width: half, height: 5 });
}

function slim(brush: Brush, plane: TtflashPlane, rect: Rect): void {
  const { g, colours, layout, picture } = brush;
  const px = Math.min(layout.text_px * 0.9, rect.height * 0.7);
  const tall = rect.height > px * 2;
  const middle = rect.x + rect.width / 2;
  const collects = plane.state === 'collects';
  const words_y = collects || !tall ? rect.y + rect.height / 2 - (collects ? 0 : 2) : rect.y + rect.height * 0.4;
  if (collects) plate(brush, { x: rect.x + 2, y: words_y - px * 0.62, width: rect.width - 4, height: px * 1.24 });
  if (plane.state !== 'dead') {
    const ms = String(Math.max(1, Math.round(plane.remaining_ns / 1e6)));
    const words = collects ? [`${ms} ms`, ms] : stateWords(plane, picture.view).slice(-1);
    say(g, fitting(words, rect.width - 3, px), middle, words_y, {
      px,
      colour: collects || plane.state === 'waits' ? colours.ink : colours.ink2,
      colours,
      bold: collects || plane.state === 'waits',
      align: 'center',
    });
  }
  if (!collects && plane.state !== 'dead')
    bar(brush, plane, { x: rect.x + 3, y: rect.y + rect.height - 6, width: rect.width - 6, height: 3 });
}

/** The smallest form: the bar is the tile. What wants to collect has a dot. */
function level({ g, colours, picture }: Brush, plane: TtflashPlane, rect: Rect): void {
  if (plane.state === 'collects' || plane.state === 'dead') return;
  const { fill } = fillOf(plane, picture.view);
  g.fillStyle = colours.cells.free.fill;
  g.fillRect(rect.x, rect.y, rect.width, rect.height);
  g.fillStyle = colours.ink3;
  g.fillRect(rect.x, rect.y + rect.height * (1 - fill), rect.width, rect.height * fill);
  if (plane.state === 'waits') dashed(g, rect, colours.cells.erasing.fill, Math.min(2, rect.width / 5));
}

/** Fills as free blocks run out; past the tick the plane wants to collect. */
function bar({ g, colours, picture, layout }: Brush, plane: TtflashPlane, rect: Rect): void {
  const { fill, mark } = fillOf(plane, picture.view);
  g.fillStyle = colours.cells.free.fill;
  g.fillRect(rect.x, rect.y, rect.width, rect.height);
  g.fillStyle = colours.ink3;
  g.fillRect(rect.x, rect.y, rect.width * fill, rect.height);
  g.strokeStyle = colours.freeEdge;
  g.lineWidth = 1;
  g.strokeRect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1);
  const reach = layout.form === 'full' ? 3 : 1.5;
  g.fillStyle = colours.ink;
  g.fillRect(rect.x + rect.width * mark - 0.75, rect.y - reach, 1.5, rect.height + 2 * reach);
}
