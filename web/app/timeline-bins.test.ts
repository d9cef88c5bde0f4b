import { expect, test } from 'vitest';
import { binRequests, binsFor } from './timeline-bins';

test('bins are as wide as a mark, and there is always one', () => {
  expect(binsFor(800)).toBe(100);
  expect(binsFor(3)).toBe(1);
});

test('a bin stands for whole requests', () => {
  expect(binRequests(400, 78)).toBe(6);
  expect(binRequests(4, 78)).toBe(1);
  expect(binRequests(0, 0)).toBe(1);
});
