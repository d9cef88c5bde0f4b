import { expect, test } from 'vitest';
import type { Schema } from '../../engine/protocol';
import { fromLanes } from './from-lanes';

const component = (kind: string, title: string) => ({ kind, title, help: '', source: '', parameters: [] });
const SCHEMA = {
  presets: {},
  standins: {},
  ftl: [component('page', 'page mapping'), component('fast', 'FAST'), component('bast', 'BAST: log blocks')],
  buffer: [component('none', 'no buffer'), component('lru', 'LRU')],
} as unknown as Schema;

test('the lanes of a comparison are policies over what they share', () => {
  const shared = { device: { preset: 'toy' }, workload: { requests: 9 } };
  const lanes = [
    shared,
    { ...shared, ftl: { kind: 'fast', log_blocks: 2 } },
    { ...shared, buffer: { kind: 'lru', bytes: 4096 } },
    { ...shared, device: { preset: 'toy', over_provisioning: 1 } },
  ];
  expect(fromLanes(SCHEMA, lanes)).toEqual({
    experiment: shared,
    policies: [
      { title: 'Page mapping', set: { 'ftl.kind': 'page', 'buffer.kind': 'none' } },
      { title: 'FAST', set: { 'ftl.kind': 'fast', 'ftl.log_blocks': 2, 'buffer.kind': 'none' } },
      { title: 'Page mapping + LRU', set: { 'ftl.kind': 'page', 'buffer.kind': 'lru', 'buffer.bytes': 4096 } },
      { title: 'Page mapping (D)', set: { 'ftl.kind': 'page', 'buffer.kind': 'none', 'device.over_provisioning': 1 } },
    ],
  });
});

test('what only some lanes state is theirs; forks are left out, and titles bear no colon', () => {
  const first = { device: { over_provisioning: 0.5 }, run: { seed: 3 } };
  const lanes = [
    first,
    { run: { seed: 3 }, ftl: { kind: 'bast' } },
    { ...first, run: { seed: 3, changes: [{ request: 5, set: { 'ftl.kind': 'fast' } }] } },
  ];
  expect(fromLanes(SCHEMA, lanes)).toEqual({
    experiment: { run: { seed: 3 } },
    policies: [
      { title: 'Page mapping', set: { 'ftl.kind': 'page', 'device.over_provisioning': 0.5 } },
      { title: 'BAST', set: { 'ftl.kind': 'bast' } },
    ],
  });
});
