/** What a trace's page draws and says, from the overview. Pure. */

import { max, sum, ticks } from 'd3-array';
import type { TraceOverview, TraceWindow } from '../../engine/protocol';
import { bytes, count, plural, share, significant, time } from '../../render/format';

export const SECTOR_BYTES = 512;

const DAY_NS = 86_400e9;

/** Traces last up to months; from two days on, days say it best. */
export const span = (ns: number): string => (ns >= 2 * DAY_NS ? `${significant(ns / DAY_NS, 3)} days` : time(ns));

/** Numbers by powers of two: a bar each. */
export interface Histogram {
  bars: readonly Bar[];
  /** What all bars count together. */
  total: number;
}

export interface Bar {
  /** Where it begins. */
  from: number;
  /** Where the next one begins. */
  to: number;
  /** One of each series. */
  counts: readonly number[];
}

/** `series` as the core has them: the first number is that of zeros, then from each power of two on. Empty bars at the ends are left out. */
export function histogramOf(series: readonly (readonly number[])[]): Histogram {
  const length = max(series, (counts) => counts.length) ?? 0;
  const all = Array.from({ length }, (_, power) => ({
    from: power === 0 ? 0 : 2 ** (power - 1),
    to: 2 ** power,
    counts: series.map((counts) => counts[power] ?? 0),
  }));
  const first = all.findIndex((bar) => sum(bar.counts) > 0);
  const bars = first < 0 ? [] : all.slice(first);
  return { bars, total: sum(bars, (bar) => sum(bar.counts)) };
}

/** The bar below which half of all lies; null where there is nothing. */
export function medianBar({ bars, total }: Histogram): Bar | null {
  let below = 0;
  for (const bar of bars) {
    below += sum(bar.counts);
    if (below * 2 >= total) return bar;
  }
  return null;
}

/** Round values within a range, each at its part of it. `unit` is the size of what is counted in. */
export function axisTicks(from: number, to: number, unit: number, most: number): { value: number; at: number }[] {
  if (to <= from) return [];
  return ticks(from / unit, to / unit, most).map((tick) => ({
    value: tick * unit,
    at: (tick * unit - from) / (to - from),
  }));
}

const TIME_STEPS_NS = [1, 1e3, 1e6, 1e9, 60e9, 3600e9, DAY_NS];
/** Round values are of the largest unit of which the range has some. */
export const timeUnit = (range_ns: number): number => TIME_STEPS_NS.findLast((unit) => range_ns >= 2 * unit) ?? 1;

const BYTE_STEPS = [0, 1, 2, 3, 4].map((power) => 1024 ** power);
export const byteUnit = (range_bytes: number): number => BYTE_STEPS.findLast((unit) => range_bytes >= 2 * unit) ?? 1;

/** A time on an axis of this unit: "12.5 s", "3 d". */
export function tickTime(ns: number, unit_ns: number): string {
  const name = { 1: 'ns', 1e3: 'µs', 1e6: 'ms', 1e9: 's', 60e9: 'min', 3600e9: 'h', [DAY_NS]: 'd' }[unit_ns] ?? 'ns';
  return `${significant(ns / unit_ns, 5)} ${name}`;
}

/** The window in words; null is all of the trace. */
export function windowInWords({ from_ns, to_ns, first_sector, end_sector }: TraceWindow): string {
  const unit = timeUnit(to_ns - from_ns);
  const precise = (ns: number): string => `${significant(ns / unit, 6)} ${tickTime(0, unit).split(' ')[1]}`;
  return `${precise(from_ns)} to ${precise(to_ns)}, ${bytes(first_sector * SECTOR_BYTES)} to ${bytes(end_sector * SECTOR_BYTES)}`;
}

/** The one sentence over the page. */
export function headline(overview: TraceOverview): string {
  const { requests, reads, writes, written, window, order } = overview;
  const duration = span(window.to_ns - window.from_ns);
  if (requests === 0) return `No request in these ${duration}.`;
  const moved = reads.requests + writes.requests;
  const leads =
    moved === 0
      ? 'no reads and no writes'
      : writes.requests >= reads.requests
        ? `${share(writes.requests / moved)} writes, ${bytes(writes.bytes)} onto ${bytes(written.bytes)}`
        : `${share(reads.requests / moved)} reads, ${bytes(reads.bytes)}`;
  const sequential = order.followers > 0 ? `, ${share(order.sequential / order.followers)} sequential` : '';
  return `${plural(requests, 'request')} in ${duration}: ${leads}${sequential}.`;
}

