/**
 * The page's state in the hash of its address: `#v=1&ftl.kind=page&run.seed=7&op=120&colour=age`.
 *
 * A short experiment stands there in words, one field a pair, with `--set`'s rule for values: JSON if it parses, else text. A long
 * one is packed: `x=` its JSON, deflated, in base64url. `v` comes first and says how to read the rest; `UPGRADES` turns each older
 * version into the next. Traces are named, never contained.
 *
 * Lanes B to D stand there by the sections in which they differ from lane A, each whole: `&b.ftl.kind=dftl`, `&b.ftl=` for one that is
 * empty. Packed, `x=` holds a list of all lanes' documents.
 */

import type { ColourBy, ExperimentDocument, TraceWindow } from '../engine/protocol';
import type { SweepPolicy } from '../engine/sweep';
import { quoted } from '../render/quoted';
import { leaves, withValue } from './experiment';
import type { FigureForm } from './figures/state';
import { fromWord, joined, pack, parsePairs, refuseUnknown, toWord, UrlError, unpack } from './link-pairs';
import type { AppState } from './state';
import { UNITS, type Unit } from './step-units';
import { FORMS, type SweepDisplay, type SweepDraft } from './sweep/state';
import type { TraceAddress } from './trace/state';

/** Raise it, and add the upgrade, when an address written before would be read differently. */
export const URL_VERSION = 1;

/** What an address keeps. */
export interface UrlState {
  document: ExperimentDocument;
  /** Of lanes B, C and D. */
  beside: readonly ExperimentDocument[];
  focus: number | null;
  meet_by: AppState['meet_by'];
  /** Lane A's operation. */
  op: number;
  /** Where the others stand when lane A's run has ended before theirs. */
  request: number | null;
  speed: number;
  unit: Unit;
  colour_by: ColourBy;
  stage_view: AppState['stage_view'];
}

export const URL_DEFAULTS: Omit<UrlState, 'document'> = {
  beside: [],
  focus: null,
  meet_by: 'request',
  op: 0,
  request: null,
  speed: 2,
  unit: 'operation',
  colour_by: 'state',
  stage_view: 'buffer',
};

/**
 * An address of one of the papers' figures: `#v=1&figure=clash-seq&size=full`. Without a name it is the first; without a size the result that
 * is kept, which is there at once. No address holds a trace.
 */
export interface FigureAddress {
  figure: string | null;
  form: Exclude<FigureForm, 'trace'>;
}

/** From version n (its index) to n + 1. Version 1 is the first. */
const UPGRADES: readonly ((pairs: Map<string, string>) => Map<string, string>)[] = [(pairs) => pairs];

/** What an address of the workbench says beside its experiments. */
const STATE_NAMES = [
  'x',
  'focus',
  'meet',
  'op',
  'request',
  'speed',
  'unit',
  'colour',
  'stage',
  'back',
  'back-text',
  'back-step',
] as const;
const LANE_WORDS = ['a', 'b', 'c', 'd'] as const;
const MEETINGS: readonly AppState['meet_by'][] = ['request', 'time'];
const SIZES = ['quick', 'full', 'kept'] as const;
const COLOURS: readonly ColourBy[] = ['state', 'age', 'wear', 'temperature', 'owner'];
const STAGES: readonly UrlState['stage_view'][] = ['buffer', 'layer', 'flash'];
const PLAIN_MAX_FIELDS = 12;

export function encodeUrlState(state: UrlState): string {
  const pairs: [string, string][] = [['v', String(URL_VERSION)]];
  pairs.push(...documentPairs(state.document, state.beside));
  if (state.beside.length > 0 && state.focus !== null) pairs.push(['focus', LANE_WORDS[state.focus] ?? '']);
  if (state.meet_by !== URL_DEFAULTS.meet_by) pairs.push(['meet', state.meet_by]);
  if (state.op !== URL_DEFAULTS.op) pairs.push(['op', String(state.op)]);
  if (state.request !== null) pairs.push(['request', String(state.request)]);
  if (state.speed !== URL_DEFAULTS.speed) pairs.push(['speed', state.speed === Infinity ? 'max' : String(state.speed)]);
  if (state.unit !== URL_DEFAULTS.unit) pairs.push(['unit', state.unit]);
  if (state.colour_by !== URL_DEFAULTS.colour_by) pairs.push(['colour', state.colour_by]);
  if (state.stage_view !== URL_DEFAULTS.stage_view) pairs.push(['stage', state.stage_view]);
  return joined(pairs);
}

