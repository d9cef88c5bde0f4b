/** Messages: of the page around a frame, and of the windows of a lecture. They come as values, so that they may hold what JSON cannot. */

import { idOf, isAddressed, MessageError, parseMessage } from '../../app/embed-api/message';
import { allowedOrigins } from '../../app/embed-api/origins';
import { withChoice } from '../../app/experiment';
import { fromAudience, fromNotes } from '../../app/lecture/messages';
import type { Random } from '../random';
import { linesOf } from '../seeds';
import { areSame, isSentence, readOrRefused, type Subject } from '../subject';

export const SUBJECT: Subject = {
  seeds: linesOf('messages.txt'),
  holds: (text, random) => {
    allowedOrigins(`?${text}`, 'https://page.example');
    const value = valueIn(text);
    if (value === undefined) return false;
    const data = cloned(random?.below(3) === 0 ? withOddity(value, random) : value);
    const heard = fromAudience(data) ?? fromNotes(data);
    if (!isAddressed(data)) return heard !== null;
    idOf(data);
    const message = readOrRefused(() => refusedInWords(() => parseMessage(data)), MessageError);
    if (message === null) return false;
    areSame('the message', message, cloned(message));
    const { ask } = message;
    if (ask.type !== 'set' || !('values' in ask)) return true;
    const set = ask.values.reduce((document, [path, one]) => withChoice(document, path, one), {});
    areSame('what is set', set, JSON.parse(JSON.stringify(set)));
    return true;
  },
};

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As it comes out of a message; what cannot be posted at all is text. */
function cloned(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return String(typeof value);
  }
}

/** All that an answer says is to be readable, not the sentence alone. */
function refusedInWords<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof MessageError) for (const part of [thrown.field, thrown.expected]) if (part) isSentence(part);
    throw thrown;
  }
}

/** `value` with something in the place of one of its parts that no JSON holds. */
function withOddity(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  const inner = value as Record<string, unknown>;
  const key = keys.length === 0 ? 'set' : random.of(keys);
  const below = inner[key];
  if (typeof below === 'object' && below !== null && random.below(2) === 0)
    return Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: withOddity(below, random) });
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: odd(random, inner) });
}

function odd(random: Random, around: object): unknown {
  switch (random.below(13)) {
    case 0:
      return new Map([['a', around]]);
    case 1:
      return new Date(random.below(2) === 0 ? 0 : Number.NaN);
    case 2:
      return 12n;
    case 3:
      return undefined;
    case 4:
      return Number.NaN;
    case 5: {
      const itself: Record<string, unknown> = { toString: 1 };
      itself.itself = itself;
      return itself;
    }
    case 6:
      return new Uint8Array(8);
    case 7:
      return new Array(1e6);
    case 8: {
      // A value that is small until it is written out.
      let many: unknown[] = [0];
      for (let i = 0; i < 30; i++) many = [many, many, many, many];
      return many;
    }
    case 9: {
      let many: Record<string, unknown> = { a: 0 };
      for (let i = 0; i < 12; i++) many = { a: many, b: many, c: many, d: many, e: many };
      return many;
    }
    case 10: {
      let deep: unknown[] = [];
      for (let i = 0; i < 3_000; i++) deep = [deep];
      return deep;
    }
    case 11:
      return new RangeError('x\u0000\u202e'.repeat(100));
    default:
      return { toString: 'x', valueOf: null, toJSON: 3, '': { length: -1 } };
  }
}
