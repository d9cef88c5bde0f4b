/** JSON from elsewhere, held against what an experiment can be. */

/** Deeper than any experiment is. */
export const DEPTH_MAX = 32;

/** Whether `text`, which is JSON, is nested deeper than `DEPTH_MAX`: what is nested thousands deep takes more stack to write than the page has. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let is_text = false;
  for (let at = 0; at < text.length && depth <= DEPTH_MAX; at++) {
    const letter = text[at];
    if (is_text && letter === '\\') at += 1;
    else if (letter === '"') is_text = !is_text;
    else if (is_text) continue;
    else if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
  }
  return depth > DEPTH_MAX;
}

/** Whether every number in `value` is one: JSON reads one that is too large as infinite, and writes that as null. */
export function hasNumbersOnly(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasNumbersOnly);
}