/** A figure with what it means. */
export interface Figure {
  term: string;
  value: string;
  meaning: string;
}

export function figuresOf(overview: TraceOverview): Figure[] {
  const { reads, writes, trims, flushes, touched, written, order, reuse } = overview;
  const moved = reads.requests + writes.requests;
  const address_bytes = (overview.end_sector - overview.first_sector) * SECTOR_BYTES;
  const of = (part: number, whole: number): string => (whole > 0 ? share(part / whole) : '–');
  const coarse =
    touched.unit_bytes > SECTOR_BYTES
      ? ` Counted in pieces of ${bytes(touched.unit_bytes)}, since there are too many to keep apart.`
      : '';
  const sampled = reuse.one_in > 1 ? ` One page in ${count(reuse.one_in)} is followed, since there are too many.` : '';
  const all: (Figure | null)[] = [
    amount('reads', reads.requests, reads.bytes),
    amount('writes', writes.requests, writes.bytes),
    trims.requests > 0 ? amount('trims', trims.requests, trims.bytes) : null,
    flushes > 0
      ? {
          term: 'flushes',
          value: count(flushes),
          meaning: 'Requests to make everything written durable. They have no address.',
        }
      : null,
    {
      term: 'touched',
      value: bytes(touched.bytes),
      meaning: `All addresses that are read, written or trimmed, each counted once: ${plural(touched.pages, 'page')} of 4 KiB.${coarse}`,
    },
    {
      term: 'written',
      value: bytes(written.bytes),
      meaning: `The addresses that are written, each counted once. ${bytes(writes.bytes)} are written, so each of them ${written.bytes > 0 ? significant(writes.bytes / written.bytes, 3) : '0'} times.`,
    },
    {
      term: 'address span',
      value: bytes(address_bytes),
      meaning: `From the lowest address touched, ${bytes(overview.first_sector * SECTOR_BYTES)}, to the highest, ${bytes(overview.end_sector * SECTOR_BYTES)}. ${of(touched.bytes, address_bytes)} of it is touched.`,
    },
    {
      term: 'sequential',
      value: of(order.sequential, order.followers),
      meaning: 'Requests that start where the one before ended: the sequentiality of the C-lash papers.',
    },
    {
      term: 'local',
      value: of(order.local, order.followers),
      meaning:
        'Requests that are not sequential and start less than two pages (8 KiB) from the start of the one before: the spatial locality of the C-lash papers.',
    },
    {
      term: 'mean size',
      value: moved > 0 ? bytes((reads.bytes + writes.bytes) / moved) : '–',
      meaning: `Of a read or write. The largest read has ${bytes(reads.max_bytes)}, the largest write ${bytes(writes.max_bytes)}.`,
    },
    {
      term: 'whole pages',
      value: of(reads.aligned + writes.aligned, moved),
      meaning:
        'Reads and writes that begin and end at a page of 4 KiB. What does not touches a page more, and a write then has to read it first.',
    },
    {
      term: 'reused',
      value: of(reuse.accesses - reuse.first, reuse.accesses),
      meaning: `Accesses of a page of 4 KiB that was read or written before.${sampled}`,
    },
  ];
  return all.filter((figure) => figure !== null);
}

const amount = (term: string, requests: number, moved: number): Figure => ({
  term,
  value: `${count(requests)}, ${bytes(moved)}`,
  meaning: `How many ${term} there are, and how much they move${term === 'trims' ? ' out of use' : ''}.`,
});

/** How many requests a cell of the heat map has, of what is shown. */
export type HeatOf = 'all' | 'reads' | 'writes';

export function cellCounts({ heat }: TraceOverview, of: HeatOf): readonly number[] {
  if (of !== 'all') return heat[of];
  return heat.reads.map((reads, at) => reads + (heat.writes[at] ?? 0));
}

/** The step of a ramp of `steps` for a count: 0 is none, and each next one as many times as many. */
export function heatStep(value: number, most: number, steps: number): number {
  if (value <= 0) return 0;
  const part = most <= 1 ? 1 : Math.log(value) / Math.log(most);
  return 1 + Math.round(part * (steps - 2));
}
