/** What came of a claim, in words. */

import type { FigureClaim } from '../../engine/core-types';

const WORDS = {
  reproduced: 'reproduced',
  'reproduced-under': 'reproduced under',
  'not-reproduced': 'not reproduced',
  impossible: 'impossible',
  'not-tested': 'not tested',
} as const;

/** `reproduced under K, F`; of a claim that is not reproduced also whether that was to be expected. */
export function verdictWords({ verdict, held, readings, report_only }: FigureClaim): string {
  if (verdict === null) return held === false ? 'not by our own reading; others at full size' : 'not computed yet';
  const by = readings.filter(({ held }) => held).map(({ id }) => id);
  if (verdict === 'reproduced-under') return `${WORDS[verdict]} ${by.join(', ')}`;
  return verdict === 'not-reproduced' && report_only ? `${WORDS[verdict]}, reported only` : WORDS[verdict];
}
