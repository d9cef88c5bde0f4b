import { expect, test } from 'vitest';
import type { Component, Geometry, Schema } from '../../engine/protocol';
import { plainSentence, sentence } from './sentence';

const component = (kind: string, title: string): Component => ({ kind, title, help: '', source: '', parameters: [] });
const SCHEMA: Schema = {
  version: 1,
  core_version: '0',
  device: [],
  run: [],
  presets: {},
  standins: {},
  formats: [],
  changes: { most: 16, request_max: 2 ** 50, kinds: [] },
  formula: { victim: { quantities: [], examples: [] }, buffer: { quantities: [], examples: [] } },
  buffer: [component('none', 'no buffer'), component('lru', 'LRU buffer')],
  ftl: [
    component('page', 'page mapping'),
    component('block', 'block mapping'),
    component('fast', 'FAST'),
    component('sast', 'SAST'),
  ],
  workload: [component('uniform', 'uniform writes'), component('trace', 'trace')],
};
const GEOMETRY: Geometry = {
  channels: 1,
  chips_per_channel: 1,
  planes_per_chip: 1,
  blocks: 8,
  pages_per_block: 4,
  page_bytes: 2048,
  logical_pages: 20,
  physical_pages: 32,
  endurance: 1000,
};
const TOY = {
  device: { preset: 'toy', blocks_per_plane: 8, pages_per_block: 4, over_provisioning: 0.6 },
  buffer: { kind: 'none' },
  ftl: { kind: 'page', gc: { policy: 'greedy' } },
  workload: { kind: 'uniform', requests: 400 },
  run: { seed: 1 },
};

test('a device that can be counted is counted', () => {
  expect(plainSentence(sentence(TOY, GEOMETRY, SCHEMA))).toBe(
    'toy, 8 blocks of 4 pages, 20 logical pages · no buffer · page mapping, greedy GC · uniform writes · seed 1',
  );
});

test('a large device is told in bytes', () => {
  const document = { ...TOY, device: { preset: 'micron-lb', logical_bytes: 2 ** 30, over_provisioning: 0.28 } };
  const geometry = { ...GEOMETRY, physical_pages: 2 ** 20, blocks: 16384 };
  expect(plainSentence(sentence(document, geometry, SCHEMA))).toContain(
    'micron-lb, 2\u00a0GiB (1\u202f048\u202f576 pages, over-provisioning 28\u00a0%)',
  );
  expect(sentence(document, geometry, SCHEMA)).toContainEqual({ word: '2\u00a0GiB', path: 'device.logical_bytes' });
});

test('a buffer says its size, a layer without GC says none, a trace its name', () => {
  const document = {
    ...TOY,
    buffer: { kind: 'lru', bytes: 65536 },
    ftl: { kind: 'block' },
    workload: { kind: 'trace', file: 'a.csv' },
  };
  expect(plainSentence(sentence(document, GEOMETRY, SCHEMA))).toContain(
    'LRU buffer of 64\u00a0KiB · block mapping · trace a.csv',
  );
  expect(plainSentence(sentence(document, GEOMETRY, SCHEMA, 'fold'))).toContain('trace a.csv, addresses fold ·');
  const trace = {
    format: 'msr' as const,
    file: 'a.csv',
    lines: 960,
    requests: 948,
    bad_lines: { count: 12, first: [] },
    ended_early: 'the gzip file is cut short',
    device: 1,
    devices: [
      { device: 0, label: 'hm.0', requests: 764 },
      { device: 1, label: 'hm.1', requests: 184 },
    ],
  };
  expect(plainSentence(sentence(document, GEOMETRY, SCHEMA, 'fold', trace))).toContain(
    'trace a.csv, hm.1 (184 of 948 requests), 12 lines not read, ended early, addresses fold ·',
  );
  const whole = { ...trace, bad_lines: { count: 0, first: [] }, ended_early: null, devices: trace.devices.slice(1) };
  expect(plainSentence(sentence(document, GEOMETRY, SCHEMA, 'fold', whole))).toContain('trace a.csv, addresses fold ·');
});

test('a layer that merges says how many log blocks it has, where that is set', () => {
  const told = (ftl: Record<string, unknown>): string => plainSentence(sentence({ ...TOY, ftl }, GEOMETRY, SCHEMA));
  expect(told({ kind: 'fast', log_blocks: 6 })).toContain(' · FAST with 5 shared log blocks and 1 sequential · ');
  expect(sentence({ ...TOY, ftl: { kind: 'fast', log_blocks: 6 } }, GEOMETRY, SCHEMA)).toContainEqual({
    word: '5',
    path: 'ftl.log_blocks',
  });
  expect(told({ kind: 'fast', log_blocks: null })).toContain(' · FAST · ');
  expect(told({ kind: 'sast', group_blocks: 4, group_logs: 2 })).toContain(
    ' · SAST, groups of 4 sharing 2 log blocks · ',
  );
});
