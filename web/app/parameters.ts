/** The fields of an experiment, from the schema: which there are for a document, what they accept, what they are now. */

import type { Component, ExperimentDocument, Parameter, ParameterKind, Schema } from '../engine/protocol';
import { bytes, count, time } from '../render/format';
import { entryOf, STANDIN_PATH, valueAt } from './experiment';

export type Section = 'device' | 'buffer' | 'ftl' | 'workload' | 'run';

export const SECTION_TITLES: Readonly<Record<Section, string>> = {
  device: 'Device',
  buffer: 'Write buffer',
  ftl: 'Translation layer',
  workload: 'Workload',
  run: 'Run',
};

export interface Choice {
  value: string;
  title: string;
  help: string;
}

export interface Field {
  path: string;
  section: Section;
  /** The name below its section, in words: "gc low". */
  label: string;
  kind: ParameterKind;
  /** For words with an explanation each; otherwise the words of `kind` are all there is. */
  choices: readonly Choice[] | null;
  default: unknown;
  help: string;
}

const COMPONENT_SECTIONS = ['buffer', 'ftl', 'workload'] as const;

/** Every field that `document` has, set or not, in the order they are shown. */
export function fieldsOf(schema: Schema, document: ExperimentDocument): Field[] {
  const preset = presetOf(schema, document);
  const standin = standinOf(schema, document);
  const field = (section: Section, parameter: Parameter): Field => {
    const path = `${section}.${parameter.name}`;
    // A buffer of which the size follows from other fields keeps to those, unless it is stated.
    const follows = section === 'buffer' && parameter.default === null;
    const of_preset = follows ? undefined : preset?.values[path];
    const ready = [standin?.values[path], of_preset].find((value) => value !== undefined);
    const own = ready === undefined ? parameter.default : ready;
    return {
      path,
      section,
      label: inWords(parameter.name),
      kind: parameter.kind,
      choices: choicesOf(parameter.kind),
      default: own,
      help: parameter.help,
    };
  };
  const component = (section: (typeof COMPONENT_SECTIONS)[number]): Field[] => {
    const chosen = componentOf(schema, document, section);
    return [
      kindField(section, choosable(schema[section], chosen), defaultKind(schema, document, section)),
      ...(chosen?.parameters ?? []).map((parameter) => field(section, parameter)),
    ];
  };
  return [
    presetField(schema),
    ...schema.device.filter(({ name }) => name !== 'preset').map((parameter) => field('device', parameter)),
    ...COMPONENT_SECTIONS.flatMap(component),
    ...schema.run.map((parameter) => field('run', parameter)),
  ];
}

/** The layer that carries out an operation log: chosen by the log, not by itself. */
const RECORDED = 'recorded';

/** Whether `document` carries out a log: there is no policy of ours in it. */
export const isRecorded = (document: ExperimentDocument): boolean => valueAt(document, 'ftl.kind') === RECORDED;

/** The components to choose from, and the one that is `chosen`. */
export const choosable = (components: readonly Component[], chosen?: Component): readonly Component[] =>
  components.filter((component) => component.kind !== RECORDED || component === chosen);

/** Words that people read otherwise than they are written, with the others beside them. */
function choicesOf(kind: ParameterKind): readonly Choice[] | null {
  if (kind.type !== 'choice' || Object.keys(kind.titles).length === 0) return null;
  return kind.words.map((value) => ({ value, title: kind.titles[value] ?? value, help: '' }));
}

/** The component that a section of `document` has. */
export function componentOf(
  schema: Schema,
  document: ExperimentDocument,
  section: (typeof COMPONENT_SECTIONS)[number],
): Component | undefined {
  const kind = valueAt(document, `${section}.kind`) ?? defaultKind(schema, document, section);
  return schema[section].find((candidate) => candidate.kind === kind);
}

const DEFAULT_KINDS = { buffer: 'none', ftl: 'page', workload: 'synthetic' } as const;

function defaultKind(
  schema: Schema,
  document: ExperimentDocument,
  section: (typeof COMPONENT_SECTIONS)[number],
): unknown {
  return presetOf(schema, document)?.values[`${section}.kind`] ?? DEFAULT_KINDS[section];
}

const DEFAULT_PRESET = 'micron-lb';

function presetOf(schema: Schema, document: ExperimentDocument): Schema['presets'][string] | undefined {
  return entryOf(schema.presets, valueAt(document, 'device.preset') ?? DEFAULT_PRESET);
}

/** The ready values of a mix, where one is chosen. */
function standinOf(schema: Schema, document: ExperimentDocument): Schema['presets'][string] | undefined {
  const word = valueAt(document, STANDIN_PATH);
  return valueAt(document, 'workload.kind') === 'mix' && typeof word === 'string' ? schema.standins[word] : undefined;
}

function presetField(schema: Schema): Field {
  const choices = Object.entries(schema.presets).map(([value, { title, help }]) => ({ value, title, help }));
  return chooser('device.preset', 'device', 'preset', choices, DEFAULT_PRESET, 'A device with known sizes and times.');
}

function kindField(section: Section, components: readonly Component[], standard: unknown): Field {
  const choices = components.map(({ kind, title, help }) => ({ value: kind, title, help }));
  return chooser(
    `${section}.kind`,
    section,
    'kind',
    choices,
    standard,
    `Which ${SECTION_TITLES[section].toLowerCase()}.`,
  );
}

function chooser(
  path: string,
  section: Section,
  label: string,
  choices: Choice[],
  standard: unknown,
  help: string,
): Field {
  const kind: ParameterKind = { type: 'choice', words: choices.map(({ value }) => value), titles: {} };
  return { path, section, label, kind, choices, default: standard, help };
}

const inWords = (name: string): string => name.replaceAll('.', ' ').replaceAll('_', ' ');

/** Larger bounds than this stand for "no bound". */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** "from 1 to 64", "at least 0", "from 512 B to 16 TiB". */
export function rangeInWords({ kind, path }: Pick<Field, 'kind' | 'path'>): string {
  if (kind.type !== 'integer' && kind.type !== 'number') return '';
  const bound = (value: number): string => meaning(path, value) || digits(value);
  const range = kind.max >= UNBOUNDED ? `at least ${bound(kind.min)}` : `from ${bound(kind.min)} to ${bound(kind.max)}`;
  return kind.type === 'integer' && kind.nullable ? `${range}, or empty` : range;
}

/** What a number means, where its digits do not say it: bytes and nanoseconds. Empty otherwise. */
export function meaning(path: string, value: unknown): string {
  if (typeof value !== 'number') return '';
  if (path.endsWith('_bytes')) return bytes(value);
  if (path.endsWith('_ns')) return time(value);
  return '';
}

const digits = (value: number): string => (Number.isInteger(value) ? count(value) : String(value));

/** A value in a few letters. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'number') return digits(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
