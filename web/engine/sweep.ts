/** Sweeps as the core reads and plans them. Mirrors `sim-core/src/sweep/`. */

import type { ExperimentDocument, TraceJournal } from './protocol';

/** A number, a word, true or false, or nothing. */
export type SweepValue = number | string | boolean | null;

export interface SweepPolicy {
  title: string;
  /** By dotted path. One that sets a layer's or a buffer's kind replaces all that is said of it. */
  set: Readonly<Record<string, SweepValue>>;
}

export type SweepAxis =
  | { path: string; values: readonly SweepValue[] }
  | { policies: readonly { title: string; set: SweepPolicy['set'] }[] };

/** What is run: the experiment at every combination of the places along the axes, of which the last runs fastest. */
export interface SweepDocument {
  version: 1;
  experiment: ExperimentDocument;
  axes: readonly SweepAxis[];
}

/** The trace that a sweep replays, as far as it decides results. */
export interface SweepTrace {
  /** Of the file as stored. */
  sha256: string;
  /** As the file beside the trace says it. */
  journal: TraceJournal | null;
}

export interface SweepPlan {
  /** SHA-256 of all that decides the results. */
  id: string;
  count: number;
  axes: readonly SweepAxis[];
  points: readonly SweepPoint[];
}

export interface SweepPoint {
  index: number;
  /** By the path of each axis, and under `policy` the title of the policy. */
  settings: Readonly<Record<string, SweepValue>>;
  document: ExperimentDocument;
}

/** What came of a point: the text of its report, or why its settings cannot be run. */
export type SweepOutcome = { index: number; report: string } | { index: number; report: null; refused: string };
