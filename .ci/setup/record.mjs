// What stands at the end of a whole run: how long each part took, and what failed.

import { appendFileSync } from 'node:fs';

/** Notes `title` with its duration in the file that FLASHLAB_TIMES names; without one, nothing is noted. */
export function noteTime(title, ms) {
  note('FLASHLAB_TIMES', `${(ms / 1000).toFixed(1).padStart(8)} s  ${title}\n`);
}

/** Notes in the file that FLASHLAB_FAILURES names that `title` failed, and what is known of it; without one, nothing is noted. */
export function noteFailure(title, details = []) {
  note('FLASHLAB_FAILURES', `${[`== ${title}: FAILED`, ...details].join('\n\n')}\n\n`);
}

function note(variable, text) {
  const file = process.env[variable];
  if (file) appendFileSync(file, text);
}
