import { expect, test } from 'vitest';
import type { Frame, Opened, Schema } from '../../engine/protocol';
import { emptyLayer } from '../../fixtures/layer-view';
import { COLLECTS } from '../../fixtures/observables';
import { againstA, comparable, type LaneFigures, leaders, steadyTime, timesNumber } from './lane-figures';
import { changeInWords, laneNames, settingInWords } from './lane-names';
import { metersOf } from './meters';

const PAGE = { ftl: { kind: 'page', gc: { policy: 'greedy' } }, buffer: { kind: 'none' } };
const DFTL = { ftl: { kind: 'dftl', cmt_protected: 6552, cmt_probationary: 1640 }, buffer: { kind: 'none' } };
const SCHEMA = {
  ftl: [
    {
      kind: 'page',
      title: 'page mapping',
      parameters: [
        { name: 'gc.policy', kind: { type: 'choice', words: ['greedy', 'fifo'], titles: { fifo: 'FIFO' } } },
      ],
    },
    { kind: 'dftl', title: 'DFTL: a map on flash', parameters: [] },
  ],
  presets: { toy: { title: 'toy: 8 blocks of 4 pages' } },
} as unknown as Schema;
const names = (...documents: Record<string, unknown>[]): string[] =>
  laneNames(documents, null).map(({ name, detail }) => [name, detail].filter(Boolean).join(': '));

test('lanes are named by what sets them apart', () => {
  expect(names(PAGE, DFTL)).toEqual(['page: map in memory', 'dftl: 64\u00a0KiB map cache']);
  const fifo = { ...PAGE, ftl: { kind: 'page', gc: { policy: 'fifo' } } };
  expect(names(PAGE, fifo)).toEqual(['GC greedy', 'GC fifo']);
  expect(names(PAGE, DFTL, { ...DFTL, ftl: { ...DFTL.ftl, cmt_protected: 16000 } })).toEqual([
    'page: map in memory',
    'dftl: protected map entries 6\u202f552',
    'dftl: protected map entries 16\u202f000',
  ]);
  const own = (policy: string) => ({ ...PAGE, ftl: { kind: 'page', gc: { policy, formula: 'age * 2' } } });
  expect(names(own('greedy'), own('formula'))).toEqual(['GC greedy', 'GC by age * 2']);
  expect(names({ ...PAGE, buffer: { kind: 'fab' } }, { ...PAGE, buffer: { kind: 'clc' } })).toEqual([
    'Fab buffer',
    'Clc buffer',
  ]);
  const series = (name: string) => ({ ftl: { kind: 'ttflash', series: name } });
  expect(names(series('base'), series('rgc'))).toEqual(['Without ttFlash', 'ttFlash']);
  expect(names(PAGE, PAGE)).toEqual(['page: map in memory', 'page: map in memory']);
});

test('a fork says from where on it goes its own way', () => {
  const change = { request: 1200, set: { 'ftl.gc.policy': 'fifo' } };
  expect(changeInWords(change, SCHEMA)).toBe('from request 1\u202f200 on: GC FIFO');
  const fork = { ...PAGE, run: { changes: [change] } };
  expect(names({ ...PAGE, run: { changes: [] } }, DFTL, fork)).toEqual([
    'page: map in memory',
    'dftl: 64\u00a0KiB map cache',
    'page: from request 1\u202f200 on: GC fifo',
  ]);
  const formula = { 'ftl.gc.policy': 'formula', 'ftl.gc.formula': 'k * age', 'ftl.gc.k': 2 };
  expect(changeInWords({ request: 5, set: formula }, SCHEMA)).toBe('from request 5 on: GC by k * age, k 2');
  expect(settingInWords('ftl.gc.policy', 'greedy', SCHEMA)).toBe('GC greedy');
  expect(settingInWords('ftl.kind', 'dftl', SCHEMA)).toBe('DFTL');
  expect(settingInWords('device.preset', 'toy', SCHEMA)).toBe('toy: 8 blocks of 4 pages');
  expect(settingInWords('buffer.bytes', 2 ** 22, null)).toBe('buffer 4\u00a0MiB');
  expect(settingInWords('device.read_ns', 25_000, null)).toBe('read 25\u00a0µs');
});

const FIGURES: LaneFigures = { requests: 100, mean_ns: 10, p99_ns: 100, erases: 0, amplification: 1, ram_bytes: 512 };

