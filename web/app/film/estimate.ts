/** About how large a film will be, said before it is made. */

import { stills } from './limit';
import type { FilmOptions } from './options';

/** Pictures that one operation takes where pages are seen on their way, at ten a second. */
const ON_THE_WAY = 5;
/**
 * Bytes of a picture for each of its dots, measured on films of every stage: of the first one of a GIF, of each later one, which keeps what
 * changed, and of whole pictures. What changes between two operations is more than what changes on the way.
 */
const BYTES_A_DOT = {
  gif_first: 0.13,
  gif_later: 0.022,
  gif_on_the_way: 0.012,
  webm: 0.042,
  png: 0.28,
  svg: 0.22,
} as const;
/** A video keeps what changed as well: on the way that is little. */
const WEBM_ON_THE_WAY = 0.006;
/** Height of a picture to its width, until it is drawn. */
const SHAPE = 0.55;

export type Estimated = Pick<
  FilmOptions,
  'kind' | 'from' | 'to' | 'width' | 'frames_per_s' | 'motion' | 'steps_per_frame'
>;

/** Pictures, and bytes to a factor of about two. */
export function estimate(options: Estimated): { pictures: number; bytes: number } {
  const { kind, from, to, width, frames_per_s, motion, steps_per_frame } = options;
  const operations = Math.max(0, to - from);
  const pictures = motion
    ? 1 + Math.round((operations * ON_THE_WAY * frames_per_s) / 10)
    : stills(operations, steps_per_frame);
  const dots = width * width * SHAPE;
  const { gif_first, gif_later, gif_on_the_way } = BYTES_A_DOT;
  const bytes =
    kind === 'gif'
      ? dots * (gif_first + (pictures - 1) * (motion ? gif_on_the_way : gif_later))
      : dots * pictures * (kind === 'webm' && motion ? WEBM_ON_THE_WAY : BYTES_A_DOT[kind]);
  return { pictures, bytes: Math.round(bytes) };
}
