/**
 * What the page around a frame says to the stage in it, as `public/flashlab-embed.js` sends it: `{ flashlab: 1, id, type, … }`. It comes from
 * elsewhere, so it is read field by field; an error names the field, its value and what was expected.
 */

import type { ExperimentDocument, StepUnit } from '../../engine/protocol';
import { quoted } from '../../render/quoted';
import { EXAMPLES } from '../examples';
import type { Place } from '../lane';
import { UNITS } from '../step-units';

/** The version of these messages. */
export const EMBED_VERSION = 1;

export interface Message {
  id: MessageId;
  ask: EmbedAsk;
}

/** Returned with the answer, so that whoever asked knows which of its questions it belongs to. */
export type MessageId = string | number;

export type EmbedAsk =
  | { type: 'state' }
  /** Operations a second; null leaves the speed as it is. */
  | { type: 'play'; speed: number | null }
  | { type: 'pause' }
  | { type: 'step'; unit: StepUnit; count: number }
  | { type: 'goTo'; to: Place | 'end' }
  /** A whole experiment, or fields of the present one by path. */
  | { type: 'set'; experiment: ExperimentDocument }
  | { type: 'set'; values: readonly (readonly [path: string, value: unknown])[] }
  | { type: 'example'; example: string }
  /** `step` from 1. */
  | { type: 'lesson'; lesson: string; step: number }
  | { type: 'predict'; guess: number }
  | { type: 'picture' };

