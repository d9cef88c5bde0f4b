/** The papers' figures as the page knows them. What can be told from these values is a function here, never kept beside them. */

import type { FigureEntry, FigureMeasure, FigurePlan, FigureResult } from '../../engine/figures';

export interface FiguresState {
  /** Every figure there is; null until the engine has said it. */
  list: readonly FigureEntry[] | null;
  /** The one in sight. */
  id: string | null;
  quick: boolean;
  /** What must be run for it; null until the engine has said it. */
  plan: FigurePlan | null;
  /** By run of the plan; null where it has not been run. */
  measures: readonly (FigureMeasure | null)[];
  /** What came of each figure looked at in this visit, by `resultKey`, as far as its runs have been made. */
  results: Readonly<Record<string, FigureResult>>;
  /** Runs under way. */
  work: { /** null until it can be told. */ left_ms: number | null } | null;
}

export const NO_FIGURES: FiguresState = {
  list: null,
  id: null,
  quick: true,
  plan: null,
  measures: [],
  results: {},
  work: null,
};

export const resultKey = (id: string, quick: boolean): string => `${id} ${quick ? 'quick' : 'full'}`;

export const entryOf = ({ list, id }: FiguresState): FigureEntry | null =>
  list?.find((entry) => entry.id === id) ?? null;

export const resultOf = ({ results, id, quick }: FiguresState): FigureResult | null =>
  (id !== null && results[resultKey(id, quick)]) || null;

export const runsDone = ({ measures }: FiguresState): number => measures.filter((measure) => measure !== null).length;
