/** What came of the lanes' full runs, which are made beside the lanes: where they part, and who leads in the end. */

import type { TimeByPurpose } from '../../engine/protocol';
import type { Divergence } from './divergences';

/** The figures of a report by which lanes are compared. Responses in nanoseconds; null where they do not apply. */
export interface FullRunFigures {
  requests: number;
  mean_response_ns: number | null;
  p99_ns: number | null;
  max_ns: number | null;
  nand_erases: number;
  write_amplification: number | null;
  ram_bytes: number;
  time_by_purpose: TimeByPurpose;
  saturated: boolean | null;
  end: { kind: string; text: string } | null;
}

export interface FullRun {
  figures: FullRunFigures;
  /** JSON text, as the command line prints it. */
  report: string;
  /** Of the first counted requests, in order. */
  responses_ns: Float64Array;
  /** Requests of the warm-up, which are not among them. */
  warmup_requests: number;
  fingerprint: string;
}

export interface FullRunsState {
  /** By lane; null until it has been run. */
  runs: readonly (FullRun | null)[];
  /** Known once all have been run. Requests counted from the start of the run. */
  divergences: readonly Divergence[] | null;
  /** Runs under way: the share that is done. */
  work: number | null;
  /** Why there are none. */
  refused: string | null;
}

export const NO_FULL_RUNS: FullRunsState = { runs: [], divergences: null, work: null, refused: null };

/** Whether all lanes were given the same requests; null until that is known. */
export function sameRequests({ runs }: FullRunsState): boolean | null {
  const known = runs.filter((run) => run !== null);
  return known.length < Math.max(2, runs.length)
    ? null
    : known.every((run) => run.fingerprint === known[0]?.fingerprint);
}
