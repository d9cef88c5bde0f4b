/**
 * What a link is written in: pairs of a name and a value, a value in words or packed. Anybody can write a link, so that everything in it is
 * held against what a link can be: nothing is passed over in silence, and nothing in it takes the page long to read.
 */

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { DEPTH_MAX, hasNumbersOnly, isTooDeep } from '../engine/json-value';
import { quoted } from '../render/quoted';
import { fromBase64Url, toBase64Url } from './base64url';

/** A link that cannot be read; its text is for people. */
export class UrlError extends Error {}

/** More than any experiment has: an address that has more was not written here. */
const PAIRS_MAX = 400;
const PACKED_MAX_BYTES = 1 << 20;

export const joined = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

/**
 * The pairs of `text`, in their order.
 *
 * @throws UrlError where one is no text, stands there twice, or there are too many.
 */
export function parsePairs(text: string): Map<string, string> {
  const parts = text.split('&').filter((part) => part !== '');
  if (parts.length > PAIRS_MAX)
    throw new UrlError(`This link has ${parts.length} values; expected at most ${PAIRS_MAX}.`);
  const pairs = new Map<string, string>();
  for (const part of parts) {
    const [name = '', ...value] = part.split('=').map(decoded);
    if (pairs.has(name)) throw new UrlError(`This link says ${quoted(name)} twice; expected it once.`);
    pairs.set(name, value.join('='));
  }
  return pairs;
}

/** @throws UrlError where a pair has a name that is not `known` and none that `isField`. */
export function refuseUnknown(
  pairs: ReadonlyMap<string, string>,
  known: readonly string[],
  isField: (name: string) => boolean = () => false,
): void {
  for (const [name, value] of pairs)
    if (!known.includes(name) && !isField(name))
      throw new UrlError(
        `This link says ${quoted(name)} = ${quoted(value)}, and ${quoted(name)} is nothing that a link says; expected ${known.join(', ')}${isField('device.preset') ? ' or a field of the experiment such as device.preset' : ''}.`,
      );
}

/** Text stands bare unless it would be read as JSON, or has half a character in it, which JSON can say and an address cannot. */
export function toWord(value: unknown): string {
  return typeof value === 'string' && !/\p{Cs}/u.test(value) && fromWord(value) === value
    ? value
    : JSON.stringify(value);
}

/**
 * What a word says: JSON if it parses, else text. A number that would become another one stays text, so that it is refused as it was written.
 *
 * @throws UrlError where it is nested deeper than any value is, or has a number in it that is larger than any.
 */
export function fromWord(word: string): unknown {
  const value = parsed(word);
  if (typeof value === 'object') {
    checkDepth(word);
    if (!hasNumbersOnly(value))
      throw new UrlError(`This link says ${quoted(word)}, in which a number is larger than any.`);
  }
  return value === undefined || (typeof value === 'number' && !isExact(value, word)) ? word : value;
}

/** Larger than any number, or an integer with more digits than are kept. */
const isExact = (value: number, word: string): boolean =>
  Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?\d+$/.test(word) || String(value) === word);

export const pack = (value: object): string => toBase64Url(deflateSync(strToU8(JSON.stringify(value)), { level: 9 }));

/**
 * What was packed, if it is of the kind that is wanted; `what` names it for people.
 *
 * @throws UrlError where it is not.
 */
export function unpack<T>(packed: string, what: string, isWanted: (value: unknown) => value is T): T {
  const text = unpackedText(packed);
  if (text !== null) checkDepth(text);
  const value = text === null ? undefined : parsed(text);
  if (!isWanted(value))
    throw new UrlError(`This link is damaged: ${what} cannot be unpacked. It may have been cut short.`);
  if (!hasNumbersOnly(value)) throw new UrlError(`This link is damaged: ${what} has a number that is larger than any.`);
  return value;
}

function unpackedText(packed: string): string | null {
  try {
    return strFromU8(inflateSync(fromBase64Url(packed), { out: new Uint8Array(PACKED_MAX_BYTES) }));
  } catch {
    return null;
  }
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws UrlError where `text` is nested deeper than any value is. */
function checkDepth(text: string): void {
  if (isTooDeep(text))
    throw new UrlError(`This link is damaged: a value in it is nested deeper than ${DEPTH_MAX}, and none is.`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UrlError('This link is damaged: part of it is not readable text.');
  }
}
