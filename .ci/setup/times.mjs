// How long each part of a whole run took, for the list at its end.

import { appendFileSync } from 'node:fs';

/** Notes `title` with its duration in the file that FLASHLAB_TIMES names; without one, nothing is noted. */
export function noteTime(title, ms) {
  const file = process.env.FLASHLAB_TIMES;
  if (file) appendFileSync(file, `${(ms / 1000).toFixed(1).padStart(8)} s  ${title}\n`);
}
