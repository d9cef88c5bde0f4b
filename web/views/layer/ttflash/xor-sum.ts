/** A stripe as a sum: the low bytes of its pages, and the one that they add up to. */

import type { TtflashMember, TtflashStripe } from '../../../engine/core-types';
import { isNow, type TtflashPicture } from './model';

export interface Term {
  member: TtflashMember;
  /** The low byte, highest bit first. */
  bits: boolean[];
}

export interface XorSum {
  terms: Term[];
  result: Term;
  /** Whether the bits shown add up. */
  adds_up: boolean;
}

const BITS = 8;

export function bitsOf({ content }: Pick<TtflashMember, 'content'>): boolean[] {
  const low = Number.parseInt(content.slice(-2), 16) || 0;
  return Array.from({ length: BITS }, (_, bit) => ((low >> (BITS - 1 - bit)) & 1) === 1);
}

/** The page in question stands last: the one pointed at, the one rebuilt, else the parity. */
export function sumOf(stripe: TtflashStripe, channel: number): XorSum | null {
  const terms = stripe.members.map((member): Term => ({ member, bits: bitsOf(member) }));
  const result = terms.find(({ member }) => member.channel === channel);
  if (!result || stripe.parity_channel === null) return null;
  const others = terms.filter((term) => term !== result);
  const adds_up = result.bits.every((bit, at) => bit === (others.filter(({ bits }) => bits[at]).length % 2 === 1));
  return { terms: others, result, adds_up };
}

export function resultChannel(
  picture: Pick<TtflashPicture, 'view' | 'stripe' | 'asked' | 'asked_lpn' | 'request'>,
): number {
  const { stripe, view, asked, asked_lpn } = picture;
  const parity = stripe?.parity_channel ?? 0;
  if (!stripe) return parity;
  if (asked) return stripe.members.find(({ lpn }) => lpn === asked_lpn)?.channel ?? parity;
  const { read } = view;
  const rebuilt = read !== null && read.stripe.stripe === stripe.stripe && isNow({ view, request: picture.request });
  return rebuilt ? read.channel : parity;
}

export interface XorPlaces {
  per_line: number;
  lines: number;
  /** Width of a bit; digits stand in those that have room. */
  bit: number;
  digits: boolean;
  /** From one term to the next. */
  pitch: number;
}

const BIT_MAX = 15;
/** In sizes of text. */
const DIGIT_MIN = 0.78;
/** Between two terms, for the sign, in sizes of text. */
const SIGN = 1.7;

export function xorPlaces(terms: number, { width, text_px }: { width: number; text_px: number }): XorPlaces {
  const sign = SIGN * text_px;
  const lines = terms <= 5 && width / terms > BITS * DIGIT_MIN * text_px + sign ? 1 : terms <= 10 ? 2 : 3;
  const per_line = Math.ceil(terms / lines);
  const bit = Math.max(2, Math.min(BIT_MAX * (text_px / 12.5), (width / per_line - sign) / BITS));
  return { per_line, lines, bit, digits: bit >= DIGIT_MIN * text_px, pitch: bit * BITS + sign };
}
