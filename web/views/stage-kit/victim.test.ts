import { expect, test } from 'vitest';
import type { BenchBlock, Operation } from '../../engine/protocol';
import { emptyLayer } from '../../fixtures/layer-view';
import { victimOf } from './victim';

const bench: BenchBlock[] = [{ role: 'victim', block: 4, page_state: [], page_owner: [] }];
const operation = (change: Partial<Operation>): Operation => ({ kind: 'copy', block: null, ...change }) as Operation;

test('a block wears the highlighter while it is collected, its erase included', () => {
  expect(victimOf({ layer: emptyLayer({}), bench, operations: [operation({})] })).toBe(4);
  expect(victimOf({ layer: emptyLayer({}), bench: [], operations: [operation({ kind: 'erase', block: 4 })] })).toBe(4);
  expect(
    victimOf({ layer: emptyLayer({}), bench: [], operations: [operation({ kind: 'erase', block: 4 }), operation({})] }),
  ).toBeNull();
  expect(victimOf({ layer: emptyLayer({}), bench: [], operations: [] })).toBeNull();
});

test('the block that pages go to is no victim', () => {
  const frontier: BenchBlock = { role: 'frontier', block: 7, page_state: [], page_owner: [] };
  const layer = emptyLayer({});
  expect(victimOf({ layer, bench: [frontier], operations: [] })).toBeNull();
  expect(victimOf({ layer, bench: [frontier, ...bench], operations: [] })).toBe(4);
});

test('a log block that has become a data block is no victim', () => {
  expect(victimOf({ layer: emptyLayer({ homes: [4, 1] }), bench, operations: [operation({})] })).toBeNull();
});
