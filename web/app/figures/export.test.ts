import { expect, test } from 'vitest';
import type { FigureResult } from '../../engine/core-types';
import type { Parameter, Schema } from '../../engine/protocol';
import { claim, ENTRY, planOf, resultWith } from '../../fixtures/figure';
import { reportHtml } from '../export/export';
import { figureReport, pointsTable } from './export';
import { repeating, settingsInFull } from './full-settings';

const parameter = (name: string, standard: unknown): Parameter => ({
  name,
  kind: { type: 'integer', min: 0, max: 9, nullable: true },
  changes: true,
  default: standard,
  help: '',
});
const component = (kind: string, ...parameters: Parameter[]) => ({
  kind,
  title: kind,
  help: '',
  source: '',
  parameters,
});

const SCHEMA: Schema = {
  version: 1,
  core_version: '1.2.3',
  device: [parameter('logical_bytes', 8), parameter('blocks_per_plane', null), parameter('read_ns', 5)],
  run: [parameter('seed', 1)],
  presets: { 'micron-lb': { title: '', help: '', values: { 'device.blocks_per_plane': 4, 'device.read_ns': 7 } } },
  standins: {},
  workload: [component('synthetic', parameter('requests', 60))],
  ftl: [component('clash', parameter('p_pages', 128)), component('dftl'), component('fast'), component('page')],
  buffer: [component('none')],
  formats: [],
  changes: { most: 16, request_max: 2 ** 50, kinds: [] },
  formula: { victim: { quantities: [], examples: [] }, buffer: { quantities: [], examples: [] } },
};

const RESULT: FigureResult = {
  ...resultWith([claim('C1', { held: false, measured: '1.1 ×', note: 'because' }), claim('C3', { claimed: null })]),
  series: [
    {
      panel: 'all',
      system: 'clash',
      x: [0, 0.5],
      mean_response_ms: [40, null],
      erases: [7, 8],
      saturated: [true, false],
    },
  ],
};

test('the settings in full are those stated and every default; what a system has by itself stands apart', () => {
  const plan = planOf([1, 2]);
  const runs = plan.runs.map((run) => ({
    ...run,
    document: { ...run.document, device: { logical_bytes: 9 } },
  }));
  const { common, panels, systems } = settingsInFull(SCHEMA, { ...plan, runs });
  expect(Object.fromEntries(common)).toEqual({
    'device.preset': 'micron-lb',
    'device.logical_bytes': 9,
    'device.read_ns': 7,
    'buffer.kind': 'none',
    'workload.kind': 'synthetic',
    'workload.requests': 60,
  });
  expect(panels).toEqual([]);
  expect(systems[0]).toEqual([
    'clash',
    [
      ['ftl.kind', 'clash'],
      ['ftl.p_pages', 128],
    ],
  ]);
  expect(systems).toHaveLength(4);
});

test('what repeats a figure is its size on the command line; nothing repeats one on a trace', () => {
  expect(repeating('clash-seq', 'quick')).toBe('flashlab figures clash-seq --quick --json');
  expect(repeating('clash-seq', 'kept')).toBe('flashlab figures clash-seq --json');
  expect(repeating('clash-seq', 'trace')).toBeNull();
});

test('points are rows with a column a metric', () => {
  expect(pointsTable(ENTRY, RESULT)).toEqual({
    columns: [
      'panel',
      'system',
      'sequential ratio',
      'mean_response_ms',
      'erases',
      'erase_std_dev',
      'erase_cv',
      'saturated',
    ],
    rows: [
      ['all', 'C-lash', 0, 40, 7, null, null, true],
      ['all', 'C-lash', 0.5, null, 8, null, null, false],
    ],
  });
  const x = { ...ENTRY.x, unit: 'pages', names: [[0.5, 'half']] as [number, string][] };
  const { columns, rows } = pointsTable({ ...ENTRY, x }, RESULT);
  expect([columns[2], rows[0]?.[2], rows[1]?.[2]]).toEqual(['sequential ratio (pages)', 0, 'half']);
});

test('a report has charts, claims, what the paper leaves open, points, settings and the way back', () => {
  const drawings = [{ title: 'Mean response', svg: '<svg></svg>', width: 1, height: 1, paper: '#fff', ink: '#000' }];
  const parts = { entry: ENTRY, result: RESULT, plan: planOf([1]), form: 'quick' as const, schema: SCHEMA, drawings };
  const report = figureReport({ ...parts, link: 'https://example.org/#v=1' });
  const section = (heading: string) => report.sections.find((each) => each.heading === heading);
  expect(report.made_with).toEqual({ version: '1.2.3', link: 'https://example.org/#v=1' });
  expect(section('Mean response')?.svg).toBe('<svg></svg>');
  const claims = section('What the paper claims')?.table;
  expect(claims?.rows.map(([id, verdict]) => [id, verdict])).toEqual([
    ['C1', 'not reproduced'],
    ['C3', 'not tested'],
  ]);
  expect(section('What the paper leaves open')?.table?.rows).toEqual([
    ['How much is spare.', '5.5 % (device.over_provisioning).'],
  ]);
  expect(section('What was run, with every default')?.table?.rows).toContainEqual(['C-lash', 'ftl.p_pages', '128']);
  expect(section('To reproduce it')?.code).toBe('flashlab figures clash-seq --quick --json');
  expect(section('What was run, as the result states it')?.settings).toBe(RESULT.settings);
  expect(reportHtml(report)).toContain('<h1>Sequentiality</h1>');
});
