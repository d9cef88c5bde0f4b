/**
 * The page's state in the hash of its address: `#v=1&ftl.kind=page&run.seed=7&op=120&colour=age`.
 *
 * A short experiment stands there in words, one field a pair, with `--set`'s rule for values: JSON if it parses, else text. A long
 * one is packed: `x=` its JSON, deflated, in base64url. `v` comes first and says how to read the rest; `UPGRADES` turns each older
 * version into the next. Traces are named, never contained.
 */

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { ColourBy, ExperimentDocument, StepUnit } from '../engine/protocol';
import type { SweepPolicy } from '../engine/sweep';
import { fromBase64Url, toBase64Url } from './base64url';
import { leaves, withValue } from './experiment';
import type { FigureForm } from './figures/state';
import { UNITS } from './moments';
import type { AppState } from './state';
import { FORMS, type SweepDraft, type SweepLook } from './sweep/state';

/** Raise it, and add the upgrade, when an address written before would be read differently. */
export const URL_VERSION = 1;

/** What an address keeps. */
export interface UrlState {
  document: ExperimentDocument;
  op: number;
  speed: number;
  unit: StepUnit;
  colour_by: ColourBy;
  stage_view: AppState['stage_view'];
}

export const URL_DEFAULTS: Omit<UrlState, 'document'> = {
  op: 0,
  speed: 2,
  unit: 'operation',
  colour_by: 'state',
  stage_view: 'buffer',
};

/** An address of one of the papers' figures: `#v=1&figure=clash-seq&size=full`. Without a name it is the first. No address holds a trace. */
export interface FigureAddress {
  figure: string | null;
  form: Exclude<FigureForm, 'trace'>;
}

/** From version n (its index) to n + 1. Version 1 is the first. */
const UPGRADES: readonly ((pairs: Map<string, string>) => Map<string, string>)[] = [(pairs) => pairs];

const SIZES = ['quick', 'full', 'kept'] as const;
const COLOURS: readonly ColourBy[] = ['state', 'age', 'wear', 'temperature', 'owner'];
const STAGES: readonly UrlState['stage_view'][] = ['buffer', 'layer', 'flash'];
/** More bytes than any document needs; an address that unpacks to more was not written here. */
const DOCUMENT_MAX_BYTES = 1 << 20;
const PLAIN_MAX_FIELDS = 12;

/** An address that cannot be read; its text is for people. */
export class UrlError extends Error {}

export function encodeUrlState(state: UrlState): string {
  const pairs: [string, string][] = [['v', String(URL_VERSION)]];
  const fields = leaves(state.document);
  if (isPlain(state.document, fields)) for (const [path, value] of fields) pairs.push([path, toWord(value)]);
  else pairs.push(['x', pack(state.document)]);
  if (state.op !== URL_DEFAULTS.op) pairs.push(['op', String(state.op)]);
  if (state.speed !== URL_DEFAULTS.speed) pairs.push(['speed', state.speed === Infinity ? 'max' : String(state.speed)]);
  if (state.unit !== URL_DEFAULTS.unit) pairs.push(['unit', state.unit]);
  if (state.colour_by !== URL_DEFAULTS.colour_by) pairs.push(['colour', state.colour_by]);
  if (state.stage_view !== URL_DEFAULTS.stage_view) pairs.push(['stage', state.stage_view]);
  return joined(pairs);
}

export const encodeFigureAddress = ({ figure, form }: FigureAddress): string =>
  joined([
    ['v', String(URL_VERSION)],
    ['figure', figure ?? ''],
    ...(form === 'quick' ? [] : ([['size', form]] as const)),
  ]);