/** The documents of all lanes, in words if that is short. */
function documentPairs(document: ExperimentDocument, beside: readonly ExperimentDocument[]): [string, string][] {
  const own = leaves(document);
  const others = beside.map((lane, at) => differencePairs(document, lane, LANE_WORDS[at + 1] ?? ''));
  const is_short = own.length + others.flat().length <= PLAIN_MAX_FIELDS * (beside.length + 1);
  if (is_short && [document, ...beside].every(isPlain))
    return [...own.map(([path, value]): [string, string] => [path, toWord(value)]), ...others.flat()];
  const packed = beside.length === 0 ? document : [document, ...beside];
  return [['x', pack(packed)]];
}

/** The sections in which `lane` differs from `base`, each whole. A lane that differs in nothing says so. */
function differencePairs(base: ExperimentDocument, lane: ExperimentDocument, word: string): [string, string][] {
  const sections = [...new Set([...Object.keys(base), ...Object.keys(lane)])];
  const differing = sections.filter((section) => JSON.stringify(base[section]) !== JSON.stringify(lane[section]));
  if (differing.length === 0) return [[word, '']];
  return differing.flatMap((section): [string, string][] => {
    if (!(section in lane)) return [[`${word}.${section}`, NO_SECTION]];
    const fields = leaves({ [section]: lane[section] });
    return fields.map(([path, value]) => [`${word}.${path}`, toWord(value) || '""']);
  });
}

/** In the place of a value: the lane says nothing of that section. */
const NO_SECTION = '';

export const encodeFigureAddress = ({ figure, form }: FigureAddress): string =>
  joined([
    ['v', String(URL_VERSION)],
    ['figure', figure ?? ''],
    ...(form === 'kept' ? [] : ([['size', form]] as const)),
  ]);

