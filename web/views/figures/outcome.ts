/** Whether a part of a claim came out, as a sign and in words. */
export function outcomeOf(held: boolean | null): { sign: string; word: string } {
  if (held === null) return { sign: '–', word: 'not computed yet' };
  return held ? { sign: '✓', word: 'reproduced' } : { sign: '✕', word: 'not reproduced' };
}
