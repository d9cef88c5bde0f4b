/** Where the pages of a line stand: row by row from the front to the tail, as large as there is room for. */

import type { BufferLine, StandingPage } from '../../../engine/core-types';
import { clamp, type Point, type Rect } from '../../../render/geometry';

/** Widths of a place: at least, for its name to be read at ease, and at most. Heights likewise. In sizes of text. */
const WIDTH_MIN = 3.3;
const WIDTH_EASY = 4.4;
const WIDTH_MAX = 9;
const HEIGHT_MIN = 1.9;
const HEIGHT_MAX = 6;
/** How high a place is for its width: at least while rows are chosen, and at most where there is room. */
const SHAPE = 0.74;
const TALL = 1.1;
/** The rows stand a little above the middle of their area. */
const ABOVE = 0.38;
const GAP_PX = 4;
/** Above a row: the connector of a page that moves. Below it: the order of leaving. In sizes of text. */
const CONNECTOR = 1.6;
const RANK = 1.45;
/** Beside the rows, where a connector leads from one to another. */
const MARGIN_PX = 16;

/** More places than this are not laid out before there are pages for them. */
const SEATS_MAX = 320;

/** A page and where it stands: its place counts from the front. */
export interface Place {
  page: StandingPage;
  at: number;
  rect: Rect;
}

export interface LinePlaces {
  places: Place[];
  /** Places without a page, behind the tail. */
  free: Rect[];
  /** Where pages between the first and the last are left out. */
  gap: { rect: Rect; pages: number } | null;
  rows: number;
  /** From the top of one row's connector to that of the next. */
  row_px: number;
  connector_px: number;
  /** Where the first row's connector begins. */
  top: number;
}

interface Size {
  area: Rect;
  text_px: number;
  /** More room above each row, for words. */
  head_px: number;
  /** Pages that there is room for: as many places as that, so that none moves while the line fills. */
  room: number;
}

export function linePlaces(line: BufferLine, { area, text_px, head_px, room }: Size): LinePlaces {
  const told = line.front.length + line.back.length;
  const wanted = Math.max(told, Math.min(room, SEATS_MAX));
  const above = head_px + CONNECTOR * text_px;
  const below = RANK * text_px;
  const width = area.width - MARGIN_PX;
  const height_of = (pitch: number): number =>
    clamp((pitch - GAP_PX) * SHAPE, HEIGHT_MIN * text_px, HEIGHT_MAX * text_px);
  const rowsIn = (pitch: number): number => Math.floor(area.height / (above + height_of(pitch) + below));
  const widest = WIDTH_MAX * text_px + GAP_PX;
  const pitchOf = (rows: number): number => Math.min(widest, width / Math.max(1, Math.ceil(wanted / rows)));
  // As few rows as let names be read at ease, or else as many as there are.
  const ways = Array.from({ length: Math.max(1, wanted) }, (_, i) => i + 1).filter(
    (rows) => rows <= rowsIn(pitchOf(rows)),
  );
  const easy = ways.find((rows) => pitchOf(rows) >= WIDTH_EASY * text_px + GAP_PX) ?? ways.at(-1);
  const least = WIDTH_MIN * text_px + GAP_PX;
  const pitch = Math.max(least, easy === undefined ? 0 : pitchOf(easy));
  const per_row = Math.max(1, Math.floor(width / pitch + 1e-6));
  const rows_max = Math.max(2, rowsIn(pitch));
  const all_fit = told === line.total && Math.ceil(told / per_row) <= rows_max;
  // A place in the middle stands for those that are left out.
  const seats = rows_max * per_row;
  const in_front = all_fit ? told : Math.min(line.front.length, Math.ceil(seats / 2) - 1);
  const behind = all_fit ? 0 : Math.min(line.back.length + line.front.length - in_front, seats - in_front - 1);
  const rows_used = Math.max(1, Math.min(rows_max, Math.ceil(wanted / per_row)));
  const spare = area.height / rows_used - above - below;
  const height = Math.max(height_of(pitch), Math.min(HEIGHT_MAX * text_px, (pitch - GAP_PX) * TALL, spare));
  const row_px = above + height + below;
  const used = all_fit ? Math.min(seats, wanted) : in_front + 1 + behind;
  const rows = Math.max(1, Math.ceil(used / per_row));
  const top = area.y + Math.max(0, area.height - rows * row_px) * ABOVE;
  const rectOf = (seat: number): Rect => ({
    x: area.x + MARGIN_PX + (seat % per_row) * pitch,
    y: top + Math.floor(seat / per_row) * row_px + above,
    width: pitch - GAP_PX,
    height,
  });
  const from_tail = [...line.front, ...line.back].slice(told - behind);
  const places = [
    ...[...line.front, ...line.back].slice(0, in_front).map((page, at): Place => ({ page, at, rect: rectOf(at) })),
    ...from_tail.map((page, at): Place => ({ page, at: line.total - behind + at, rect: rectOf(in_front + 1 + at) })),
  ];
  const free = all_fit ? Array.from({ length: used - told }, (_, at) => rectOf(told + at)) : [];
  return {
    places,
    free,
    gap: all_fit ? null : { rect: rectOf(in_front), pages: line.total - in_front - behind },
    rows,
    row_px,
    connector_px: CONNECTOR * text_px,
    top,
  };
}

/** From the gap that a page left, behind the place that has its old number, to the front: above the rows, and beside them. */
export function connectorToFront(left: Rect, front: Rect, margin_x: number, connector_px: number): Point[] {
  const start = { x: left.x + left.width + GAP_PX / 2, y: left.y };
  const end = { x: front.x + front.width / 2, y: front.y };
  const above = (rect: Rect): number => rect.y - connector_px * 0.55;
  const across =
    Math.abs(left.y - front.y) < 1
      ? []
      : [
          { x: margin_x, y: above(left) },
          { x: margin_x, y: above(front) },
        ];
  return [start, { x: start.x, y: above(left) }, ...across, { x: end.x, y: above(front) }, end];
}

/** Neighbours of a row as one rectangle each: what a part of the line takes up. */
export function bandsOf(places: readonly Place[], pad: number): Rect[] {
  const bands: Rect[] = [];
  for (const { rect } of places) {
    const last = bands.at(-1);
    if (last && Math.abs(last.y + pad - rect.y) < 1) last.width = rect.x + rect.width + pad - last.x;
    else bands.push({ x: rect.x - pad, y: rect.y - pad, width: rect.width + 2 * pad, height: rect.height + 2 * pad });
  }
  return bands;
}