test('the least leads; nobody does where all are alike or one is not known', () => {
  const lanes = [FIGURES, { ...FIGURES, mean_ns: 21, ram_bytes: 64 }, { ...FIGURES, mean_ns: 10.01 }];
  expect(leaders(lanes, 'mean_ns')).toEqual([0, 2]);
  expect(leaders(lanes, 'ram_bytes')).toEqual([1]);
  expect(leaders(lanes, 'erases')).toEqual([]);
  expect(leaders([FIGURES, null], 'mean_ns')).toEqual([]);
  expect([0, 1, 2].map((lane) => againstA(lanes, lane, 'mean_ns'))).toEqual(['', '2.1 × A', 'as A']);
  expect(againstA(lanes, 1, 'ram_bytes')).toBe('0.13 × A');
  expect(againstA([FIGURES, { ...FIGURES, erases: 7 }], 1, 'erases'), 'seven times nothing').toBe('');
  expect(againstA([FIGURES, { ...FIGURES, mean_ns: 0 }], 1, 'mean_ns'), 'nothing').toBe('0 × A');
  expect(againstA([FIGURES, { ...FIGURES, mean_ns: 0.001 }], 1, 'mean_ns')).toBe('<\u00a00.001 × A');
});

test('figures of fewer requests are compared with nobody', () => {
  const short = { ...FIGURES, requests: 60, mean_ns: 1 };
  const lanes = comparable([FIGURES, { ...FIGURES, mean_ns: 21 }, short]);
  expect(lanes[2]).toBeNull();
  expect(leaders(lanes, 'mean_ns')).toEqual([0]);
  expect([0, 1, 2].map((lane) => againstA(lanes, lane, 'mean_ns'))).toEqual(['', '2.1 × A', '']);
  const one_less = { ...FIGURES, requests: 99, mean_ns: 1 };
  expect(comparable([FIGURES, one_less]), 'one request is enough').toEqual([FIGURES, null]);
  expect(comparable([FIGURES, null, FIGURES]), 'one is not known yet').toEqual([null, null, null]);
});

test('figures keep their width', () => {
  expect([12e6, 1.5e6, 523_600, 222.2e6, 0].map(steadyTime)).toEqual([
    '12.0\u00a0ms',
    '1.50\u00a0ms',
    '524\u00a0µs',
    '222\u00a0ms',
    '0\u00a0ns',
  ]);
  expect([5.03, 1.004, 0.0163, 33.4, 386].map(timesNumber)).toEqual(['5.0', '1.00', '0.016', '33', '386']);
});

const GEOMETRY = {
  channels: 1,
  chips_per_channel: 1,
  planes_per_chip: 1,
  blocks: 8643,
  pages_per_block: 64,
  page_bytes: 2048,
  logical_pages: 524_288,
  physical_pages: 553_152,
  endurance: 1,
};
const meters = (layer: Partial<Frame['layer']>, ftl: Record<string, unknown>, free: Frame['free_blocks']): string[] => {
  const frame = { layer: emptyLayer(layer), free_blocks: free } as unknown as Frame;
  const opened = {
    document: { ftl },
    geometry: GEOMETRY,
    address_mode: null,
    theory: null,
    joins_commands: false,
    observables: COLLECTS,
    trace: null,
  } as Opened;
  return metersOf(frame, opened).map(({ label, words, is_full }) => `${label} ${words}${is_full ? ', full' : ''}`);
};
const NONE_FREE = { now: 0, low: null, high: null };

test('meters say how full the room of each layer is', () => {
  const blocks = [{ lbn: 4 }, { lbn: null }] as unknown as NonNullable<Frame['layer']['cache']>['blocks'];
  const cache = { pages_used: 128, page_slots: 128, blocks } as NonNullable<Frame['layer']['cache']>;
  expect(meters({ cache }, { kind: 'clash' }, NONE_FREE)).toEqual([
    'page slots 128 of 128, full',
    'block slots 1 of 2',
  ]);
  const log = { role: 'log' } as Frame['layer']['parked'][number];
  expect(
    meters({ parked: [log, log], parked_total: 2 }, { kind: 'fast', log_blocks: null }, { ...NONE_FREE, now: 447 }),
  ).toEqual(['log blocks 2 of 6', 'free blocks 447']);
  expect(meters({}, { kind: 'page' }, { now: 3, low: 3, high: 4 })).toEqual(['free blocks 3, full']);
});
