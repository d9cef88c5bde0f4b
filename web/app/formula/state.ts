/** A victim policy as it is being typed, and what it makes of the present moment. */

import type { ExperimentDocument, FormulaRanking } from '../../engine/protocol';
import { valueAt, withValue } from '../experiment';
import type { AppState } from '../state';

export interface Formula {
  /** As it is being typed; it may be no formula. */
  text: string;
  /** The number that `k` stands for in it. */
  k: number;
}

export interface FormulaState extends Formula {
  is_open: boolean;
  /** What the worker said last, of which text, as of the frame it was asked at; null until it has said something. */
  ranked: { text: string; ranking: FormulaRanking } | null;
}

/** The default of `ftl.gc.k`. */
const K = 1;

export const NO_FORMULA: FormulaState = { is_open: false, text: '', k: K, ranked: null };

export const POLICY = 'ftl.gc.policy';
export const FORMULA = 'ftl.gc.formula';
export const CONSTANT = 'ftl.gc.k';

/** The settings that make `formula` the victim policy. */
export const settingsOf = ({ text, k }: Formula): Readonly<Record<string, unknown>> => ({
  [POLICY]: 'formula',
  [FORMULA]: text,
  ...(usesConstant(text) ? { [CONSTANT]: k } : {}),
});

/** Whether `k` stands in a formula, so that its value matters. */
export const usesConstant = (text: string): boolean => /\bk\b/.test(text);

/** Whether a victim policy chooses on this device. */
export const choosesVictims = ({ opened }: Pick<AppState, 'opened'>): boolean =>
  opened !== null && typeof valueAt(opened.document, POLICY) === 'string';

/** Whether the text is a formula that can choose, as far as is known. */
export const isReady = ({ text, ranked }: FormulaState): boolean =>
  ranked?.text === text && ranked.ranking.error === null;

/** The formula by which `document` chooses, or else `otherwise`. */
export function formulaOf(document: ExperimentDocument, otherwise: Formula): Formula {
  const text = valueAt(document, FORMULA);
  if (valueAt(document, POLICY) !== 'formula' || typeof text !== 'string') return otherwise;
  const k = valueAt(document, CONSTANT);
  return { text, k: typeof k === 'number' ? k : otherwise.k };
}

/** `document` with `formula` as its victim policy from the start. */
export const withFormula = (document: ExperimentDocument, formula: Formula): ExperimentDocument =>
  Object.entries(settingsOf(formula)).reduce((next, [path, value]) => withValue(next, path, value), document);
