/** Which words stand on the stage during a motion: of two that would stand in one place, the one that is about the motion. */

import type { Rect } from '../../../render/geometry';
import { widthOf } from '../../stage-kit/words-layer';
import type { Phase, Scene, Word } from './scene';

/** Height of a line, in sizes of text. */
const LINE = 1.2;
/** Words may come so near to one another. */
const TOUCH_PX = 1;

/** The room that a word takes. */
export function boxOf({ x, y, text, align, tone }: Word, text_px: number): Rect {
  const [width, height] = [widthOf(text, tone, text_px), text_px * LINE];
  const left = align === 'left' ? x : align === 'centre' ? x - width / 2 : x - width;
  return { x: left, y: y - height / 2, width, height };
}

export const overlap = (a: Rect, b: Rect): boolean =>
  a.x + TOUCH_PX < b.x + b.width &&
  b.x + TOUCH_PX < a.x + a.width &&
  a.y + TOUCH_PX < b.y + b.height &&
  b.y + TOUCH_PX < a.y + a.height;

/**
 * Until pages move, the words of the scene before, with the marks of what was chosen and what is true throughout; then those of
 * the scene after. `crosses`: pages change places in one motion, so there are words for its parts.
 */
export function wordsAt(
  phase: Exclude<Phase, 'now'> | 'over',
  before: Scene | null,
  after: Scene,
  { crosses, text_px }: { crosses: boolean; text_px: number },
): Word[] {
  const of = ({ words }: Scene, wanted: readonly (Phase | undefined)[]): Word[] =>
    words.filter((word) => wanted.includes(word.phase));
  const throughout = (): Word[] =>
    of(after, ['now']).map((word) => {
      const earlier = before?.words.find(({ about }) => about !== undefined && about === word.about);
      return earlier ?? (before && word.until !== undefined ? { ...word, text: word.until } : word);
    });
  if (phase === 'moving') return [...of(after, [undefined, 'moving']), ...throughout()];
  if (phase !== 'before' || !before) return of(after, [undefined, 'moving', 'landed', 'now']);
  const telling = [...of(after, crosses ? ['before'] : []), ...throughout()];
  const taken = telling.map((word) => boxOf(word, text_px));
  const standing = of(before, [undefined, 'landed']).filter((word) => {
    const box = boxOf(word, text_px);
    return !taken.some((other) => overlap(box, other));
  });
  return [...standing, ...telling];
}
