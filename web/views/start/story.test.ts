import { expect, test } from 'vitest';
import type { Operation } from '../../engine/protocol';
import { DEMONSTRATION, letterOf, storyOf } from './story';

const operation = (change: Partial<Operation>): Operation => ({
  index: 0,
  kind: 'program',
  cause: null,
  request: 0,
  start_ns: 0,
  end_ns: 0,
  lpn: 2,
  pages: 1,
  from: null,
  to: 5,
  stale: null,
  block: null,
  slot: null,
  purpose: 'host',
  ...change,
});

test('a first write, and one that leaves a dead page', () => {
  expect(storyOf(operation({}), 4)).toBe('C goes to the next free page.');
  expect(storyOf(operation({ stale: 1 }), 4)).toContain('The old C is dead weight');
});

test('collection is told step by step', () => {
  expect(storyOf(operation({ kind: 'gc-start', lpn: null, block: 3 }), 4)).toContain('Block 3');
  expect(storyOf(operation({ kind: 'copy', from: 9 }), 4)).toContain('before block 2 is erased');
  expect(storyOf(operation({ kind: 'erase', block: 2 }), 4)).toContain('4 pages are free again');
  expect(storyOf(operation({ kind: 'host-write' }), 4)).toBeNull();
});

test('the demonstration writes pages that the toy has', () => {
  expect(DEMONSTRATION.map(letterOf).every((letter) => letter >= 'A' && letter <= 'H')).toBe(true);
});
