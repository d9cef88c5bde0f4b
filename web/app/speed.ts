/** Speeds on a logarithmic scale: ten notches a decade from half an operation a second up; the last notch is as fast as it goes. */

import { significant } from '../render/format';

export const SPEED_MIN = 0.5;
export const SPEED_MAX_FINITE = 1e6;
const NOTCHES_A_DECADE = 10;
const LAST_FINITE = Math.floor(Math.log10(SPEED_MAX_FINITE / SPEED_MIN) * NOTCHES_A_DECADE);

/** Notches go from 0 to this one. */
export const LAST_NOTCH = LAST_FINITE + 1;

/** Above this no page is seen to travel: places flash. */
export const TRAVEL_MAX = 4;
/** Above this nothing is marked: the stage shows dirty tiles only, and the headline rates. */
export const FLASH_MAX = 60;

/** Operations a second at a notch, two significant digits. */
export function speedAt(notch: number): number {
  const whole = Math.round(Math.min(Math.max(notch, 0), LAST_NOTCH));
  if (whole === LAST_NOTCH) return Infinity;
  const exact = Math.min(SPEED_MIN * 10 ** (whole / NOTCHES_A_DECADE), SPEED_MAX_FINITE);
  return Number(exact.toPrecision(2));
}

/** The notch nearest to a speed. */
export function notchOf(speed: number): number {
  if (speed === Infinity) return LAST_NOTCH;
  const notch = Math.round(Math.log10(Math.max(speed, SPEED_MIN) / SPEED_MIN) * NOTCHES_A_DECADE);
  return Math.min(notch, LAST_FINITE);
}

/** "2 operations/s", "as fast as it goes". */
export function speedInWords(speed: number): string {
  if (speed === Infinity) return 'as fast as it goes';
  return `${speedNumber(speed)} operations/s`;
}

/** For the button: "2/s", "max". */
export const speedShort = (speed: number): string => (speed === Infinity ? 'max' : `${speedNumber(speed)}/s`);

const speedNumber = (speed: number): string => significant(speed, 2);
