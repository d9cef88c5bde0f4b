/** Whether a part of a claim came out, as a sign and in words. */

import type { ClaimJudgement, ReadingBasis } from '../../engine/core-types';

const OUTCOMES: Readonly<Record<ClaimJudgement, { sign: string; word: string }>> = {
  holds: { sign: '✓', word: 'reproduced' },
  fails: { sign: '✕', word: 'not reproduced' },
  'nothing-to-judge': { sign: '–', word: 'nothing to judge' },
};

/** Where another reading of the paper measures the same as our own it has no effect, and is no second witness. */
export function outcomeOf(judgement: ClaimJudgement | null, no_effect = false): { sign: string; word: string } {
  if (no_effect) return { sign: '=', word: 'no effect' };
  return judgement === null ? { sign: '–', word: 'not computed yet' } : OUTCOMES[judgement];
}

const BASES: Readonly<Record<ReadingBasis, string>> = {
  published: '',
  partly: ' (in part assumed here)',
  assumed: ' (assumed here)',
};

/** What follows the name of a reading that does not rest on what was published alone. */
export const basisWords = (basis: ReadingBasis = 'published'): string => BASES[basis];
