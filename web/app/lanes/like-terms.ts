/** Whether lanes are charged for their commands alike. Pure. */

import { LANE_LETTERS } from './side-by-side';

/** What to say where some lanes are charged the fixed part of a command once for many pages, and others for each; null where all are alike. */
export function unlikeTerms(joins_commands: readonly boolean[]): string | null {
  const lettersOf = (joins: boolean): string[] =>
    joins_commands.flatMap((each, lane) => (each === joins ? [LANE_LETTERS[lane] ?? ''] : []));
  const [joined, single] = [lettersOf(true), lettersOf(false)];
  if (joined.length === 0 || single.length === 0) return null;
  const [give, once] = joined.length === 1 ? ['gives', 'pays'] : ['give', 'pay'];
  return (
    `Not on like terms: ${listed(joined)} ${give} the device many pages with one command and ${once} its fixed time once, ` +
    `${listed(single)} ${single.length === 1 ? 'pays' : 'pay'} it for every page.`
  );
}

const listed = (letters: readonly string[]): string =>
  letters.length < 2 ? (letters[0] ?? '') : `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)}`;
