/** Words while a step is seen to happen: what stood in a place stays until it is over. */

import type { Word } from '../../stage-kit/words-layer';

export function heldWords(before: readonly Word[], after: readonly Word[]): Word[] {
  const place = ({ x, y, align }: Word): string => `${align} ${x.toFixed(1)} ${y.toFixed(1)}`;
  const stood = new Map(before.map((word) => [place(word), word]));
  return after.map((word) => stood.get(place(word)) ?? word);
}
