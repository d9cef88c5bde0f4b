/** Ways between directory, cache and SSD, and where the numbered discs of the steps stand. */

import type { MapBlockWalk } from '../../../engine/core-types';
import type { Point, Rect } from '../../../render/geometry';
import { badgeOf } from '../../stage-kit/connectors';
import { BLOCK_RIGHT } from './block-places';
import type { Places } from './places';

export interface Connector {
  /** The step that it belongs to; 0 for the pointer of a row that has nothing to do with the look-up. */
  step: number;
  kind: 'pointer' | 'read' | 'program';
  points: Point[];
}

export interface Disc extends Point {
  step: number;
}

const middle = ({ y, height }: Rect): number => y + height / 2;
const right = ({ x, width }: Rect): number => x + width;
/** Where connectors meet a slot: below its name, the upper and the lower one. */
const SLOT_ENDS = { upper: 0.5, lower: 0.8 };

/** Places of a look-up's own things: null where they are not in sight. */
interface Own {
  row: Rect | null;
  victim_row: Rect | null;
  slot: Rect | null;
  from: Rect | null;
  to: Rect | null;
}

const sameAs =
  (place: readonly [number, number] | null | undefined) =>
  ({ block }: Places['blocks'][number]): boolean =>
    place != null && block.line === place[0] && block.offset === place[1];

function ownPlaces(places: Places, walk: MapBlockWalk): Own {
  const row = (id: number | undefined): Rect | null => places.rows.find((one) => one.row.id === id)?.box ?? null;
  // Until it is known where the victim goes, the place that is being written is the new one.
  const to = places.blocks.find(sameAs(walk.victim?.to)) ?? places.blocks.find(({ block }) => block.state === 'new');
  return {
    row: row(walk.id),
    victim_row: row(walk.victim?.id),
    slot: places.slots.find(({ slot }) => slot.slot === (walk.slot ?? walk.victim?.slot))?.box ?? null,
    from: places.blocks.find(sameAs(walk.from))?.box ?? null,
    to: walk.victim?.dirty ? (to?.box ?? null) : null,
  };
}

/** The ways of a look-up; before one, the pointers of the directory alone. */
export function connectorsOf(places: Places, walk: MapBlockWalk | null): Connector[] {
  const own = walk && ownPlaces(places, walk);
  const pointers = pointersOf(places, walk);
  if (!walk || walk.hit || !own?.slot) return pointers;
  const { slot, row, from, to } = own;
  const fetch = from ? [{ step: 5, kind: 'read' as const, points: fetchPath(places, slot, from, to) }] : [];
  const back = to ? [{ step: 4, kind: 'program' as const, points: backPath(places, slot, from, to) }] : [];
  const pointer = row ? [{ step: 9, kind: 'pointer' as const, points: pointerPath(places, row, slot) }] : [];
  return [...pointers, ...back, ...fetch, ...pointer];
}

/** From each row to its slot: what the directory says now. */
function pointersOf(places: Places, walk: MapBlockWalk | null): Connector[] {
  return places.rows.flatMap(({ row, box }) => {
    const slot = places.slots.find((one) => row.slot !== null && one.slot.slot === row.slot);
    const told = walk !== null && !walk.hit && row.id === walk.id;
    if (!slot || told) return [];
    const step = walk?.hit && row.id === walk.id ? 2 : 0;
    return [{ step, kind: 'pointer' as const, points: pointerPath(places, box, slot.box) }];
  });
}

function pointerPath({ tall, slots, text_px }: Places, row: Rect, slot: Rect): Point[] {
  const from = { x: right(row), y: middle(row) };
  const y = slot.y + Math.min(slot.height / 2, text_px * 0.95);
  if (tall) {
    const lane = right(row) + text_px * 0.75;
    return [from, { x: lane, y: from.y }, { x: lane, y }, { x: right(slot), y }];
  }
  const gap = slot.x - right(row);
  const number = slots.findIndex(({ box }) => box === slot);
  const lane = right(row) + gap * (0.42 + 0.12 * (number % 3));
  return [from, { x: lane, y: from.y }, { x: lane, y }, { x: slot.x, y }];
}

