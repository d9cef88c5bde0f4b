/** A policy as it is being typed, of victims or of a write buffer, and what it makes of the present moment. */

import type { ExperimentDocument, FormulaOf, FormulaRanking } from '../../engine/protocol';
import { valueAt, withChoice, withValue } from '../experiment';
import type { LaneState } from '../lanes/state';

export interface Formula {
  of: FormulaOf;
  /** As it is being typed; it may be no formula. */
  text: string;
  /** The number that `k` stands for in it. */
  k: number;
  /** Whether single pages leave a write buffer, not whole logical blocks. */
  by_page: boolean;
}

export interface FormulaState extends Formula {
  is_open: boolean;
  /** What the worker said last, of which text, as of the frame it was asked at; null until it has said something. */
  ranked: { text: string; ranking: FormulaRanking } | null;
}

/** The default of both constants. */
const K = 1;

export const NO_FORMULA: FormulaState = { is_open: false, of: 'victim', text: '', k: K, by_page: false, ranked: null };

interface Fields {
  /** Says that a formula chooses. */
  policy: string;
  formula: string;
  constant: string;
  /** The formula to begin with. */
  first: string;
}

const GROUP = 'buffer.group';
export const FIELDS: Readonly<Record<FormulaOf, Fields>> = {
  victim: { policy: 'ftl.gc.policy', formula: 'ftl.gc.formula', constant: 'ftl.gc.k', first: 'invalid' },
  buffer: { policy: 'buffer.kind', formula: 'buffer.formula', constant: 'buffer.k', first: 'held' },
};
export const { policy: POLICY, formula: FORMULA, constant: CONSTANT } = FIELDS.victim;

/** What makes `formula` the policy of a device where one chooses already. */
export const settingsOf = ({ of, text, k }: Formula): Readonly<Record<string, unknown>> => {
  const { policy, formula, constant } = FIELDS[of];
  // A write buffer stays what it is while it holds data.
  const chosen = of === 'victim' ? { [policy]: 'formula' } : {};
  return { ...chosen, [formula]: text, ...(usesConstant(text) ? { [constant]: k } : {}) };
};

/** Whether `k` stands in a formula, so that its value matters. */
export const usesConstant = (text: string): boolean => /\bk\b/.test(text);

/** Whether a victim policy chooses on this device, or a write buffer in which pages stand in the order in which they leave. */
export function hasChoice({ opened }: Pick<LaneState, 'opened'>, of: FormulaOf): boolean {
  if (of === 'buffer') return opened?.observables.stages.buffer === 'buffer';
  return typeof (opened && valueAt(opened.document, POLICY)) === 'string';
}

/** Whether the text is a formula that can choose, as far as is known. */
export const isReady = ({ text, ranked }: FormulaState): boolean =>
  ranked?.text === text && ranked.ranking.error === null;

/** Whether the formula can take over at this moment: a write buffer has to choose by one already, and among the same. */
export function canTakeOver(formula: FormulaState): boolean {
  const ranking = formula.ranked?.ranking;
  if (!ranking || !isReady(formula) || ranking.missing !== null) return false;
  return formula.of === 'victim' || ranking.candidates === 0 || (ranking.of === 'page') === formula.by_page;
}

/** The formula by which `document` chooses, or else `otherwise`. */
export function formulaOf(document: ExperimentDocument, otherwise: Formula): Formula {
  const { policy, formula, constant } = FIELDS[otherwise.of];
  const text = valueAt(document, formula);
  if (valueAt(document, policy) !== 'formula' || typeof text !== 'string') return otherwise;
  const k = valueAt(document, constant);
  const by_page = valueAt(document, GROUP) === 'page';
  return { ...otherwise, text, k: typeof k === 'number' ? k : otherwise.k, by_page };
}

/** `document` with `formula` as its policy from the start. */
export function withFormula(document: ExperimentDocument, formula: Formula): ExperimentDocument {
  const { policy } = FIELDS[formula.of];
  const is_new = valueAt(document, policy) !== 'formula';
  const begun = is_new && formula.of === 'buffer' ? withChoice(document, policy, 'formula') : document;
  const set = { ...settingsOf(formula), ...groupOf(formula) };
  return Object.entries(set).reduce((next, [path, value]) => withValue(next, path, value), begun);
}

const groupOf = ({ of, by_page }: Formula): Readonly<Record<string, unknown>> =>
  of === 'buffer' ? { [GROUP]: by_page ? 'page' : undefined } : {};
