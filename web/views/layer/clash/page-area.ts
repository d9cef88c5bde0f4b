/** Page slots: the pages of each logical block as a standing column, the lowest at its foot; and how many slots are taken. */

import type { CacheSet } from '../../../engine/protocol';
import { plural } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { type Ink, labelSize, ownerOf } from '../../stage-kit/page-appearance';
import { widthOf } from '../../stage-kit/words-layer';
import { type ClashLayout, columnCell } from './layout';
import {
  type ClashPicture,
  columnLeft,
  decisionHere,
  decisionNext,
  goesDown,
  isFull,
  movesHere,
  tallest,
} from './picture';
import { keyOf, namedPage, type Phase, type Scene, word } from './scene';

const SEGMENT_PX = 11;
const METER_MAX_PX = 120;

export function pageArea(scene: Scene, picture: ClashPicture, layout: ClashLayout, ink: Ink): void {
  const { columns, inner } = layout;
  const { cache, pages_per_block } = picture;
  const x = inner.x - 8;
  scene.shelf = { x, y: columns.foot, width: inner.x + inner.width - x };
  const came = movesHere(picture).find(({ to }) => to.place === 'pages');
  for (const set of cache.sets) {
    const { lbn, column, offsets } = set;
    for (const [nth, offset] of offsets.entries()) {
      const rect = columnCell(layout, column, nth);
      const lpn = lbn * pages_per_block + offset;
      scene.cells.push({
        key: keyOf.column(lpn),
        part: 'column',
        rect,
        appearance: namedPage(ink, 'valid', lpn, rect, false),
        lpn,
        words: `in a page slot, with ${plural(offsets.length, 'page')} of B${lbn}`,
      });
    }
    columnName(scene, layout, ink, lbn, column, came?.lbn === lbn ? 'landed' : undefined);
    if (came?.lbn === lbn) risen(scene, layout, ink, set, came.offsets.length, columnGone(picture));
  }
  for (const move of movesHere(picture)) if (move.from_slot === null) gone(scene, picture, layout, ink, move);
  if (isFull(cache) && movesHere(picture).length === 0 && cache.flush === null) pointOut(scene, picture, layout, ink);
  if (cache.sets_total > cache.sets.length) {
    const text = `and ${plural(cache.sets_total - cache.sets.length, 'more block')}`;
    scene.words.push(word(inner.x, columns.head + ink.text_px, text, 'left', 'quiet'));
  }
  meter(scene, picture, layout, ink);
}

function columnName(
  scene: Scene,
  layout: ClashLayout,
  { text_px }: Ink,
  lbn: number,
  column: number,
  phase?: 'landed',
): void {
  const { foot, naming } = layout.columns;
  if (naming === null || column % naming.every > 0) return;
  const { x, width } = columnCell(layout, column, 0);
  const y = foot + text_px * (0.95 + 1.25 * (column % naming.lines));
  scene.words.push(word(x + width / 2, y, `${naming.letter}${lbn}`, 'centre', 'bold', phase));
}

/** Pages that have come up from a block slot: framed, with their number. */
function risen(
  scene: Scene,
  layout: ClashLayout,
  ink: Ink,
  { column, offsets }: CacheSet,
  came: number,
  left: number,
): void {
  const pages = offsets.length;
  const frame = frameOf(layout, column, pages);
  scene.boxes.push({ kind: 'new', rect: frame });
  label(scene, layout, ink, `${came} up`, frame, 'moving', left < column ? 'right' : 'left');
}

/** The column that a set has left in this step. */
const columnGone = (picture: ClashPicture): number =>
  movesHere(picture)
    .filter(goesDown)
    .map((move) => columnLeft(picture, move))[0] ?? -1;

