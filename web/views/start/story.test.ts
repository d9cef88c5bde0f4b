import { expect, test } from 'vitest';
import type { Operation } from '../../engine/protocol';
import { operation } from '../../fixtures/operation';
import { DEMONSTRATION, letterOf, storyOf } from './story';

const written = (change: Partial<Operation>): Operation => operation({ lpn: 2, to: 5, ...change });

test('a first write, and one that leaves a dead page', () => {
  expect(storyOf(written({}), 4)).toBe('C goes to the next free page.');
  expect(storyOf(written({ stale: 1 }), 4)).toContain('The old C is dead weight');
});

test('collection is told step by step', () => {
  expect(storyOf(written({ kind: 'gc-start', lpn: null, block: 3 }), 4)).toContain('Block 3');
  expect(storyOf(written({ kind: 'copy', from: 9 }), 4)).toContain('before block 2 is erased');
  expect(storyOf(written({ kind: 'erase', block: 2 }), 4)).toContain('4 pages are free again');
  expect(storyOf(written({ kind: 'host-write' }), 4)).toBeNull();
});

test('the demonstration writes pages that the toy has', () => {
  expect(DEMONSTRATION.map(letterOf).every((letter) => letter >= 'A' && letter <= 'H')).toBe(true);
});
