/** Tiles that have no room for pages: state and bar, a word, a number, or pattern and level alone. */

import type { TtflashPlane } from '../../../engine/core-types';
import { centre, type Rect } from '../../../render/geometry';
import { legible } from '../../../render/label';
import { dashed, fitting, say } from './hatching';
import { fillOf } from './model';
import { rest, restShort, stateWords } from './plane-words';
import { marksOf, paintMarks } from './queue-marks';
import { type Brush, bar, inset, plated } from './tile-parts';

/** State in a word or two, kinds of what queues, and the bar below. */
export function brief(brush: Brush, plane: TtflashPlane, rect: Rect): void {
  const { g, colours, layout, picture } = brush;
  const px = legible(layout.text_px * 0.94, layout.text_px);
  const room = inset(rect, 4);
  if (plane.state === 'collects') {
    const words = [rest(plane.remaining_ns), restShort(plane.remaining_ns)];
    plated(brush, fitting(words, rect.width - 12, px, true), centre(rect), px);
    return;
  }
  if (plane.state === 'dead') {
    plated(brush, 'lost', centre(rect), px);
    return;
  }
  const bar_y = rect.y + rect.height - 9;
  const words_y = (rect.y + 3 + bar_y) / 2;
  const waits = plane.state === 'waits';
  const kinds = waits ? [] : marksOf(plane).map((mark) => ({ ...mark, count: 0 }));
  const marks_px = paintMarks(
    g,
    colours,
    kinds,
    { right: room.x + room.width, middle: words_y },
    legible(px * 0.8, layout.text_px),
  );
  const words = [...(plane.held > 0 ? [`${plane.held} held`] : []), ...stateWords(plane, picture.view).slice(1)];
  const colour = waits ? colours.ink : colours.ink2;
  say(g, fitting(words, room.width - marks_px, px, waits), room.x, words_y, { px, colour, colours, bold: waits });
  bar(brush, plane, { x: room.x, y: bar_y, width: room.width, height: 4 });
}

/** One line: a word, or a number beside its bar. */
export function line(brush: Brush, plane: TtflashPlane, rect: Rect): void {
  const { g, colours, layout, picture } = brush;
  const px = legible(Math.min(layout.text_px * 0.92, rect.height * 0.8), layout.text_px);
  const middle = centre(rect);
  if (plane.state === 'collects') {
    const words = [rest(plane.remaining_ns), restShort(plane.remaining_ns)];
    plated(brush, fitting(words, rect.width - 18, px, true), middle, px);
    return;
  }
  if (plane.state === 'dead') return;
  if (plane.state === 'waits') {
    plated(brush, fitting(['waits', 'w'], rect.width - 6, px, true), middle, px);
    return;
  }
  const half = rect.width * 0.42;
  const words = stateWords(plane, picture.view).slice(-2);
  say(g, fitting(words, half, px), rect.x + 4, middle.y, { px, colour: colours.ink2, colours });
  bar(brush, plane, { x: rect.x + rect.width - half - 4, y: middle.y - 2.5, width: half, height: 5 });
}

/** A number over its bar: milliseconds of a collection, else free blocks. */
export function slim(brush: Brush, plane: TtflashPlane, rect: Rect): void {
  const { g, colours, layout, picture } = brush;
  const px = legible(Math.min(layout.text_px * 0.9, rect.height * 0.7), layout.text_px);
  const { x, y } = centre(rect);
  if (plane.state === 'dead') return;
  if (plane.state === 'collects') {
    plated(brush, String(Math.max(1, Math.round(plane.remaining_ns / 1e6))), { x, y }, px);
    return;
  }
  const waits = plane.state === 'waits';
  const words_y = rect.height > px * 2 ? rect.y + rect.height * 0.4 : y - 2;
  const colour = waits ? colours.ink : colours.ink2;
  const words = fitting(stateWords(plane, picture.view).slice(-1), rect.width - 3, px, waits);
  say(g, words, x, words_y, { px, colour, colours, bold: waits, align: 'center' });
  bar(brush, plane, { x: rect.x + 3, y: rect.y + rect.height - 6, width: rect.width - 6, height: 3 });
}

/** The smallest form: the tile is the bar, filled from its foot. */
export function level({ g, colours, picture }: Brush, plane: TtflashPlane, rect: Rect): void {
  if (plane.state === 'collects' || plane.state === 'dead') return;
  const { fill } = fillOf(plane, picture.view);
  g.fillStyle = colours.cells.free.fill;
  g.fillRect(rect.x, rect.y, rect.width, rect.height);
  g.fillStyle = colours.ink3;
  g.fillRect(rect.x, rect.y + rect.height * (1 - fill), rect.width, rect.height * fill);
  if (plane.state === 'waits') dashed(g, rect, colours.cells.erasing.fill, Math.min(2, rect.width / 5));
}
