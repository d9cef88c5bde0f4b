/** Whether a part of a claim came out, as a sign and in words. */

import type { ClaimJudgement } from '../../engine/core-types';

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