export const isFigureAddress = (hash: string): boolean => /[#&]figure=/.test(hash);

/** Reads the hash of a figure; throws `UrlError` where it cannot be read. */
export function decodeFigureAddress(hash: string): FigureAddress {
  const pairs = pairsOf(hash, ['figure', 'size']);
  return {
    figure: pairs.get('figure') || null,
    form: wordFrom('size', pairs.get('size') ?? 'kept', SIZES),
  };
}

/** An address of a step of a lesson, steps from 1: `#v=1&lesson=erase-before-write&step=3`; `lesson-text=` holds a whole lesson instead. */
export interface LessonAddress {
  /** Of a lesson that is listed; null where the address holds it. */
  id: string | null;
  /** The lesson's file, packed. */
  packed: string | null;
  /** From 0. */
  step: number;
}

export const encodeLessonAddress = ({ id, packed, step }: LessonAddress): string =>
  joined([
    ['v', String(URL_VERSION)],
    packed === null ? ['lesson', id ?? ''] : ['lesson-text', packed],
    ...(step > 0 ? [['step', String(step + 1)] as const] : []),
  ]);

export const isLessonAddress = (hash: string): boolean => /[#&]lesson(-text)?=/.test(hash);

/** Reads the hash of a lesson; throws `UrlError` where it cannot be read. */
export function decodeLessonAddress(hash: string): LessonAddress {
  const pairs = pairsOf(hash, ['lesson', 'lesson-text', 'step']);
  refuseBoth(pairs, 'lesson', 'lesson-text');
  return {
    id: pairs.get('lesson') ?? null,
    packed: pairs.get('lesson-text') ?? null,
    step: stepFrom(pairs.get('step')),
  };
}

/** A lesson is named or held. */
function refuseBoth(pairs: ReadonlyMap<string, string>, named: string, held: string): void {
  if (pairs.has(named) && pairs.has(held))
    throw new UrlError(`This link says ${named} beside ${held}, which holds a whole lesson; expected one of them.`);
}

/** From 0; an address counts from 1, and says nothing of the first. */
const stepFrom = (text = '1'): number =>
  numberFrom('step', text, (value) => Number.isSafeInteger(value) && value > 0) - 1;

/** The way back to the step of a lesson that was left for the workbench: `&back=erase-before-write&back-step=3`. */
export const encodeWayBack = (to: LessonAddress): string =>
  encodeLessonAddress(to)
    .split('&')
    .slice(1)
    .map(
      (pair) =>
        `&${pair
          .replace(/^lesson-text=/, 'back-text=')
          .replace(/^lesson=/, 'back=')
          .replace(/^step=/, 'back-step=')}`,
    )
    .join('');

/** Null where the hash holds none; throws `UrlError` where it cannot be read. */
export function decodeWayBack(hash: string): LessonAddress | null {
  const pairs = parsePairs(hash.replace(/^#/, ''));
  refuseBoth(pairs, 'back', 'back-text');
  const [id, packed] = [pairs.get('back') ?? null, pairs.get('back-text') ?? null];
  return id === null && packed === null ? null : { id, packed, step: stepFrom(pairs.get('back-step')) };
}

/** An address of a ready example, at its start: `#v=1&example=fast`. */
export const isExampleAddress = (hash: string): boolean => /[#&]example=/.test(hash);

/** Reads the hash of an example; throws `UrlError` where it cannot be read. */
export const decodeExampleAddress = (hash: string): string => pairsOf(hash, ['example']).get('example') ?? '';

/** An address of a trace that is looked at: `#v=1&trace=a.csv&device=0&from=0&to=1000&first=0&end=64`, its window in nanoseconds and sectors. */
export const encodeTraceAddress = ({ name, device, window }: TraceAddress): string =>
  joined([
    ['v', String(URL_VERSION)],
    ['trace', name],
    ...(device === null ? [] : ([['device', String(device)]] as const)),
    ...(window ? WINDOW_NAMES.map(([word, field]) => [word, String(window[field])] as const) : []),
  ]);

/** Words of a window's edges. */
export const WINDOW_NAMES = [
  ['from', 'from_ns'],
  ['to', 'to_ns'],
  ['first', 'first_sector'],
  ['end', 'end_sector'],
] as const satisfies readonly (readonly [string, keyof TraceWindow])[];

export const isTraceAddress = (hash: string): boolean => /[#&]trace=/.test(hash);

/** An address of a sweep: `#v=1&sweep=…`, all of it packed. */
export type SweepAddress = SweepDraft & SweepDisplay;

export const encodeSweepAddress = ({ experiment, varied, policies, form, metric, log }: SweepAddress): string =>
  joined([
    ['v', String(URL_VERSION)],
    ['sweep', pack({ experiment, varied, policies, form, metric, log })],
  ]);

export const isSweepAddress = (hash: string): boolean => /[#&]sweep=/.test(hash);

/** Reads the hash of a sweep; throws `UrlError` where it cannot be read. */
export function decodeSweepAddress(hash: string): SweepAddress {
  const pairs = pairsOf(hash, ['sweep']);
  const found = unpack(pairs.get('sweep') ?? '', 'the sweep in it', isObject);
  const { experiment, varied, policies, form, metric, log } = found;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
  return {
    experiment: isObject(experiment) ? experiment : null,
    varied: list(varied).map((each) => ({ path: text(each.path), text: text(each.text) })),
    policies: list(policies).map((each) => ({
      title: text(each.title),
      set: (isObject(each.set) ? each.set : {}) as SweepPolicy['set'],
    })),
    form: FORMS.find((known) => known === form) ?? 'lines',
    metric: text(metric) || 'mean_ms',
    log: log === true,
  };
}

/** Reads a hash, with or without its `#`. Null where there is none; throws `UrlError` where there is one that cannot be read. */
export function decodeUrlState(hash: string): UrlState | null {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  const pairs = pairsOf(text, STATE_NAMES, isDocumentName);
  const known = {
    op: '0',
    speed: '2',
    unit: 'operation',
    colour: 'state',
    stage: 'buffer',
    ...Object.fromEntries(pairs),
  };
  const [document = {}, ...beside] = documentsFrom(pairs);
  const focus = pairs.get('focus');
  return {
    document,
    beside,
    focus: focus === undefined ? null : focusFrom(focus, beside.length + 1),
    meet_by: wordFrom('meet', pairs.get('meet') ?? URL_DEFAULTS.meet_by, MEETINGS),
    op: numberFrom('op', known.op, Number.isSafeInteger),
    request: pairs.has('request') ? numberFrom('request', pairs.get('request') ?? '', Number.isSafeInteger) : null,
    speed: known.speed === 'max' ? Infinity : numberFrom('speed', known.speed, Number.isFinite),
    // Links made before the unit had its name say `parting`.
    unit: wordFrom('unit', known.unit === 'parting' ? 'divergence' : known.unit, UNITS),
    colour_by: wordFrom('colour', known.colour, COLOURS),
    stage_view: wordFrom('stage', known.stage, STAGES),
  };
}

/** The lane in focus, of so many; null of a device alone, which always has it. */
function focusFrom(word: string, lanes: number): number | null {
  const at = LANE_WORDS.indexOf(wordFrom('focus', word, LANE_WORDS.slice(0, lanes)));
  return lanes > 1 ? at : null;
}

/** The pairs of an address, as this version writes them: those of `names` and, where `isField` says so, of the experiment. */
export function pairsOf(
  hash: string,
  names: readonly string[],
  isField?: (name: string) => boolean,
): Map<string, string> {
  const pairs = upgraded(parsePairs(hash.replace(/^#/, '')));
  refuseUnknown(pairs, ['v', ...names], isField);
  return pairs;
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

function documentsFrom(pairs: ReadonlyMap<string, string>): readonly ExperimentDocument[] {
  const packed = pairs.get('x');
  if (packed !== undefined) {
    const beside = [...pairs.keys()].find(isDocumentName);
    if (beside !== undefined)
      throw new UrlError(`This link says ${beside} beside x, which holds all of the experiment; expected one of them.`);
    const found = unpack(packed, 'the experiment in it', isDocuments);
    return Array.isArray(found) ? found : [found];
  }
  let document: ExperimentDocument = {};
  for (const [path, word] of pairs) if (isPath(path)) document = withValue(document, path, fromWord(word));
  const names = [...pairs.keys()];
  const words = LANE_WORDS.slice(1).filter((lane) =>
    names.some((name) => name === lane || name.startsWith(`${lane}.`)),
  );
  return [document, ...words.map((lane) => besideFrom(document, lane, pairs))];
}

/**
 * A lane by the sections in which it differs from lane A.
 *
 * @throws UrlError where a lane or a whole section is given a value.
 */
function besideFrom(base: ExperimentDocument, lane: string, pairs: ReadonlyMap<string, string>): ExperimentDocument {
  const own = [...pairs].filter(([name]) => name.startsWith(`${lane}.`));
  const whole = [...pairs].find(
    ([name, word]) =>
      word !== NO_SECTION && (name === lane || (name.startsWith(`${lane}.`) && !isPath(name.slice(lane.length + 1)))),
  );
  if (whole)
    throw new UrlError(
      `This link says ${whole[0]} = ${quoted(whole[1])}; expected nothing behind it, or a field such as ${lane}.ftl.kind.`,
    );
  const fields = own.map(([name, word]): [string, string] => [name.slice(lane.length + 1), word]);
  const sections = new Set(fields.map(([path]) => path.split('.')[0] ?? ''));
  const bare = Object.fromEntries(Object.entries(base).filter(([section]) => !sections.has(section)));
  return fields
    .filter(([path, word]) => isPath(path) && word !== NO_SECTION)
    .reduce((document, [path, word]) => withValue(document, path, fromWord(word)), bare as ExperimentDocument);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One lane's document, or a list of all lanes'. */
const isDocuments = (value: unknown): value is ExperimentDocument | ExperimentDocument[] =>
  isObject(value) || (Array.isArray(value) && value.length <= LANE_WORDS.length && value.every(isObject));

/**
 * Fields of the document have a section before a dot, so they never meet the page's own names; `version` is the one without. No
 * section's name is as short as a lane's.
 */
const isPath = (name: string): boolean =>
  name === 'version' || (/^[a-z_]{2,}(\.[a-z0-9_]+){1,4}$/.test(name) && !name.split('.').includes('__proto__'));

/** A field of a lane's document, a section that it has none of, or a lane that differs in nothing. */
function isDocumentName(name: string): boolean {
  const [lane, ...rest] = name.split('.');
  const is_beside = LANE_WORDS.slice(1).some((word) => word === lane);
  const path = is_beside ? rest.join('.') : name;
  return isPath(path) || (is_beside && /^[a-z_]*$/.test(path) && path !== '__proto__');
}

/** Short, and read back as the same document: field names with dots in them are not. */
function isPlain(document: ExperimentDocument): boolean {
  const fields = leaves(document);
  const built = fields.reduce((next, [path, value]) => withValue(next, path, value), {} as ExperimentDocument);
  return fields.every(([path]) => isPath(path)) && JSON.stringify(built) === JSON.stringify(document);
}

export function numberFrom(name: string, text: string, accept: (value: number) => boolean): number {
  const value = Number(text);
  if (text !== '' && accept(value) && value >= 0) return value;
  throw new UrlError(`This link says ${name} = ${quoted(text)}, which is not a number of at least 0.`);
}

function wordFrom<W extends string>(name: string, text: string, words: readonly W[]): W {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined)
    throw new UrlError(`This link says ${name} = ${quoted(text)}; expected one of ${words.join(', ')}.`);
  return word;
}
