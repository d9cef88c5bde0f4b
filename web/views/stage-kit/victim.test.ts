import { expect, test } from 'vitest';
import type { BenchBlock, Operation } from '../../engine/protocol';
import { victimOf } from './victim';

const bench: BenchBlock[] = [{ role: 'victim', block: 4, page_state: [], page_owner: [] }];
const operation = (change: Partial<Operation>): Operation => ({ kind: 'copy', block: null, ...change }) as Operation;

test('a block wears the highlighter while it is collected, its erase included', () => {
  expect(victimOf({ bench, operations: [operation({})] })).toBe(4);
  expect(victimOf({ bench: [], operations: [operation({ kind: 'erase', block: 4 })] })).toBe(4);
  expect(victimOf({ bench: [], operations: [operation({ kind: 'erase', block: 4 }), operation({})] })).toBeNull();
  expect(victimOf({ bench: [], operations: [] })).toBeNull();
});
