/** How much longer each lane takes than lane A, over the whole run: what the strips draw. Pure. */

import { extraOver, runningMeans } from '../../app/lanes/extra-time';
import type { FullRun } from '../../app/lanes/full-runs-state';

export interface ExtraModel {
  /** Requests at the ends of bins, the warm-up among them. */
  requests: readonly number[];
  /** By lane, A first, which is all zero. */
  extra_ns: readonly (readonly number[])[];
  /** The least and the most that a strip reaches; what goes beyond in the first requests is cut. */
  low_ns: number;
  high_ns: number;
}

const BINS = 400;
/** Means of the first requests leap about: the scale is that of the rest, with some room. */
const SETTLED = 0.15;
const ROOM = 1.15;

export function extraModel(full_runs: readonly FullRun[]): ExtraModel {
  const means = full_runs.map(({ responses_ns }) => runningMeans(responses_ns, BINS));
  const base = means[0] ?? { requests: [], mean_ns: [] };
  const warmup = full_runs[0]?.warmup_requests ?? 0;
  const extra_ns = means.map(({ mean_ns }) => extraOver(base.mean_ns, mean_ns));
  const from = Math.floor(base.requests.length * SETTLED);
  const settled = extra_ns.flatMap((lane) => lane.slice(from));
  return {
    requests: base.requests.map((request) => request + warmup),
    extra_ns,
    low_ns: ROOM * Math.min(0, ...settled),
    high_ns: ROOM * Math.max(0, ...settled),
  };
}
