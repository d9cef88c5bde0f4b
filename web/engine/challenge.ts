/** Challenges as the page asks for them; what the core answers is in `core-types.ts`. */

import type { ChallengeClaim, ChallengeEntry, ChallengeMeasure } from './core-types';

export type {
  ChallengeBoard,
  ChallengeChecked,
  ChallengeChoices,
  ChallengeClaim,
  ChallengeEntry,
  ChallengeFormula,
  ChallengeMeasure,
  ChallengeMetric,
  ChallengeOf,
  ChallengeOpened,
  ChallengePolicy,
  ChallengeRow,
} from './core-types';

/** A challenge as one JSON document; the core reads it. */
export type ChallengeDocument = Record<string, unknown>;

/** An entry as the core reads it: a known policy's word, or a formula with a name. */
export type EntryAsk = string | { name: string; formula: string; k?: number; group?: 'page' };

/** An entry and what came of it. */
export interface RunAsk {
  entry: EntryAsk;
  /** A seed each; null where it is still to come. */
  measures: readonly (ChallengeMeasure | null)[];
  claim: ChallengeClaim | null;
}

/** An entry as it is asked about. */
export function entryAsk({ name, policy }: ChallengeEntry): EntryAsk {
  if ('known' in policy) return policy.known;
  const { text, k, by_page } = policy.formula;
  return { name, formula: text, ...(k === null ? {} : { k }), ...(by_page ? { group: 'page' as const } : {}) };
}
