/** What groups, channels, planes and pages of stripes are called. */

import { count } from '../../../render/format';

/** Plane = group × channels + channel. */
export const groupOf = (plane: number, channels: number): number => Math.floor(plane / channels);
export const channelOf = (plane: number, channels: number): number => plane % channels;

/** "G1·C2": group 1, channel 2. */
export const planeName = (plane: number, channels: number): string =>
  `G${groupOf(plane, channels)}·C${channelOf(plane, channels)}`;

/** Data pages of a stripe: one fewer than channels where one of them holds the parity. */
export const dataPages = ({ channels, parity }: { channels: number; parity: boolean }): number =>
  parity ? channels - 1 : channels;

/** First logical page of a stripe. */
export const firstLpn = (stripe: number, shape: { channels: number; parity: boolean }): number =>
  stripe * dataPages(shape);

/** "P3–5": the parity of pages 3 to 5. Shorter names follow, for cells that have no room. */
function parityNames(stripe: number, shape: { channels: number; parity: boolean }): string[] {
  const first = firstLpn(stripe, shape);
  return [`P${count(first)}–${count(first + dataPages(shape) - 1)}`, 'P'];
}

/** Names of a page of a stripe, the longest first. */
export const pageNames = (
  { stripe, lpn }: { stripe: number; lpn: number | null },
  shape: { channels: number; parity: boolean },
): string[] => (lpn === null ? parityNames(stripe, shape) : [count(lpn)]);

/** Numbers that are too long for their cell keep their end: "…20", in which pages of a stripe differ. */
export const shortened = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    /^[\d\u202f]{5,}$/.test(name) ? [name, `…${name.slice(-3)}`, `…${name.slice(-2)}`] : [name],
  );

/** "LPN 4", "the parity of stripe 1": as the headline has it. */
export const pageInWords = ({ stripe, lpn }: { stripe: number; lpn: number | null }): string =>
  lpn === null ? `the parity of stripe ${count(stripe)}` : `LPN ${count(lpn)}`;

/** "3, 5 and P": what a page is reconstructed from; many are counted. */
export function listed(names: readonly string[], max = 8): string {
  if (names.length > max) return `${names.slice(0, 3).join(', ')} … ${names.at(-1)}`;
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
