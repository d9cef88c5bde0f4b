/** The chain of causes: at most six links; a longer one is folded in the middle. */

import type { Headline } from '../../engine/protocol';

type Cause = Headline['causes'][number];

export const LINKS_MAX = 6;

/** Links to show, with the number left out where the fold is. */
export function folded(causes: readonly Cause[]): (Cause | { more: number })[] {
  if (causes.length <= LINKS_MAX) return [...causes];
  const head = causes.slice(0, 2);
  const tail = causes.slice(-(LINKS_MAX - 2));
  return [...head, { more: causes.length - LINKS_MAX }, ...tail];
}