/** Where the pages stood that have left: dashed, in a marked frame, with their number. */
function gone(
  scene: Scene,
  picture: ClashPicture,
  layout: ClashLayout,
  ink: Ink,
  move: ReturnType<typeof movesHere>[number],
): void {
  const { pages_per_block } = picture;
  const column = columnLeft(picture, move);
  for (const [nth, offset] of move.offsets.entries()) {
    const rect = columnCell(layout, column, nth);
    const lpn = move.lbn * pages_per_block + offset;
    const text = `${move.lbn}\u00b7${offset}`;
    const label_px = labelSize(text, rect, ink.text_px);
    scene.cells.push({
      key: keyOf.ghost(keyOf.column(lpn)),
      part: 'column',
      rect,
      appearance: { mark: 'free', label: label_px > 0 ? text : '', label_px },
      ghost: true,
      lpn,
      words: 'was here until this step',
    });
  }
  const frame = frameOf(layout, column, move.offsets.length);
  const marked = decisionHere(picture) !== null && move.to.place === 'block';
  scene.boxes.push({ kind: marked ? 'marked' : 'new', rect: frame });
  const pages = move.offsets.length;
  const came = picture.cache.sets.find(({ lbn }) =>
    movesHere(picture).some((one) => one.to.place === 'pages' && one.lbn === lbn),
  );
  label(scene, layout, ink, `largest set: ${pages}`, frame, 'before');
  label(scene, layout, ink, `${pages} down`, frame, 'moving', came && came.column > column ? 'left' : 'right');
}

/** While no slot is free: the column whose turn it is; marked once it has been chosen. */
function pointOut(scene: Scene, picture: ClashPicture, layout: ClashLayout, ink: Ink): void {
  const chosen = decisionNext(picture)?.moved.find(goesDown)?.lbn;
  const next = chosen === undefined ? tallest(picture.cache) : picture.cache.sets.find(({ lbn }) => lbn === chosen);
  if (!next) return;
  const pages = next.offsets.length;
  const frame = frameOf(layout, next.column, pages);
  if (chosen !== undefined) scene.boxes.push({ kind: 'marked', rect: frame });
  label(scene, layout, ink, `largest set: ${pages}`, frame);
}

/** Words above a column, kept inside the part; towards one side where the columns are narrow and another is spoken of too. */
function label(
  scene: Scene,
  { inner }: ClashLayout,
  { text_px }: Ink,
  text: string,
  frame: Rect,
  phase?: Phase,
  towards: 'left' | 'right' | null = null,
): void {
  const y = frame.y - text_px * 0.72;
  const width = widthOf(text, 'bold', text_px);
  const narrow = towards !== null && width > frame.width;
  const wanted = !narrow
    ? frame.x + (frame.width - width) / 2
    : towards === 'left'
      ? frame.x + frame.width - width
      : frame.x + 3;
  const x = Math.min(Math.max(wanted, inner.x), inner.x + inner.width - width) + width / 2;
  scene.words.push(word(x, y, text, 'centre', 'bold', phase));
}

/** Around a column and its name. */
function frameOf(layout: ClashLayout, column: number, pages: number): Rect {
  const { columns } = layout;
  const { x, width } = columnCell(layout, column, 0);
  const { y } = columnCell(layout, column, pages - 1);
  const beside = Math.min(6, Math.max(1.5, (columns.pitch - width) / 2));
  return { x: x - beside, y: y - 4, width: width + 2 * beside, height: columns.foot - y + 4 };
}

/** A segment a slot, in the order of the columns; a plain bar where there are too many to be counted. */
function meter(scene: Scene, { cache }: ClashPicture, { names, upright }: ClashLayout, ink: Ink): void {
  const { page_slots, pages_used, sets } = cache;
  const { text_px, colours } = ink;
  const scale = text_px / 12.5;
  const counted = page_slots <= 16;
  const y = upright ? names.pages.y + text_px * 0.25 : names.pages.y + text_px * 3.4;
  const height = 10 * scale;
  const width = Math.min(METER_MAX_PX * scale * (upright ? 0.5 : 1), SEGMENT_PX * scale * page_slots);
  const x = upright ? names.pages.width - width : names.pages.x;
  const owners = sets.flatMap(({ lbn, offsets }) => offsets.map(() => ownerOf(ink, lbn)));
  if (counted) {
    const each = width / page_slots;
    for (let slot = 0; slot < page_slots; slot++) {
      const rect = { x: x + slot * each, y, width: each - 2, height };
      const owner = owners[slot];
      scene.meter.rects.push(owner ? { rect, fill: owner.paint.fill, owner } : { rect, fill: null });
    }
    return;
  }
  const used = (width * pages_used) / page_slots;
  scene.meter.rects.push({ rect: { x, y, width: used, height }, fill: colours.ink2 });
  if (used < width) scene.meter.rects.push({ rect: { x: x + used, y, width: width - used, height }, fill: null });
}