/** Of two connectors at one slot, that of the upper flash place has the upper end. */
function endsAt(slot: Rect, from: Rect | null, to: Rect | null): { fetch: number; back: number } {
  const fetch_is_upper = !from || !to || from.y <= to.y;
  const [upper, lower] = [slot.y + slot.height * SLOT_ENDS.upper, slot.y + slot.height * SLOT_ENDS.lower];
  return fetch_is_upper ? { fetch: upper, back: lower } : { fetch: lower, back: upper };
}

function fetchPath(places: Places, slot: Rect, from: Rect, to: Rect | null): Point[] {
  const y = endsAt(slot, from, to).fetch;
  const start = flashEnd(places, from);
  const x = lane(places, slot, from, 1);
  return [start, { x, y: start.y }, { x, y }, { x: right(slot), y }];
}

function backPath(places: Places, slot: Rect, from: Rect | null, to: Rect): Point[] {
  const y = endsAt(slot, from, to).back;
  const end = flashEnd(places, to);
  const x = lane(places, slot, to, 0);
  return [{ x: right(slot), y }, { x, y }, { x, y: end.y }, end];
}

/** Where connectors meet a map block on the SSD: before the number of its place; behind its name on a narrow page. */
const flashEnd = ({ tall, text_px: t, blocks }: Places, box: Rect): Point => ({
  x: tall ? right(box) + BLOCK_RIGHT * t : (blocks[0]?.left ?? box.x) - 0.35 * t,
  y: middle(box),
});

/** The write-back keeps nearer to the cache, so that the two never cross. */
function lane(places: Places, slot: Rect, flash: Rect, number: 0 | 1): number {
  if (places.tall) return right(slot) + places.text_px * (number === 0 ? 1.5 : 2.6);
  const gap = flashEnd(places, flash).x - right(slot);
  return right(slot) + gap * (number === 0 ? 0.4 : 0.72);
}

/** Where the number of each step stands that has a place. The first stands beside the arithmetic. */
export function discsOf(places: Places, walk: MapBlockWalk, connectors: readonly Connector[]): Disc[] {
  const own = ownPlaces(places, walk);
  const t = places.text_px;
  const onRow = (step: number, box: Rect | null, x: (width: number) => number): Disc[] =>
    box ? [{ step, x: box.x + x(box.width), y: middle(box) }] : [];
  const second = onRow(2, own.row, (width) => width - (places.tall ? 1.2 * t : 0));
  if (walk.hit) return second;
  const corner = own.slot && {
    step: 7,
    // Beside the bit; above it where connectors pass beside.
    x: right(own.slot) + (places.tall ? -0.95 : 0.98) * t,
    y: own.slot.y + (places.tall ? -0.5 : 0.95) * t,
  };
  return [
    ...second,
    ...onRow(3, own.victim_row, (width) => width * places.columns.disc),
    ...connectors.flatMap((connector) => onConnector(connector, own, places)),
    ...(corner ? [corner] : []),
    ...onRow(8, own.row, (width) => width * places.columns.disc),
  ];
}

function onConnector({ step, points }: Connector, own: Own, { tall, text_px: t }: Places): Disc[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  if (step === 4) return [{ step, ...badgeOf(points) }];
  // Beside the slot, clear of the disc at the end of the row.
  if (step === 9) return [{ step, ...(tall ? badgeOf(points) : { x: last.x - t * 0.95, y: middleOf(points).y }) }];
  if (step !== 5 || !own.from) return [];
  const away = tall ? 0.9 : 1;
  const at_slot = { step: 6, x: last.x + away * t * 1.15, y: last.y };
  const at_flash = tall
    ? { step, x: points[1]?.x ?? first.x, y: first.y }
    : { step, x: first.x - t * 0.75, y: first.y };
  return [at_flash, at_slot];
}

/** The middle of the leg that goes up or down. */
function middleOf(points: readonly Point[]): Point {
  const [, a, b] = points;
  return a && b ? { x: a.x, y: (a.y + b.y) / 2 } : (points[0] ?? { x: 0, y: 0 });
}
