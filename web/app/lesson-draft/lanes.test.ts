import { expect, test } from 'vitest';
import type { ExperimentDocument } from '../../engine/protocol';
import type { Changes } from '../../lessons/lesson';
import { withChoice } from '../experiment';
import { changesBetween } from './lanes';

const GREEDY: ExperimentDocument = {
  device: { preset: 'toy' },
  ftl: { kind: 'page', policy: 'greedy' },
  workload: { kind: 'uniform', requests: 40 },
};
/** What the core makes of any of them. */
const COMPLETE: ExperimentDocument = {
  device: { preset: 'toy', blocks_per_plane: 4 },
  ftl: { kind: 'page', policy: 'greedy', gc_low: 1 },
  buffer: { kind: 'none' },
  workload: { kind: 'uniform', requests: 40, seed: 1 },
  run: { seed: 7 },
};

const applied = (base: ExperimentDocument, changes: Changes): ExperimentDocument =>
  changes.reduce((document, [path, value]) => withChoice(document, path, value), base);

test('one choice sets one lane apart from the other', () => {
  const fifo = { ...GREEDY, ftl: { kind: 'page', policy: 'fifo' } };
  expect(changesBetween(GREEDY, fifo, COMPLETE)).toEqual([['ftl.policy', 'fifo']]);
});

test('a kind comes before what belongs to it, though it is written after it', () => {
  const fast = { ...GREEDY, ftl: { log_blocks: 4, kind: 'fast' } };
  const changes = changesBetween(GREEDY, fast, COMPLETE);
  expect(changes.map(([path]) => path)).toEqual(['ftl.kind', 'ftl.log_blocks']);
  expect(applied(GREEDY, changes).ftl).toEqual(fast.ftl);
});

test('what the other leaves at its default is written out, where the first sets it', () => {
  const base = { ...GREEDY, ftl: { kind: 'page', policy: 'greedy', gc_low: 3 } };
  expect(changesBetween(base, GREEDY, COMPLETE)).toEqual([['ftl.gc_low', 1]]);
  expect(changesBetween(GREEDY, base, COMPLETE)).toEqual([['ftl.gc_low', 3]]);
});

test('a buffer before one lane alone is a choice in either direction', () => {
  const bplru = { ...GREEDY, buffer: { kind: 'bplru', bytes: 65536 } };
  const there = changesBetween(GREEDY, bplru, COMPLETE);
  expect(there).toEqual([
    ['buffer.kind', 'bplru'],
    ['buffer.bytes', 65536],
  ]);
  expect(changesBetween(bplru, GREEDY, COMPLETE)).toContainEqual(['buffer.kind', 'none']);
});

test('lanes that differ in nothing still say something', () => {
  expect(changesBetween(GREEDY, GREEDY, COMPLETE)).toEqual([['run.seed', 7]]);
  expect(changesBetween(GREEDY, GREEDY, GREEDY)).toEqual([['run.seed', 1]]);
});
