/** The chain of causes: each operation behind what triggered it. At most six links; a longer chain is folded in the middle. */

export const LINKS_MAX = 6;

/** What triggered the operation that follows. It has no moment of its own. */
export interface Because {
  because: string;
}

/** Every cause, with the condition that triggered it in front. */
export function linksOf<C extends { trigger: string | null }>(causes: readonly C[]): (C | Because)[] {
  return causes.flatMap((cause) => (cause.trigger === null ? [cause] : [{ because: cause.trigger }, cause]));
}

/** Links to show, with the number left out where the fold is. */
export function folded<L>(links: readonly L[]): (L | { more: number })[] {
  if (links.length <= LINKS_MAX) return [...links];
  const head = links.slice(0, 2);
  const tail = links.slice(-(LINKS_MAX - 2));
  return [...head, { more: links.length - LINKS_MAX }, ...tail];
}
