import { expect, test } from 'vitest';
import { coreSchema } from '../../fixtures/core';
import { valueAt } from '../experiment';
import { COMPARISONS } from './compare-ready';
import { LANES_MAX } from './side-by-side';

const SCHEMA = coreSchema();

const lanesOf = (id: string, base: Record<string, unknown>) =>
  COMPARISONS.find((comparison) => comparison.id === id)?.lanes(base, SCHEMA) ?? [];
const values = (id: string, base: Record<string, unknown>, path: string) =>
  lanesOf(id, base).map((document) => valueAt(document, path));

const WORKLOAD = { kind: 'zipf', requests: 100 };

test('a ready comparison keeps the requests, and differs where it says', () => {
  for (const { lanes } of COMPARISONS) {
    const documents = lanes({ workload: WORKLOAD }, SCHEMA);
    expect(documents.length).toBeLessThanOrEqual(LANES_MAX);
    expect(documents.every(({ workload }) => workload === WORKLOAD)).toBe(true);
    expect(new Set(documents.map((document) => JSON.stringify(document))).size).toBe(documents.length);
  }
});

test('GC policies are compared on the layer that is open, where it collects', () => {
  expect(values('gc', { ftl: { kind: 'dftl', cmt_protected: 7 } }, 'ftl.cmt_protected')).toEqual([7, 7, 7, 7]);
  expect(values('gc', { ftl: { kind: 'fast' } }, 'ftl.kind')).toEqual(['page', 'page', 'page', 'page']);
});

test('buffers are of one size, in front of a layer that takes one; ttFlash takes none', () => {
  const clash = { ftl: { kind: 'clash' }, buffer: { kind: 'none' } };
  expect(values('buffers', clash, 'ftl.kind')).toEqual(['page', 'page', 'page', 'page']);
  expect(new Set(values('buffers', clash, 'buffer.bytes'))).toEqual(new Set([4 * 2 ** 20]));
  expect(values('buffers', { buffer: { kind: 'lru', bytes: 99 } }, 'buffer.bytes')).toEqual([99, 99, 99, 99]);
  expect(values('ttflash', { buffer: { kind: 'fab', bytes: 99 } }, 'buffer.kind')).toEqual(Array(4).fill('none'));
});
