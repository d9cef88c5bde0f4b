/** What came of the same requests on the device without its techniques, as far as it has been run. */

/** Requests of a run beside the lane. More would keep a worker for minutes. */
export const REQUESTS_MAX = 500_000;

/** Devices that stand beside the one in the lane: as it was before ttFlash, with all of ttFlash, and without garbage collection. */
export type BaselineName = 'base' | 'rgc' | 'nogc';

export interface Baseline {
  name: BaselineName;
  reads: number;
  /** The response that a share of the reads does not exceed. */
  read_tail: readonly (readonly [share: number, ns: number])[];
  gc_fraction: number;
  queue_fraction: number;
}

export interface BaselinesState {
  /** The device to compare with, and the one without collections; null until it has been run. */
  rival: Baseline | null;
  nogc: Baseline | null;
  /** Which the rival is; null where there is none. */
  rival_name: BaselineName | null;
  /** Runs under way: the share that is done. */
  work: number | null;
  /** Only so many requests are run; null where all are. */
  limit: number | null;
  /** Why there is none. */
  refused: string | null;
}

export const NO_BASELINES: BaselinesState = {
  rival: null,
  nogc: null,
  rival_name: null,
  work: null,
  limit: null,
  refused: null,
};
