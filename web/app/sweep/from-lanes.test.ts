import { expect, test } from 'vitest';
import type { Schema } from '../../engine/schema';
import { fromLanes } from './from-lanes';

const component = (kind: string, title: string) => ({ kind, title, help: '', source: '', parameters: [] });
const SCHEMA = {
  presets: {},
  standins: {},
  ftl: [component('page', 'page mapping'), component('fast', 'FAST')],
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
