/** A tile with room for all: two pages, the state in words, what queues, and the bar. */

import type { TtflashPlane } from '../../../engine/core-types';
import { drawCell, outline } from '../../../render/cell';
import { plural } from '../../../render/format';
import { centre, type Rect } from '../../../render/geometry';
import { legible } from '../../../render/label';
import { labelSize } from '../../stage-kit/page-appearance';
import { pageHeight, pageRects } from './board-layout';
import { fitting, say } from './hatching';
import { pageNames, shortened } from './names';
import { rest, restShort, stateWords } from './plane-words';
import { marksOf, paintMarks } from './queue-marks';
import { type Brush, bar, plate, plated, type ShownPage } from './tile-parts';

const BAR_PX = 6;

export function full(brush: Brush, plane: TtflashPlane, rect: Rect, pages: readonly ShownPage[]): void {
  const { g, colours, layout, picture } = brush;
  const { text_px } = layout;
  const small_px = legible(text_px * 0.92, text_px);
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
      const words = fitting(stateWords(plane, picture.view), room.width - 4, text_px, true);
      say(g, words, middle, room.y + room.height / 2, { ...style, bold: true });
      return;
    }
    const left = fitting(
      [
        ...(plane.remaining_ns === 0 ? [] : [`${rest(plane.remaining_ns)} left`]),
        rest(plane.remaining_ns),
        restShort(plane.remaining_ns),
      ],
      room.width - 4,
      text_px * 1.02,
      true,
    );
    say(g, left, middle, room.y + room.height * 0.29, { ...style, px: text_px * 1.02, bold: true });
    const moves = plural(plane.moves, 'move');
    const what = [`collecting, ${moves}`, `collects, ${moves}`, moves, 'collects'];
    say(
      g,
      fitting(plane.held > 0 ? [`${moves}, ${plane.held} held`, ...what] : what, room.width, small_px),
      middle,
      room.y + room.height * 0.74,
      { ...style, px: small_px },
    );
    return;
  }
  if (plane.state === 'dead') {
    plated(brush, 'lost', centre(room), text_px);
    return;
  }
  const bar_y = rect.y + rect.height - 6 - BAR_PX;
  const words_y = (top + bar_y) / 2;
  const marks = marksOf(plane);
  const marks_px = paintMarks(
    g,
    colours,
    marks,
    { right: room.x + room.width, middle: words_y },
    legible(text_px * 0.86, text_px),
  );
  const waits = plane.state === 'waits';
  const held = plane.held > 0 ? [`${plane.held} held`] : [];
  const words = waits ? stateWords(plane, picture.view) : [...held, ...stateWords(plane, picture.view)];
  const bold = waits || plane.held > 0;
  say(g, fitting(words, room.width - marks_px - 2, text_px, bold), room.x + (waits ? 2 : 0), words_y, {
    px: text_px,
    colour: waits ? colours.ink : colours.ink2,
    colours,
    bold,
  });
  bar(brush, plane, { x: room.x + (waits ? 2 : 0), y: bar_y, width: room.width - (waits ? 4 : 0), height: BAR_PX });
}

/** What a ring takes of the room for a name. */
const RINGED_PX = 5;
/** Smaller names, in sizes of text, are rather shortened. */
const WHOLE_MIN = 0.68;

function drawPage({ g, colours, layout, picture }: Brush, { stripe, lpn, lit }: ShownPage, rect: Rect): void {
  const names = shortened(pageNames({ stripe, lpn }, picture.view));
  // Inside the ring of what is read.
  const room = { ...rect, width: rect.width - (lit ? RINGED_PX : 0) };
  const sizeOf = (name: string): number => labelSize(name, room, layout.text_px, 1.25);
  const label = names.find((name) => sizeOf(name) >= layout.text_px * WHOLE_MIN) ?? names.at(-1) ?? '';
  const label_px = sizeOf(label);
  const mark = lit === 'read' && lpn !== null ? 'reading' : lpn === null ? 'parity' : 'valid';
  drawCell(g, rect, { mark, label, label_px }, colours);
  if (lit === 'read' && lpn === null) outline(g, rect, colours.cells.reading.fill, 3);
  if (lit === 'missing' || lit === 'asked') outline(g, rect, colours.ink, lit === 'asked' ? 2.5 : 2);
}