/** A message that cannot be understood, or not be carried out; its text is for people. */
export class MessageError extends Error {
  constructor(
    message: string,
    /** The field of the message or of the experiment; null where it is none. */
    readonly field: string | null = null,
    readonly expected: string | null = null,
  ) {
    super(message);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether something that was posted is addressed to the stage: other scripts post messages too. */
export const isAddressed = (data: unknown): data is Fields => isObject(data) && Object.hasOwn(data, 'flashlab');

/** The id that an answer carries; null where there is none to be read. */
export const idOf = ({ id }: Fields): MessageId | null => (isId(id) ? id : null);

/** Reads a message. Throws `MessageError`. */
export function parseMessage(data: Fields): Message {
  if (data.flashlab !== EMBED_VERSION) refuse('flashlab', data.flashlab, String(EMBED_VERSION));
  if (!isId(data.id)) refuse('id', data.id, 'a text or a number');
  const read = typeof data.type === 'string' && Object.hasOwn(READERS, data.type) ? READERS[data.type] : undefined;
  if (!read) refuse('type', data.type, `one of ${Object.keys(READERS).join(', ')}`);
  return { id: data.id, ask: read(data) };
}

const READERS: Readonly<Record<string, (data: Fields) => EmbedAsk>> = {
  state: (data) => bare(data, { type: 'state' }),
  play: (data) => {
    only(data, ['speed']);
    const { speed } = data;
    if (speed !== undefined && !(typeof speed === 'number' && speed > 0))
      refuse('speed', speed, 'operations a second, a number above 0');
    return { type: 'play', speed: speed ?? null };
  },
  pause: (data) => bare(data, { type: 'pause' }),
  step: (data) => {
    only(data, ['unit', 'count']);
    const { unit = 'operation', count = 1 } = data;
    if (!isUnit(unit)) refuse('unit', unit, `one of ${STEP_UNITS.join(', ')}`);
    if (!isWhole(count) || count === 0) refuse('count', count, 'a whole number other than 0; below 0 is back');
    return { type: 'step', unit, count };
  },
  goTo: (data) => {
    only(data, ['to']);
    return { type: 'goTo', to: placeOf(data.to) };
  },
  set: (data) => {
    only(data, ['set']);
    return { type: 'set', ...settingsOf(data.set) };
  },
  example: (data) => {
    only(data, ['example']);
    const known = EXAMPLES.find(({ id }) => id === data.example);
    if (!known) refuse('example', data.example, `one of ${EXAMPLES.map(({ id }) => id).join(', ')}`);
    return { type: 'example', example: known.id };
  },
  lesson: (data) => {
    only(data, ['lesson', 'step']);
    const { lesson, step = 1 } = data;
    if (typeof lesson !== 'string' || lesson === '') refuse('lesson', lesson, 'the name of a lesson');
    if (!isWhole(step) || step < 1) refuse('step', step, 'the number of a step, from 1');
    return { type: 'lesson', lesson, step };
  },
  predict: (data) => {
    only(data, ['guess']);
    if (typeof data.guess !== 'number' || !Number.isFinite(data.guess)) refuse('guess', data.guess, 'a number');
    return { type: 'predict', guess: data.guess };
  },
  picture: (data) => bare(data, { type: 'picture' }),
};

const ENVELOPE = ['flashlab', 'id', 'type'];

/** Refuses fields that mean nothing in a message of this type: a slip of the pen is told, not ignored. */
function only(data: Fields, names: readonly string[]): void {
  for (const field of Object.keys(data))
    if (!ENVELOPE.includes(field) && !names.includes(field))
      refuse(
        field,
        data[field],
        names.length > 0 ? `only ${names.join(', ')}` : `no field beside the type "${data.type}"`,
      );
}

function bare<A extends EmbedAsk>(data: Fields, ask: A): A {
  only(data, []);
  return ask;
}

const PLACES = '"start", "end", { request: N } or { operation: N }, N from 0';

function placeOf(to: unknown): Place | 'end' {
  if (to === 'end') return to;
  if (to === 'start') return { op: 0 };
  if (!isObject(to)) refuse('to', to, PLACES);
  const [[unit, number] = [], ...more] = Object.entries(to);
  if (more.length > 0 || !isWhole(number) || number < 0) refuse('to', to, PLACES);
  if (unit === 'request') return { request: number };
  if (unit === 'operation') return { op: number };
  return refuse('to', to, PLACES);
}

/** No field lies deeper: following one of thousands of parts takes seconds. */
const PATH = /^[a-z_]{2,}(\.[a-z0-9_]+){1,4}$/;

/** Fields by path have dots in their names, sections of a document have none. */
function settingsOf(set: unknown): { experiment: ExperimentDocument } | { values: [string, unknown][] } {
  if (!isObject(set)) refuse('set', set, 'an experiment, or fields of one by path such as { "ftl.kind": "dftl" }');
  if (!isJson(set)) refuse('set', set, 'what JSON can hold');
  const entries = Object.entries(set);
  if (!entries.some(([name]) => name.includes('.'))) return { experiment: set };
  const stray = entries.find(([path]) => !PATH.test(path));
  if (stray) refuse(`set.${stray[0]}`, stray[1], 'the path of a field such as "ftl.kind", as all others are paths');
  return { values: entries };
}

/** Deeper than any experiment is. */
const DEPTH_MAX = 16;

/** More values, and letters of texts, than any experiment has; a value that stands in many places counts in each. */
const SIZE_MAX = 4_000_000;

/** Whether a value survives being written as JSON, in a moment: what comes by message may refer to itself, or to the same a thousand times. */
function isJson(value: unknown): boolean {
  let left = SIZE_MAX;
  const isFine = (one: unknown, depth: number): boolean => {
    left -= typeof one === 'string' || Array.isArray(one) ? one.length + 1 : 1;
    if (left < 0) return false;
    if (one === null || typeof one === 'string' || typeof one === 'boolean') return true;
    if (typeof one === 'number') return Number.isFinite(one);
    if (depth > DEPTH_MAX) return false;
    if (Array.isArray(one)) return one.every((each) => isFine(each, depth + 1));
    return isObject(one) && Object.entries(one).every(([key, each]) => isFine(key, depth) && isFine(each, depth + 1));
  };
  return isFine(value, 0);
}

const STEP_UNITS = UNITS.filter((unit) => unit !== 'divergence');

const isUnit = (value: unknown): value is StepUnit => (STEP_UNITS as readonly unknown[]).includes(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isId = (value: unknown): value is MessageId =>
  (typeof value === 'string' && value.length <= 200) || (typeof value === 'number' && Number.isFinite(value));

/** A plain object: none of the other things that a message can hold. */
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]';

/** A value as it stands in an error: what JSON cannot hold by its kind alone, since writing it may never end. */
function inWords(value: unknown): string {
  if (value === undefined) return 'missing';
  if (isJson(value)) return quoted(JSON.stringify(value));
  return typeof value === 'object' ? Object.prototype.toString.call(value) : quoted(String(value));
}

function refuse(field: string, value: unknown, expected: string): never {
  const named = quoted(field);
  throw new MessageError(`${named}: ${inWords(value)}: expected ${expected}`, named, expected);
}
