/** The papers' figures as the page knows them. What can be told from these values is a function here, never kept beside them. */

import type { FigureEntry, FigureMeasure, FigurePlan, FigureResult, Sensitivity } from '../../engine/core-types';

/**
 * How a figure comes about: from few or small experiments, or all of them, computed here; from a result of all of them that
 * is kept beside the page; or from the same experiments on a trace that the reader brought.
 */
export type FigureForm = (typeof FORMS)[number];
export const FORMS = ['quick', 'full', 'kept', 'trace'] as const;

export interface FiguresState {
  /** Every figure there is; null until the engine has said it. */
  list: readonly FigureEntry[] | null;
  /** The one in sight. */
  id: string | null;
  form: FigureForm;
  /** What must be run for it; null until the engine has said it. */
  plan: FigurePlan | null;
  /** By run of the plan; null where it has not been run. */
  measures: readonly (FigureMeasure | null)[];
  /** What came of each figure, by `resultKey`: of those looked at as far as their runs have been made, and of all that are kept. */
  results: Readonly<Record<string, FigureResult>>;
  /** The traces that figures can be computed on: their names in a row, and what is left out of them. */
  trace: { name: string; left_out: string | null } | null;
  /** The figure in sight as it is shown on them; null in any other form. */
  on_traces: FigureEntry | null;
  /** How firm claims are, by `firmKey`: of those asked for, and of all that are kept. */
  firmness: Readonly<Record<string, Sensitivity>>;
  /** The claim for which that is being computed, and how far. */
  firming: { claim: string; done: number; total: number } | null;
  /** Runs under way. */
  work: { /** null until it can be told. */ left_ms: number | null } | null;
}

export const NO_FIGURES: FiguresState = {
  list: null,
  id: null,
  form: 'quick',
  plan: null,
  measures: [],
  results: {},
  trace: null,
  on_traces: null,
  firmness: {},
  firming: null,
  work: null,
};

export const resultKey = (id: string, form: FigureForm): string => `${id} ${form}`;

/** Of a claim: computed here, in the quick form, or kept, at full size. */
export const firmKey = (claim: string, form: FigureForm): string => `${claim} ${form === 'kept' ? 'kept' : 'quick'}`;

/** How firm a claim is, as far as it is known in the form in sight, else in the other. */
export const firmnessOf = ({ firmness, form }: FiguresState, claim: string): Sensitivity | null =>
  firmness[firmKey(claim, form)] ?? firmness[firmKey(claim, 'quick')] ?? firmness[firmKey(claim, 'kept')] ?? null;

export const entryOf = ({ list, id }: FiguresState): FigureEntry | null =>
  list?.find((entry) => entry.id === id) ?? null;

export const resultOf = ({ results, id, form }: FiguresState): FigureResult | null =>
  (id !== null && results[resultKey(id, form)]) || null;

/** The result that is kept of a figure; null where there is none. */
export const keptOf = ({ results }: FiguresState, id: string | null): FigureResult | null =>
  (id !== null && results[resultKey(id, 'kept')]) || null;

/**
 * What a report tells of a figure: what came of it in the form in sight, else at full size, kept or quick; a form whose runs have not
 * all been made only where there is no other.
 */
export function reportedOf({ results, form }: FiguresState, id: string): FigureResult | null {
  const found = ([form, 'full', 'kept', 'quick'] as const).flatMap((each) => results[resultKey(id, each)] ?? []);
  return found.find(({ claims }) => claims.every(({ verdict }) => verdict !== null)) ?? found[0] ?? null;
}

/** Whether it can be saved as the command line prints it: not what was computed on a trace. */
export const isSaved = ({ plan, form }: FiguresState): boolean => plan !== null && form !== 'trace';

export const runsDone = ({ measures }: FiguresState): number => measures.filter((measure) => measure !== null).length;
