/** What came of a claim, in words. */

import type { FigureClaim } from '../../engine/core-types';

const WORDS = {
  reproduced: 'reproduced',
  'reproduced-under': 'reproduced under',
  'not-reproduced': 'not reproduced',
  impossible: 'impossible',
  'not-tested': 'not tested',
} as const;

/** `reproduced under K, F`; of a claim that is not reproduced also whether that was to be expected, and of what is no claim of the paper that it is ours. */
export function verdictWords(claim: FigureClaim): string {
  return claim.is_ours ? `ours, not the paper's: ${cameWords(claim)}` : cameWords(claim);
}

const OPEN = {
  holds: 'not computed yet',
  fails: 'not by our own reading; others at full size',
  'nothing-to-judge': 'nothing to judge by our own reading; others at full size',
} as const;

function cameWords({ verdict, judgement, readings, report_only }: FigureClaim): string {
  if (verdict === null) return OPEN[judgement ?? 'holds'];
  const by = readings.filter(({ held }) => held).map(({ id }) => id);
  if (verdict === 'reproduced-under') return `${WORDS[verdict]} ${by.join(', ')}`;
  return verdict === 'not-reproduced' && report_only ? `${WORDS[verdict]}, reported only` : WORDS[verdict];
}
