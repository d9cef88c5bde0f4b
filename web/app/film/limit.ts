/** How long a film may be: all of it is held in memory until it is saved. */

import { count } from '../../render/format';

const PICTURES_MAX = 1200;
const DOTS_MAX = 800e6;

/** Pictures of that size that a film may have. */
export const picturesMax = (width: number, height: number): number =>
  Math.min(PICTURES_MAX, Math.floor(DOTS_MAX / (width * height)));

/** Pictures of operations without the ways between them: the first moment, and one after each step. */
export const stills = (operations: number, steps_per_frame: number): number =>
  1 + Math.ceil(operations / steps_per_frame);

export const tooLong = (width: number, height: number): string =>
  `A film of ${width} × ${height} dots may have ${count(picturesMax(width, height))} pictures. Choose a later start, an earlier end, more between two pictures, or a smaller size.`;

/** A film that cannot be made; the message says why, and what can. */
export class FilmError extends Error {}
