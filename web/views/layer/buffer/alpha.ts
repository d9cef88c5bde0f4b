/** Values of α as people read them. */

import { share } from '../../../render/format';

const MINUS = '−';

/** `−0.25`, `0`, `0.5`. */
export const alphaText = (alpha: number): string => {
  const text = String(Math.abs(Math.round(alpha * 100) / 100));
  return alpha < 0 && text !== '0' ? `${MINUS}${text}` : text;
};

/** `−.25`, where room is short. */
export const alphaShort = (alpha: number): string => alphaText(alpha).replace('0.', '.');

/** A difference with its sign: `+1.2 %`. */
export const signedShare = (fraction: number): string => {
  const sign = fraction > 0 ? '+' : fraction < 0 ? MINUS : '';
  return `${sign}${share(Math.abs(fraction), 2)}`;
};

/** Which end of the scale a value of α leans to, in words. */
export function alphaMeaning(alpha: number): string {
  if (alpha === -1) return 'only age counts: the oldest leaves';
  if (alpha === 1) return 'only size counts: the largest leaves';
  if (alpha === 0) return 'age and size count alike';
  return alpha < 0 ? 'age counts more than size' : 'size counts more than age';
}
