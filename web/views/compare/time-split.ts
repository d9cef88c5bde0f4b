/** Where each lane's time goes, and what makes one lane slower than another. Pure. */

import { lanesOf } from '../../app/lanes/side-by-side';
import type { AppState } from '../../app/state';
import type { TimeByPurpose, TimeSums } from '../../engine/protocol';
import { count, share, time } from '../../render/format';
import { letterOf } from './lane-appearance';
import { timesNumber } from './lane-figures';
import type { Span } from './standing';

/** Which requests are looked at. */
export type Slice = keyof TimeByPurpose;

export const SLICES: readonly { slice: Slice; title: string }[] = [
  { slice: 'all', title: 'all requests' },
  { slice: 'slowest_1_percent', title: 'slowest 1\u00a0%' },
  { slice: 'slowest_0_1_percent', title: 'slowest 0.1\u00a0%' },
];

type PartField = Exclude<keyof TimeSums, 'requests' | 'total_ns'>;

/** What time goes to, in the order in which it is drawn. */
export const PARTS: readonly { field: PartField; name: string; long: string }[] = [
  { field: 'host_ns', name: 'host', long: 'the host’s own pages' },
  { field: 'waiting_ns', name: 'waiting', long: 'waiting for earlier requests' },
  { field: 'gc_ns', name: 'GC', long: 'garbage collection' },
  { field: 'merge_ns', name: 'merges', long: 'merges' },
  { field: 'map_ns', name: 'map', long: 'reading and writing the map' },
  { field: 'padding_ns', name: 'padding', long: 'padding' },
  { field: 'parity_ns', name: 'parity', long: 'parity' },
  { field: 'flush_ns', name: 'flush', long: 'flushes from RAM' },
  { field: 'other_ns', name: 'other', long: 'wear levelling and recovery' },
];

export interface Split {
  requests: number;
  /** Per request. */
  mean_ns: number;
  /** In the order of `PARTS`, per request; those that took no time among them. */
  parts_ns: readonly number[];
}

/** Null where there is nothing served yet. */
export function splitOf(sums: TimeSums | null): Split | null {
  if (!sums || sums.requests === 0) return null;
  const { requests, total_ns } = sums;
  return { requests, mean_ns: total_ns / requests, parts_ns: PARTS.map(({ field }) => sums[field] / requests) };
}

/** Of all lanes: up to where they stand, or of their full runs. */
export function splitsOf(state: AppState, span: Span, slice: Slice): readonly (Split | null)[] {
  return lanesOf(state).map(({ frame }, lane) => {
    const times =
      span === 'whole' ? state.full_runs.runs[lane]?.figures.time_by_purpose : frame?.charts?.so_far.time_by_purpose;
    return splitOf(times?.[slice] ?? null);
  });
}

/** Means closer than this are as good as each other. */
const TIE = 1.005;
/** Parts that make up this much of a difference are its reason. */
const MOST = 0.6;
const PARTS_NAMED_MAX = 3;
/** What a part makes up for is told from this share of the difference on. */
const MADE_UP = 0.02;

/**
 * "D is 2.1 × slower than A: 78 % of the difference is merges.": the slowest against the fastest of those with the most requests.
 * Null where no lane is slower, or nothing is known.
 */
export function whySlower(splits: readonly (Split | null)[]): string | null {
  const most = Math.max(...splits.map((split) => split?.requests ?? 0));
  const known = splits.flatMap((split, lane) => (split && split.requests === most ? [{ ...split, lane }] : []));
  const order = known.sort((a, b) => a.mean_ns - b.mean_ns);
  const [fastest, slowest] = [order[0], order.at(-1)];
  if (!fastest || !slowest || slowest.mean_ns <= fastest.mean_ns * TIE) return null;
  const apart_ns = slowest.mean_ns - fastest.mean_ns;
  const opening =
    fastest.mean_ns === 0
      ? `${letterOf(slowest.lane)} takes ${time(apart_ns, 3)} longer than ${letterOf(fastest.lane)}`
      : `${letterOf(slowest.lane)} is ${timesNumber(slowest.mean_ns / fastest.mean_ns)} × slower than ${letterOf(fastest.lane)}`;
  const parts = PARTS.map(({ long }, at) => ({
    long,
    more_ns: (slowest.parts_ns[at] ?? 0) - (fastest.parts_ns[at] ?? 0),
  })).sort((a, b) => b.more_ns - a.more_ns);
  return `${opening}: ${reasons(parts, apart_ns)}.`;
}

/** What is said where no lane is slower: they tie, or have not served the same requests, as where one stopped early. */
export function notSlower(splits: readonly (Split | null)[]): string {
  const served = splits.map((split) => split?.requests ?? 0);
  if (new Set(served).size === 1) return 'The lanes tie.';
  const each = served.map((requests, lane) => `${letterOf(lane)} ${count(requests)}`);
  return `The lanes have not served the same number of requests: ${each.join(', ')}.`;
}

interface Difference {
  long: string;
  more_ns: number;
}

/** "78 % of the difference is merges"; where something else took less time "per request 3 ms more for merges, 1 ms less for GC". */
function reasons(parts: readonly Difference[], apart_ns: number): string {
  const more = parts.filter(({ more_ns }) => more_ns > 0);
  const all_ns = more.reduce((sum, { more_ns }) => sum + more_ns, 0);
  const named: Difference[] = [];
  for (const part of more) {
    const told_ns = named.reduce((sum, { more_ns }) => sum + more_ns, 0);
    if (told_ns >= MOST * all_ns || named.length === PARTS_NAMED_MAX) break;
    named.push(part);
  }
  // Shares of a difference say nothing where something makes up for it.
  const less = parts.at(-1);
  if (less && less.more_ns < -MADE_UP * apart_ns) {
    const words = named.map(({ long, more_ns }, at) => `${time(more_ns, 2)}${at === 0 ? ' more' : ''} for ${long}`);
    return `per request ${words.join(', ')}, ${time(-less.more_ns, 2)} less for ${less.long}`;
  }
  const [main, ...others] = named.map(({ long, more_ns }) => ({
    long,
    part: share(Math.min(1, more_ns / apart_ns), 2),
  }));
  return [
    `${main?.part} of the difference is ${main?.long}`,
    ...others.map(({ long, part }) => `${part} ${long}`),
  ].join(', ');
}

/** "Page mapping (A): mean 1.2 ms per request: host 0.9 ms, GC 0.3 ms". */
export function splitInWords({ mean_ns, parts_ns }: Split): string {
  const parts = PARTS.flatMap(({ name }, at) => {
    const ns = parts_ns[at] ?? 0;
    return ns === 0 ? [] : [`${name} ${time(ns, 3)}`];
  });
  return `mean ${time(mean_ns, 3)} per request${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}
