/** Stripes as ttFlash lays them out, with content that adds up. */

import type { TtflashStripe } from '../../../engine/core-types';

/** Eight bytes that only depend on the page. */
function contentOf(lpn: number): bigint {
  let x = BigInt(lpn + 1) * 0x9e3779b97f4a7c15n;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffff_ffff_ffff_ffffn;
  return x ^ (x >> 27n);
}

const hex = (value: bigint): string => (value & 0xffff_ffff_ffff_ffffn).toString(16).padStart(16, '0');

/** The channel that holds the parity of a stripe. */
export const parityChannel = (stripe: number, channels: number, groups: number): number =>
  channels - 1 - (((stripe % groups) + Math.floor(stripe / groups)) % channels);

export function stripeOf(stripe: number, channels: number, groups: number, parity = true): TtflashStripe {
  const group = stripe % groups;
  const parity_channel = parity ? parityChannel(stripe, channels, groups) : null;
  const first = stripe * (parity ? channels - 1 : channels);
  let next = first;
  const lpns = Array.from({ length: channels }, (_, channel) => (channel === parity_channel ? null : next++));
  const xor = lpns.reduce((sum, lpn) => (lpn === null ? sum : sum ^ contentOf(lpn)), 0n);
  return {
    stripe,
    group,
    parity_channel,
    members: lpns.map((lpn, channel) => ({
      channel,
      plane: group * channels + channel,
      lpn,
      where: 'flash',
      ppn: stripe * channels + channel,
      content: hex(lpn === null ? xor : contentOf(lpn)),
    })),
    holds: parity ? true : null,
  };
}
