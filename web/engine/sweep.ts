/** Sweeps as the page asks for them; what the core answers is in `core-types.ts`. */

import type { SweepAxis } from './core-types';
import type { ExperimentDocument } from './experiment-document';

export type { SweepAxis, SweepPlan, SweepPoint, SweepPolicy, SweepTrace } from './core-types';

/** A number, a word, true or false, or nothing. */
export type SweepValue = number | string | boolean | null;

/** What is run: the experiment at every combination of the places along the axes, of which the last runs fastest. */
export interface SweepDocument {
  version: 1;
  experiment: ExperimentDocument;
  axes: readonly SweepAxis[];
}

/** What came of a point: the text of its report, or why its settings cannot be run. */
export type SweepOutcome = { index: number; report: string } | { index: number; report: null; refused: string };
