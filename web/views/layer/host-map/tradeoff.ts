/**
 * Memory against bandwidth: what share of the full table's speed is left when only part of the table is in memory.
 *
 * perf = 1 / (1 + (1 − hit) · k), with k the price of a miss in host pages, from the device's own times. The hit ratio is that of the
 * best choice that never changes, for Pareto requests: known in closed form where hot pages stand together, and for hot pages
 * spread evenly as a bound that is nearly met. The point is measured.
 */

import { valueAt } from '../../../app/experiment';
import type { MapCacheView, MapCosts } from '../../../engine/core-types';
import { bytes, share, significant } from '../../../render/format';
import { type HostMapPicture, isTiny, scatterOf } from './model';
import { ENTRIES } from './names';

export interface Curve {
  name: 'together' | 'scattered';
  /** Whether it is the workload's own. */
  own: boolean;
  /** From nothing in memory to all of it: memory in bytes, hit ratio, share of the full table's speed. */
  points: readonly TradeoffPoint[];
}

export interface TradeoffPoint {
  bytes: number;
  hit: number;
  perf: number;
}

export interface Tradeoff {
  full_bytes: number;
  /** The price of a miss in host pages; null where the device's times do not tell. */
  k: number | null;
  curves: Curve[];
  /** What this run has: hit ratio so far, and its speed where that is measured, else by the model. */
  now: (TradeoffPoint & { measured: boolean }) | null;
}

const STEPS = 64;

export function tradeoffOf({
  map,
  document,
  costs,
  logical_pages,
}: Pick<HostMapPicture, 'map' | 'costs' | 'document' | 'logical_pages'>): Tradeoff | null {
  if (!map || !costs || isTiny(map)) return null;
  const k = missPrice(document, map, costs);
  const own = scatterOf(document);
  const h = valueAt(document, 'workload.kind') === 'pareto' ? Number(valueAt(document, 'workload.h')) : Number.NaN;
  const space = spaceOf(document, logical_pages);
  const names = ['together', 'scattered'] as const;
  const is_pareto = h > 0 && h < 1;
  const curves =
    // Single entries leave no block half used: the model is not of them.
    k === null || !is_pareto || map.policy === ENTRIES
      ? []
      : names.map((name) => ({
          name,
          own: (name === 'scattered') === own,
          points: curveOf(name, { map, h, k, space }),
        }));
  return { full_bytes: map.full_bytes, k, curves, now: nowOf(map, costs, k) };
}

/** Pages that requests go to. */
function spaceOf(document: HostMapPicture['document'], logical_pages: number): number {
  const pages = valueAt(document, 'workload.address_pages');
  return typeof pages === 'number' ? Math.min(pages, logical_pages) : logical_pages;
}

interface Model {
  map: MapCacheView;
  h: number;
  k: number;
  /** Pages that requests go to. */
  space: number;
}

function curveOf(name: Curve['name'], { map, h, k, space }: Model): TradeoffPoint[] {
  const { map_blocks, block_bytes, directory_bytes, entries_per_block } = map;
  const used = Math.max(1, Math.ceil(space / entries_per_block));
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const blocks = (i / STEPS) * map_blocks;
    const cached = Math.min(blocks, used);
    const hit = name === 'together' ? togetherHits(cached / used, h) : scatteredHits(cached, used, space, h);
    // The whole table needs neither cache nor directory.
    const memory = i === STEPS ? map.full_bytes : Math.min(map.full_bytes, blocks * block_bytes + directory_bytes);
    return { bytes: memory, hit, perf: perfOf(hit, k) };
  });
}

export const perfOf = (hit: number, k: number): number => 1 / (1 + (1 - hit) * k);

/** The share of Pareto requests that goes to the hottest share `x` of the pages. */
export const togetherHits = (x: number, h: number): number =>
  Math.min(1, Math.max(0, x)) ** (Math.log(1 - h) / Math.log(h));

/**
 * Hot pages spread evenly: each of the hottest is in a map block of its own, and what is less hot than that is in all blocks alike. So
 * the best `blocks` have the hottest `blocks` pages, and their share of the rest.
 */
