/** What is damaged: a kind of text that strangers hand to the page, what reads it, and what must hold of that. */

import type { Random } from './random';

export interface Subject {
  /** Texts to begin with, which are all read. */
  seeds: readonly string[];
  /** Damages what the seed holds packed; without it there is no such thing. */
  repacked?: (seed: string, change: (text: string) => string) => string;
  /** Whether `text` is read; false where it is refused. Throws where anything else comes of it. `random`: for more than the text itself. */
  holds: (text: string, random: Random | null) => boolean;
}

/** Nobody reads a longer sentence. */
const SENTENCE_MAX = 4_000;
/** Control characters, marks that turn the direction of text, and halves of a character. */
const UNREADABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Letters before and behind where two differ. */
const SHOWN = 400;

/** What `read` returns; null where it refuses as it is documented to. Throws where it fails in another way, or in no sentence. */
export function readOrRefused<T>(read: () => T, refusal: new (...args: never[]) => Error): T | null {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof refusal)) throw thrown;
    isSentence(thrown.message);
    return null;
  }
}

/** Throws unless a person can read `text`. */
export function isSentence(text: string): void {
  if (text !== '' && text.length <= SENTENCE_MAX && !UNREADABLE.test(text)) return;
  throw new Error(`no sentence, of ${text.length} letters: ${JSON.stringify(text.slice(0, 600))}`);
}

/** Throws unless both are the same as far as JSON can say, in whatever order their fields stand, and no number is one that it cannot say. */
export function areSame(what: string, one: unknown, other: unknown): void {
  const [first, second] = [toJson(one), toJson(other)];
  if (first === second) return;
  let at = 0;
  while (first[at] === second[at]) at += 1;
  const shown = (text: string): string => text.slice(Math.max(0, at - SHOWN), at + SHOWN);
  throw new Error(`${what}: ${shown(first)}\nis read again as ${shown(second)}`);
}

const toJson = (value: unknown): string =>
  JSON.stringify(value, (key, one: unknown) => {
    if (typeof one === 'number' && !Number.isFinite(one)) throw new Error(`${key} is ${one}, no number`);
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([name], [other]) => (name < other ? -1 : 1)));
  }) ?? 'undefined';
