/** The figures by which lanes are compared, and who leads in each. Pure. */

import type { FullRun } from '../../app/lanes/full-runs-state';
import { LANE_LETTERS } from '../../app/lanes/side-by-side';
import type { Frame } from '../../engine/protocol';
import type { LaneFigure } from '../../lessons/lesson';
import { bytes, count, ratio, significant, time } from '../../render/format';

export interface LaneFigures {
  /** Requests that they are of. */
  requests: number;
  mean_ns: number | null;
  p99_ns: number | null;
  erases: number | null;
  amplification: number | null;
  ram_bytes: number | null;
}

export type FigureName = Exclude<keyof LaneFigures, 'requests'>;

/** What can be said of a figure, the one that lanes are compared by first. Of all of them less is better. */
export const FIGURES: readonly {
  name: FigureName;
  /** As a step of a lesson calls it. */
  word: LaneFigure;
  title: string;
  long: string;
  best: string;
  words: (value: number) => string;
}[] = [
  { name: 'mean_ns', word: 'mean', title: 'mean', long: 'mean response time', best: 'fastest', words: steadyTime },
  {
    name: 'p99_ns',
    word: 'p99',
    title: 'p99',
    long: '99th percentile of response times',
    best: 'lowest p99',
    words: steadyTime,
  },
  { name: 'erases', word: 'erases', title: 'erases', long: 'blocks erased', best: 'fewest erases', words: count },
  {
    name: 'amplification',
    word: 'amplification',
    title: 'ampl.',
    long: 'write amplification',
    best: 'lowest write amplification',
    words: ratio,
  },
  {
    name: 'ram_bytes',
    word: 'ram',
    title: 'RAM',
    long: 'memory of tables and buffers',
    best: 'least memory',
    words: bytes,
  },
];

/** Always with three digits, so that a figure that changes keeps its width: `12.0 ms`. */
export function steadyTime(ns: number): string {
  const text = time(ns, 3);
  const [number = '', unit] = text.split('\u00a0');
  const is_plain = unit !== undefined && !text.includes('min') && Number(number) >= 1 && Number(number) < 100;
  return is_plain ? `${Number(number).toPrecision(3)}\u00a0${unit}` : text;
}

/** Up to where a lane stands. */
export function figuresSoFar(frame: Frame | null): LaneFigures | null {
  const charts = frame?.charts;
  if (!charts) return null;
  const { request: requests, mean_response_ns: mean_ns, p99_ns, erases, ram_bytes } = charts.so_far;
  return { requests, mean_ns, p99_ns, erases, amplification: charts.write_amplification.now, ram_bytes };
}

/** Of a whole run. */
export function figuresOfFullRun(full_run: FullRun | null): LaneFigures | null {
  if (!full_run) return null;
  const { requests, mean_response_ns, p99_ns, nand_erases, write_amplification, ram_bytes } = full_run.figures;
  return {
    requests,
    mean_ns: mean_response_ns,
    p99_ns,
    erases: nand_erases,
    amplification: write_amplification,
    ram_bytes,
  };
}

/** A lead of less is none. */
const LEAD = 1.005;

/**
 * The figures that can be compared, null for the rest: those of fewer requests than others are, as of a lane that stopped early, say
 * nothing of the others. None where one is not known yet.
 */
export function comparable(lanes: readonly (LaneFigures | null)[]): readonly (LaneFigures | null)[] {
  const is_known = lanes.every((lane) => lane !== null);
  const most = Math.max(...lanes.map((lane) => lane?.requests ?? 0));
  return lanes.map((lane) => (is_known && lane?.requests === most ? lane : null));
}

/** Of lanes that can be compared, those that lead in a figure: the one with the least, and whoever is as good. None where all are alike. */
export function leaders(lanes: readonly (LaneFigures | null)[], name: FigureName): readonly number[] {
  const known = lanes.flatMap((lane, index) => (lane === null ? [] : [{ index, value: lane[name] }]));
  const values = known.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < Math.max(2, known.length)) return [];
  const least = Math.min(...values);
  const leading = known.filter(({ value }) => (value ?? 0) <= least * LEAD);
  return leading.length === known.length ? [] : leading.map(({ index }) => index);
}

/** "2.1 × A", "as A"; empty for lane A itself and where there is nothing to compare. */
export function againstA(lanes: readonly (LaneFigures | null)[], index: number, name: FigureName): string {
  const [base, own] = [lanes[0]?.[name] ?? null, lanes[index]?.[name] ?? null];
  if (index === 0 || base === null || own === null) return '';
  return timesWords(base, own, LANE_LETTERS[0]);
}

/** `own` against `base`, of a lane with that letter. */
function timesWords(base: number, own: number, letter: string): string {
  if (own === base) return `as ${letter}`;
  if (base === 0) return '';
  const times = own / base;
  if (times > 0.995 && times < 1.005) return `as ${letter}`;
  return `${timesNumber(times)} × ${letter}`;
}

/** Two digits: `2.1`, `0.26`, `33`; nothing is `0`. */
export function timesNumber(times: number): string {
  if (times === 0) return '0';
  if (times >= 100) return significant(times, 3);
  if (times >= 10) return significant(times, 2);
  // A ratio near one would read as one with two digits.
  if (times > 0.9 && times < 1.1) return times.toFixed(2);
  if (times < 0.001) return '<\u00a00.001';
  return times > 1 ? times.toFixed(1) : significant(times, 2);
}