export function scatteredHits(blocks: number, all: number, pages: number, h: number): number {
  const own = Math.min(blocks, all);
  const hottest = togetherHits(own / Math.max(1, pages), h);
  const rest = 1 - togetherHits(Math.min(1, all / Math.max(1, pages)), h);
  return own >= all ? 1 : hottest + (own / all) * rest;
}

type Document = HostMapPicture['document'];

/**
 * The price of a miss in host pages. On the serial clock a map block is one command: a fixed part, and the transfer of
 * its pages. On the event clock each of its pages takes a parallel unit as a host page does. Victims are written back as far as they
 * were changed: as often as seen so far, before that if the workload writes.
 */
export function missPrice(
  document: Document,
  { block_pages }: Pick<MapCacheView, 'block_pages'>,
  { loads, write_backs }: Pick<MapCosts, 'loads' | 'write_backs'>,
): number | null {
  const ns = (field: string): number => Number(valueAt(document, `device.${field}`) ?? Number.NaN);
  const [read, program, transfer] = [ns('read_ns'), ns('program_ns'), ns('transfer_ns')];
  const command = Number(valueAt(document, 'device.command_ns') ?? 0);
  const writes = Number(valueAt(document, 'workload.write_ratio') ?? 1);
  const dirty = loads > 0 ? write_backs / loads : writes > 0 ? 1 : 0;
  const event = valueAt(document, 'device.clock') === 'event';
  const block = (operation: number): number =>
    event ? block_pages * operation : operation + command + block_pages * transfer;
  const one = (operation: number): number => (event ? operation : operation + command + transfer);
  const page = writes * one(program) + (1 - writes) * one(read);
  const k = (block(read) + dirty * block(program)) / page;
  return Number.isFinite(k) && k >= 0 ? k : null;
}

function nowOf({ memory_bytes }: MapCacheView, costs: MapCosts, k: number | null): Tradeoff['now'] {
  const { lookups, hits, page_ns, full_page_ns } = costs;
  if (lookups === 0) return null;
  const hit = hits / lookups;
  const here = { bytes: memory_bytes, hit };
  if (page_ns !== null && full_page_ns !== null && page_ns > 0) {
    return { ...here, perf: Math.min(1, full_page_ns / page_ns), measured: true };
  }
  return k === null ? null : { ...here, perf: perfOf(hit, k), measured: false };
}

/** The chart in words. */
export function tradeoffLines(picture: HostMapPicture): string[] {
  const tradeoff = tradeoffOf(picture);
  if (!tradeoff) return [];
  const { now, full_bytes, k, curves } = tradeoff;
  const at = (one: TradeoffPoint): string => `${share(one.perf)} of the full table's speed from ${bytes(one.bytes)}`;
  return [
    `the whole table: ${bytes(full_bytes)}, 100 %`,
    ...(now
      ? [
          `this run: ${at(now)}, ${share(now.bytes / full_bytes)} of the memory; hits ${share(now.hit)}${now.measured ? '' : ' (speed by the model)'}`,
        ]
      : []),
    ...(k === null ? [] : [`a miss costs ${significant(k, 3)} host pages`]),
    ...curves.flatMap(({ name, points }) => {
      const third = points[Math.round(STEPS * 0.32)];
      return third ? [`${name}, by the model: ${at(third)}`] : [];
    }),
  ];
}

/** The point of a curve at a size, between those reckoned. */
export function pointAt(points: readonly TradeoffPoint[], memory: number): TradeoffPoint | null {
  const after = points.findIndex((point) => point.bytes >= memory);
  const [a, b] = [points[Math.max(0, after - 1)], points[after]];
  if (!a || !b) return points.at(-1) ?? null;
  const part = b.bytes === a.bytes ? 0 : (memory - a.bytes) / (b.bytes - a.bytes);
  return { bytes: memory, hit: a.hit + (b.hit - a.hit) * part, perf: a.perf + (b.perf - a.perf) * part };
}