export const isFigureAddress = (hash: string): boolean => /[#&]figure=/.test(hash);

/** Reads the hash of a figure; throws `UrlError` where it cannot be read. */
export function decodeFigureAddress(hash: string): FigureAddress {
  const pairs = upgraded(parsePairs(hash.replace(/^#/, '')));
  return {
    figure: pairs.get('figure') || null,
    form: wordFrom('size', pairs.get('size') ?? 'quick', SIZES),
  };
}

/** An address of a sweep: `#v=1&sweep=…`, all of it packed. */
export type SweepAddress = SweepDraft & SweepLook;

export const encodeSweepAddress = ({ experiment, varied, policies, form, metric, log }: SweepAddress): string =>
  joined([
    ['v', String(URL_VERSION)],
    ['sweep', pack({ experiment, varied, policies, form, metric, log })],
  ]);

export const isSweepAddress = (hash: string): boolean => /[#&]sweep=/.test(hash);

/** Reads the hash of a sweep; throws `UrlError` where it cannot be read. */
export function decodeSweepAddress(hash: string): SweepAddress {
  const pairs = upgraded(parsePairs(hash.replace(/^#/, '')));
  const found = unpack(pairs.get('sweep') ?? '', 'the sweep in it');
  const { experiment, varied, policies, form, metric, log } = found;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const list = (value: unknown): Record<string, unknown>[] =>
    Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
  return {
    experiment: typeof experiment === 'object' ? (experiment as ExperimentDocument | null) : null,
    varied: list(varied).map((each) => ({ path: text(each.path), text: text(each.text) })),
    policies: list(policies).map((each) => ({ title: text(each.title), set: (each.set ?? {}) as SweepPolicy['set'] })),
    form: FORMS.find((known) => known === form) ?? 'lines',
    metric: text(metric) || 'mean_ms',
    log: log === true,
  };
}

const joined = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

/** Reads a hash, with or without its `#`. Null where there is none; throws `UrlError` where there is one that cannot be read. */
export function decodeUrlState(hash: string): UrlState | null {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  const pairs = upgraded(parsePairs(text));
  const known = {
    op: '0',
    speed: '2',
    unit: 'operation',
    colour: 'state',
    stage: 'buffer',
    ...Object.fromEntries(pairs),
  };
  return {
    document: documentFrom(pairs),
    op: numberFrom('op', known.op, Number.isSafeInteger),
    speed: known.speed === 'max' ? Infinity : numberFrom('speed', known.speed, Number.isFinite),
    unit: wordFrom('unit', known.unit, UNITS),
    colour_by: wordFrom('colour', known.colour, COLOURS),
    stage_view: wordFrom('stage', known.stage, STAGES),
  };
}

function parsePairs(text: string): Map<string, string> {
  try {
    return new Map(
      text.split('&').map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
      }),
    );
  } catch {
    throw new UrlError('This link is damaged: part of it is not readable text.');
  }
}

function upgraded(pairs: Map<string, string>): Map<string, string> {
  const version = Number(pairs.get('v'));
  if (!Number.isInteger(version) || version < 1)
    throw new UrlError('This link does not say which version of Flashlab wrote it.');
  if (version > URL_VERSION)
    throw new UrlError(
      `This link was written by a newer Flashlab (link version ${version}; this page reads up to ${URL_VERSION}).`,
    );
  return UPGRADES.slice(version).reduce((older, upgrade) => upgrade(older), pairs);
}

function documentFrom(pairs: ReadonlyMap<string, string>): ExperimentDocument {
  const packed = pairs.get('x');
  if (packed !== undefined) return unpack(packed, 'the experiment in it');
  let document: ExperimentDocument = {};
  for (const [path, word] of pairs) if (isPath(path)) document = withValue(document, path, fromWord(word));
  return document;
}

const pack = (value: object): string => toBase64Url(deflateSync(strToU8(JSON.stringify(value)), { level: 9 }));

function unpack(packed: string, what: string): Record<string, unknown> {
  try {
    const bytes = inflateSync(fromBase64Url(packed), { out: new Uint8Array(DOCUMENT_MAX_BYTES) });
    const value: unknown = JSON.parse(strFromU8(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below, in words that do not depend on which step failed.
  }
  throw new UrlError(`This link is damaged: ${what} cannot be unpacked. It may have been cut short.`);
}

/** Fields of the document have a section before a dot, so they never meet the page's own names; `version` is the one without. */
const isPath = (name: string): boolean => name === 'version' || /^[a-z_]+(\.[a-z_]+)+$/.test(name);

/** Short, and read back as the same document: field names with dots in them are not. */
const isPlain = (document: ExperimentDocument, fields: [string, unknown][]): boolean =>
  fields.length <= PLAIN_MAX_FIELDS &&
  fields.every(([path]) => isPath(path)) &&
  JSON.stringify(fields.reduce((built, [path, value]) => withValue(built, path, value), {})) ===
    JSON.stringify(document);

/** Text stands bare unless it would be read as JSON. */
function toWord(value: unknown): string {
  return typeof value === 'string' && fromWord(value) === value ? value : JSON.stringify(value);
}

function fromWord(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

function numberFrom(name: string, text: string, accept: (value: number) => boolean): number {
  const value = Number(text);
  if (text !== '' && accept(value) && value >= 0) return value;
  throw new UrlError(`This link says ${name} = ${text}, which is not a number of at least 0.`);
}

function wordFrom<W extends string>(name: string, text: string, words: readonly W[]): W {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new UrlError(`This link says ${name} = ${text}; expected one of ${words.join(', ')}.`);
  return word;
}
