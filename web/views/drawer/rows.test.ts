import { expect, test } from 'vitest';
import { fieldsOf, meaning, rangeInWords } from '../../app/parameters';
import type { Schema } from '../../engine/protocol';
import { readInput } from './control';
import { groupsOf } from './rows';

const SCHEMA: Schema = {
  version: 1,
  core_version: '0',
  device: [
    {
      name: 'read_ns',
      kind: { type: 'integer', min: 0, max: 1000, nullable: false },
      changes: true,
      default: 130900,
      help: 'Time to read a page.',
    },
  ],
  run: [
    {
      name: 'seed',
      kind: { type: 'integer', min: 0, max: 2 ** 64, nullable: false },
      changes: true,
      default: 1,
      help: 'Seed.',
    },
  ],
  presets: {
    'micron-lb': { title: 'Micron', help: '', values: {} },
    toy: { title: 'Toy', help: '', values: { 'device.read_ns': 1000, 'ftl.gc.low': 1 } },
  },
  standins: { notebook: { title: 'notebook', help: '', values: { 'workload.theta': 1.2 } } },
  formats: [],
  changes: { most: 16, request_max: 2 ** 50, kinds: [] },
  formula: { victim: { quantities: [], examples: [] }, buffer: { quantities: [], examples: [] } },
  buffer: [{ kind: 'none', title: 'no buffer', help: '', source: '', parameters: [] }],
  ftl: [
    {
      kind: 'page',
      title: 'page mapping',
      help: '',
      source: '',
      parameters: [
        {
          name: 'gc.low',
          kind: { type: 'integer', min: 1, max: 64, nullable: false },
          changes: true,
          default: 3,
          help: 'GC begins here.',
        },
      ],
    },
    { kind: 'block', title: 'block mapping', help: '', source: '', parameters: [] },
  ],
  workload: [
    { kind: 'synthetic', title: 'synthetic', help: '', source: '', parameters: [] },
    {
      kind: 'mix',
      title: 'mix',
      help: '',
      source: '',
      parameters: [
        { name: 'theta', kind: { type: 'number', min: 0, max: 2 }, changes: true, default: 1, help: '' },
        {
          name: 'burst',
          kind: { type: 'integer', min: 1, max: 9, nullable: false },
          changes: true,
          default: 3,
          help: '',
        },
      ],
    },
  ],
};
const paths = (document: Record<string, unknown>): string[] => fieldsOf(SCHEMA, document).map(({ path }) => path);

test('the fields are those of the components chosen', () => {
  expect(paths({})).toContain('ftl.gc.low');
  expect(paths({ ftl: { kind: 'block' } })).not.toContain('ftl.gc.low');
});

test('what carries out an operation log is no choice where there is none', () => {
  const [page] = SCHEMA.ftl;
  if (!page) throw new Error('a layer is missing');
  const schema = { ...SCHEMA, ftl: [...SCHEMA.ftl, { ...page, kind: 'recorded' }] };
  const layers = (document: Record<string, unknown>) =>
    fieldsOf(schema, document)
      .find(({ path }) => path === 'ftl.kind')
      ?.choices?.map(({ value }) => value);
  expect(layers({})).not.toContain('recorded');
  expect(layers({ ftl: { kind: 'recorded' } })).toContain('recorded');
});

test('a preset changes defaults', () => {
  const low = (document: Record<string, unknown>) =>
    fieldsOf(SCHEMA, document).find(({ path }) => path === 'ftl.gc.low')?.default;
  expect(low({})).toBe(3);
  expect(low({ device: { preset: 'toy' } })).toBe(1);
});

test('a stand-in stands between presets and defaults', () => {
  const preset = { title: '', help: '', values: { 'workload.theta': 0.5, 'workload.burst': 7 } };
  const schema = { ...SCHEMA, presets: { ...SCHEMA.presets, toy: preset } };
  const values = (workload: Record<string, unknown>) =>
    fieldsOf(schema, { device: { preset: 'toy' }, workload })
      .filter(({ path }) => /theta|burst/.test(path))
      .map((field) => field.default);
  expect(values({ kind: 'mix' })).toEqual([0.5, 7]);
  expect(values({ kind: 'mix', standin: 'notebook' })).toEqual([1.2, 7]);
  expect(values({ kind: 'mix', standin: 'none' })).toEqual([0.5, 7]);
});

test('the search looks at names, help and sections; all words must be found', () => {
  const found = (search: string) =>
    groupsOf(fieldsOf(SCHEMA, {}), search).flatMap(({ fields }) => fields.map(({ path }) => path));
  expect(found('gc begins')).toEqual(['ftl.gc.low']);
  expect(found('READ page')).toEqual(['device.read_ns']);
  expect(found('gc nothing')).toEqual([]);
});

test('ranges and meanings are said in words', () => {
  expect(rangeInWords({ path: 'ftl.gc.low', kind: { type: 'integer', min: 1, max: 64, nullable: true } })).toBe(
    'from 1 to 64, or empty',
  );
  expect(rangeInWords({ path: 'run.seed', kind: { type: 'integer', min: 0, max: 2 ** 64, nullable: false } })).toBe(
    'at least 0',
  );
  expect(meaning('device.logical_bytes', 2 ** 30)).toBe('1\u00a0GiB');
  expect(meaning('device.read_ns', 130_900)).toBe('130.9\u00a0µs');
});

test('what is typed becomes a value of the field, or nothing', () => {
  const integer = { kind: { type: 'integer', min: 0, max: 9, nullable: true } } as const;
  expect(readInput(integer, ' 12 ')).toBe(12);
  expect(readInput(integer, '')).toBeNull();
  expect(readInput(integer, 'x')).toBeUndefined();
  expect(readInput({ kind: { type: 'text' } }, 'a')).toBe('a');
  const formula = { kind: { type: 'formula', of: 'victim' } } as const;
  expect(readInput(formula, ' age * 2 ')).toBe('age * 2');
  expect(readInput(formula, ' ')).toBeUndefined();
});
