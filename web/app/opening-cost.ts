/**
 * What a link would take, before anything of it is begun: memory, and time at known speeds. What is more than somebody who clicked on it may
 * expect waits for a word. Pure.
 */

import type { Estimate, Failure } from '../engine/protocol';
import { bytes, count, plural } from '../render/format';
import { REQUESTS_MAX } from './baselines/state';

export interface Weight {
  memory_bytes: number;
  /** For the devices to be built and filled. */
  open_s: number;
  /** From the start of the run to the moment of the link. */
  seek_s: number;
  /** For what is run beside: lanes that stand side by side to their ends, and a device without its techniques. */
  runs_s: number;
}

export const SECONDS_MAX = 1;
export const MEMORY_MAX_BYTES = 512 * 2 ** 20;

/** Of a tab on a laptop, rather too slow than too fast. */
const PAGES_BUILT_PER_S = 5e6;
const PAGES_WRITTEN_PER_S = 1e6;
const OPERATIONS_PER_S = 1e6;
const REQUESTS_PER_S = 5e5;

/** Devices without stripes on which the requests of one that has them, and is alone, are run beside it, one after the other. */
const BASELINES = 2;

/** Requests that are run beside `lane`. */
function requestsBeside({ requests, has_stripes }: Estimate, alone: boolean): number {
  if (!alone) return requests ?? 0;
  return has_stripes ? BASELINES * Math.min(requests ?? 0, REQUESTS_MAX) : 0;
}

/** Of the lanes of a link, A first, and the operation of lane A at which it stands. */
export function weightOf(lanes: readonly Estimate[], op: number): Weight {
  const watched = lanes.filter(({ watchable }) => watchable);
  const sum = (of: (lane: Estimate) => number): number => watched.reduce((total, lane) => total + of(lane), 0);
  const alone = lanes.length === 1;
  return {
    memory_bytes: sum((lane) => lane.watched_bytes + (alone && !lane.has_stripes ? 0 : lane.run_bytes)),
    open_s: sum(({ pages, prepared_pages }) => pages / PAGES_BUILT_PER_S + prepared_pages / PAGES_WRITTEN_PER_S),
    seek_s: watched.length * (op / OPERATIONS_PER_S),
    runs_s: sum((lane) => requestsBeside(lane, alone) / REQUESTS_PER_S),
  };
}

/** One run from its start to its end, with nobody watching. */
export const runSeconds = ({ pages, prepared_pages, requests }: Estimate): number =>
  pages / PAGES_BUILT_PER_S + prepared_pages / PAGES_WRITTEN_PER_S + (requests ?? 0) / REQUESTS_PER_S;

/** What is to be asked before a link of this weight is opened; null where it opens at once. */
export function asksFirst(lanes: readonly Estimate[], op: number): Failure | null {
  const weight = weightOf(lanes, op);
  const { memory_bytes, open_s, seek_s, runs_s } = weight;
  if (memory_bytes <= MEMORY_MAX_BYTES && open_s + seek_s + runs_s <= SECONDS_MAX) return null;
  return { kind: 'large', text: inWords(lanes, op, weight), field: seek_s > SECONDS_MAX ? 'op' : null, nearest: null };
}

function inWords(lanes: readonly Estimate[], op: number, { memory_bytes, open_s, seek_s, runs_s }: Weight): string {
  const pages = lanes.reduce((sum, lane) => sum + lane.pages, 0);
  const devices = lanes.length === 1 ? 'its device has' : `its ${lanes.length} devices have`;
  const memory = `about ${bytes(memory_bytes)} of memory and ${duration(open_s)}`;
  const reasons = [
    {
      is_much: memory_bytes > MEMORY_MAX_BYTES,
      text: `Opening this link takes ${memory}: ${devices} ${plural(pages, 'page')}.`,
    },
    {
      is_much: open_s > SECONDS_MAX && memory_bytes <= MEMORY_MAX_BYTES,
      text: `Filling the device before the first request takes about ${duration(open_s)}.`,
    },
    {
      is_much: seek_s > SECONDS_MAX,
      text: `This link opens at operation ${count(op)}. Computing every operation before it takes about ${duration(seek_s)}.`,
    },
    { is_much: runs_s > SECONDS_MAX, text: `${besideInWords(lanes)}: about ${duration(runs_s)}.` },
  ];
  const much = reasons.filter(({ is_much }) => is_much);
  const all = `This link takes about ${duration(open_s + seek_s + runs_s)} to open.`;
  return [...(much.length > 0 ? much.map(({ text }) => text) : [all]), 'Nothing has been started.'].join('\n');
}

const besideInWords = (lanes: readonly Estimate[]): string =>
  lanes.length > 1
    ? 'This link also runs all lanes to the end in the background'
    : 'This link also runs its requests in the background on the device without its techniques';

const UNITS = [
  { name: 'year', s: 365 * 86_400 },
  { name: 'day', s: 86_400 },
  { name: 'hour', s: 3600 },
  { name: 'minute', s: 60 },
  { name: 'second', s: 1 },
] as const;

/** "12 days"; less than two of a unit are told in the next smaller one. */
export function duration(s: number): string {
  const unit = UNITS.find((each) => s >= 2 * each.s) ?? { name: 'second', s: 1 };
  return s < 1 ? 'less than a second' : plural(Math.round(s / unit.s), unit.name);
}
