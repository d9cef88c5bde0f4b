/** Where planes stand on the board: a row a group, a column a channel. */

import type { Point, Rect } from '../../../render/geometry';
import { channelOf, groupOf } from './names';

/**
 * How much a tile can say. `full`: two pages, state in words, bar, queues. `brief`: state, bar and queues. `line`: a short
 * word beside its bar. `slim`: a number over its bar. `dense`: pattern and level alone.
 */
export type TileForm = 'full' | 'brief' | 'line' | 'slim' | 'dense';

export interface BoardSize {
  width: number;
  height: number;
  text_px: number;
}

export interface BoardLayout {
  form: TileForm;
  channels: number;
  groups: number;
  tile: { width: number; height: number };
  pitch: { x: number; y: number };
  /** The corner of the first tile. */
  first: Point;
  text_px: number;
  height: number;
}

/** Gaps between tiles, across and down; tokens and the frame of a row stand in them. */
const GAPS: Readonly<Record<TileForm, Point>> = {
  full: { x: 13, y: 12 },
  brief: { x: 7, y: 8 },
  line: { x: 6, y: 4 },
  slim: { x: 3, y: 4 },
  dense: { x: 1, y: 1 },
};
/** Smallest tiles of each form, in sizes of text. */
const LEAST: readonly [TileForm, Point][] = [
  ['full', { x: 5.6, y: 4.15 }],
  ['brief', { x: 3.9, y: 1.85 }],
  ['line', { x: 3.9, y: 1.05 }],
  ['slim', { x: 1.75, y: 1.15 }],
  ['dense', { x: 0, y: 0 }],
];
const TILE_MAX: Point = { x: 17, y: 9.4 };
/** Names of groups at the left, heads of channels on top, in sizes of text. */
const NAMES = 2.5;
const NAMES_WIDE = 3.7;
const HEAD = 2.7;
const HEAD_DENSE = 1.4;
/** Room for the token of the last row and column, and for the frame of a row. */
const EDGE_PX = 9;
const EDGE_DENSE_PX = 5;

export function boardLayout(shape: { channels: number; groups: number }, size: BoardSize): BoardLayout {
  for (const [form, least] of LEAST) {
    const layout = arranged(form, shape, size);
    const fits = layout.tile.width >= least.x * size.text_px && layout.tile.height >= least.y * size.text_px;
    if (fits || form === 'dense') return layout;
  }
  throw new Error('the dense form fits anywhere');
}

function arranged(
  form: TileForm,
  { channels, groups }: { channels: number; groups: number },
  size: BoardSize,
): BoardLayout {
  const { width, height, text_px } = size;
  const gap = GAPS[form];
  const names_px = (width > 420 && form === 'full' ? NAMES_WIDE : NAMES) * text_px;
  const head_px = (form === 'dense' ? HEAD_DENSE : HEAD) * text_px;
  const edge = form === 'dense' ? EDGE_DENSE_PX : EDGE_PX;
  const room = { x: width - names_px - edge, y: height - head_px - edge };
  const tile = {
    width: Math.max(1, Math.min(TILE_MAX.x * text_px, (room.x + gap.x) / channels - gap.x)),
    height: Math.max(1, Math.min(TILE_MAX.y * text_px, (room.y + gap.y) / groups - gap.y)),
  };
  const pitch = { x: tile.width + gap.x, y: tile.height + gap.y };
  return {
    form,
    channels,
    groups,
    tile,
    pitch,
    first: { x: names_px, y: head_px },
    text_px,
    height: head_px + groups * pitch.y - gap.y + edge,
  };
}

/** As high as the board would like to be, where the page may grow. */
export function wishedHeight(shape: { channels: number; groups: number }, text_px: number): number {
  const row = shape.groups <= 4 ? 6.4 : shape.groups <= 8 ? 4 : 2.2;
  return Math.min(520, (HEAD + shape.groups * row) * text_px + EDGE_PX);
}

export function tileRect({ first, pitch, tile, channels }: BoardLayout, plane: number): Rect {
  return {
    x: first.x + channelOf(plane, channels) * pitch.x,
    y: first.y + groupOf(plane, channels) * pitch.y,
    ...tile,
  };
}

/** The frame of a row. */
export function rowRect(layout: BoardLayout, group: number): Rect {
  const { x, y } = tileRect(layout, group * layout.channels);
  const by = layout.form === 'dense' ? 0.5 : layout.form === 'full' ? 5 : 2.5;
  const width = layout.channels * layout.pitch.x - (layout.pitch.x - layout.tile.width);
  return { x: x - by, y: y - by, width: width + 2 * by, height: layout.tile.height + 2 * by };
}

/** Places of the two pages in a full tile. */
export function pageRects(layout: BoardLayout, { x, y }: Rect): [Rect, Rect] {
  const [pad, gap] = [6, 5];
  const { width } = layout.tile;
  const across = (width - 2 * pad - gap) / 2;
  const cell = { y: y + pad, width: across, height: pageHeight(layout) };
  return [
    { x: x + pad, ...cell },
    { x: x + pad + across + gap, ...cell },
  ];
}

export const pageHeight = ({ tile, text_px }: Pick<BoardLayout, 'tile' | 'text_px'>): number =>
  Math.min(text_px * 2.3, tile.height * 0.36);

/** The middle of a plane's token: at its lower right corner. */
export function tokenAt(layout: BoardLayout, plane: number): Point {
  const { x, y, width, height } = tileRect(layout, plane);
  const inset = layout.form === 'full' ? 3 : layout.form === 'brief' ? 2 : 1;
  return { x: x + width - inset, y: y + height - inset };
}

export const tokenRadius = ({ form, text_px, tile }: BoardLayout): number =>
  form === 'full'
    ? text_px * 0.76
    : form === 'dense'
      ? Math.min(4, tile.width / 3)
      : Math.min(text_px * 0.56, tile.height * 0.32);

/** The plane at a point, or in the gap beside it. */
export function planeAt(layout: BoardLayout, { x, y }: Point): number | null {
  const { first, pitch, channels, groups } = layout;
  const channel = Math.floor((x - first.x) / pitch.x);
  const group = Math.floor((y - first.y) / pitch.y);
  const inside = channel >= 0 && channel < channels && group >= 0 && group < groups;
  return inside ? group * channels + channel : null;
}

/** Between a row and the card of a plane in it. */
const CARD_GAP_PX = 7;

/** Where the card of a plane stands: above or below its row, which is to be seen, whichever has more room. */
export function cardAt(
  layout: BoardLayout,
  plane: number,
  card: { width: number; height: number },
  width: number,
): Point {
  const row = rowRect(layout, groupOf(plane, layout.channels));
  const { x } = tileRect(layout, plane);
  const below = row.y + row.height + CARD_GAP_PX;
  const above = row.y - CARD_GAP_PX - card.height;
  const fits_below = below + card.height <= layout.height || row.y + row.height / 2 < layout.height / 2;
  return { x: Math.max(0, Math.min(x, width - card.width)), y: fits_below ? below : above };
}

/** Where an arrow key leads on the board; null for other keys. */
export function planeAfter(key: string, plane: number | null, { channels, groups }: BoardLayout): number | null {
  const steps: Readonly<Record<string, Point>> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
  };
  const step = steps[key];
  if (!step) return null;
  if (plane === null) return 0;
  const within = (value: number, end: number): number => Math.min(end - 1, Math.max(0, value));
  return (
    within(groupOf(plane, channels) + step.y, groups) * channels + within(channelOf(plane, channels) + step.x, channels)
  );
}
