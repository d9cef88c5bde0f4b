/** Where lanes and moments stand on the chart of channels and planes. Pure. */

import type { GanttBar, GanttView } from '../../engine/core-types';
import { clamp } from '../../render/geometry';

const ROW_MAX_PX = 18;
/** Below this, lanes of other groups make way. */
const ROW_MIN_PX = 9;
/** Channels carry thin bars only. */
const CHANNEL_SHARE = 0.7;
const BLOCK_GAP_PX = 5;
export const AXIS_PX = 20;

export interface LaneRow {
  lane: number;
  y: number;
  height: number;
}

/** The lanes that there is room for, channels first: all, those of the group that is being worked for, or its planes alone. */
export function rowsOf({ lanes, group }: Pick<GanttView, 'lanes' | 'group'>, height_px: number): LaneRow[] {
  const channels = lanes.filter(({ kind }) => kind === 'channel').length;
  const room = height_px - AXIS_PX - BLOCK_GAP_PX;
  const all = lanes.map(({ kind, index }, lane) => ({ lane, kind, of: Math.floor(index / Math.max(1, channels)) }));
  const units = (some: typeof all): number =>
    some.reduce((sum, { kind }) => sum + (kind === 'plane' ? 1 : CHANNEL_SHARE), 0);
  const of_group = all.filter(({ kind, of }) => kind === 'channel' || of === group);
  const planes = of_group.filter(({ kind }) => kind === 'plane');
  const fits = (some: typeof all): boolean => room / units(some) >= ROW_MIN_PX;
  const shown = [all, of_group].find(fits) ?? planes;
  const unit = Math.min(ROW_MAX_PX, room / units(shown));
  let y = 0;
  return shown.map(({ lane, kind }, at) => {
    if (kind === 'plane' && shown[at - 1]?.kind === 'channel') y += BLOCK_GAP_PX;
    const height = kind === 'channel' ? unit * CHANNEL_SHARE : unit;
    const row = { lane, y, height };
    y += height;
    return row;
  });
}

/** Height that shows every lane well. */
export function heightFor({ lanes }: Pick<GanttView, 'lanes'>, row_px: number): number {
  const channels = lanes.filter(({ kind }) => kind === 'channel').length;
  return Math.ceil((lanes.length - channels * (1 - CHANNEL_SHARE)) * row_px + BLOCK_GAP_PX + AXIS_PX);
}

/** What part of time is in sight. */
export interface Stretch {
  from_ns: number;
  to_ns: number;
}

/** What somebody has set: a width instead of the proposed one, and how far back from the end. */
export interface Zoom {
  width_ns: number | null;
  back_ns: number;
}

export const PROPOSED: Zoom = { width_ns: null, back_ns: 0 };

const WIDTH_MIN_NS = 50_000;
const WIDTH_MAX_NS = 200_000_000;

export function stretchOf({ from_ns, to_ns }: Stretch, { width_ns, back_ns }: Zoom): Stretch {
  const width = width_ns ?? to_ns - from_ns;
  return { from_ns: to_ns - back_ns - width, to_ns: to_ns - back_ns };
}

/** Zoomed by `factor` (below 1: closer) so that `at_ns` stays where it is. */
export function zoomed(view: Stretch, zoom: Zoom, factor: number, at_ns: number): Zoom {
  const { from_ns, to_ns } = stretchOf(view, zoom);
  const width_ns = clamp((to_ns - from_ns) * factor, WIDTH_MIN_NS, WIDTH_MAX_NS);
  const end_ns = at_ns + (to_ns - at_ns) * (width_ns / (to_ns - from_ns));
  return panned(view, { width_ns, back_ns: view.to_ns - end_ns }, 0);
}

/** Moved by `by_ns` into the past; never past what is told. */
export function panned({ to_ns }: Stretch, { width_ns, back_ns }: Zoom, by_ns: number): Zoom {
  const most = Math.min(to_ns, WIDTH_MAX_NS);
  return { width_ns, back_ns: clamp(back_ns + by_ns, 0, most) };
}

/** From a moment to a place between `left` and `right`. */
export const place =
  ({ from_ns, to_ns }: Stretch, left: number, right: number) =>
  (ns: number) =>
    left + ((ns - from_ns) / (to_ns - from_ns)) * (right - left);

/** Round moments, as distances from now: negative ones are past. */
export function ticksOf({ from_ns, to_ns }: Stretch, now_ns: number, most: number): number[] {
  const rough = (to_ns - from_ns) / Math.max(1, most);
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * decade).find((one) => one >= rough) ?? 10 * decade;
  const first = Math.ceil((from_ns - now_ns) / step);
  const last = Math.floor((to_ns - now_ns) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** The bar at a place, or the nearest on the same lane within `reach_px`. */
export function barAt(
  bars: readonly GanttBar[],
  rows: readonly LaneRow[],
  x: (ns: number) => number,
  point: { x: number; y: number },
  reach_px = 4,
): GanttBar | null {
  const row = rows.find(({ y, height }) => point.y >= y && point.y < y + height);
  if (!row) return null;
  const distance = (bar: GanttBar): number => Math.max(0, x(bar.start_ns) - point.x, point.x - x(bar.end_ns));
  let best: GanttBar | null = null;
  for (const bar of bars) {
    if (bar.lane === row.lane && distance(bar) <= reach_px && (!best || distance(bar) < distance(best))) best = bar;
  }
  return best;
}

/** The bar that the keys lead to: the next or the one before on its lane, or the nearest in time on another. */
export function neighbour(
  bars: readonly GanttBar[],
  rows: readonly LaneRow[],
  from: GanttBar,
  key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown',
): GanttBar {
  const on = (lane: number): GanttBar[] => bars.filter((bar) => bar.lane === lane);
  if (key === 'ArrowLeft') return on(from.lane).findLast(({ start_ns }) => start_ns < from.start_ns) ?? from;
  if (key === 'ArrowRight') return on(from.lane).find(({ start_ns }) => start_ns > from.start_ns) ?? from;
  const at = rows.findIndex(({ lane }) => lane === from.lane);
  const others = key === 'ArrowUp' ? rows.slice(0, Math.max(0, at)).reverse() : rows.slice(at + 1);
  const distance = (bar: GanttBar): number => Math.abs(bar.start_ns - from.start_ns);
  for (const { lane } of others) {
    const [first, ...rest] = on(lane);
    if (first) return rest.reduce((best, bar) => (distance(bar) < distance(best) ? bar : best), first);
  }
  return from;
}
