import { expect, test } from 'vitest';
import { leftMs, withRun } from './time-left';

test('nothing is told before a run has ended', () => {
  expect(leftMs(['fast'], new Map(), 2)).toBeNull();
});

test('each system is expected to go on as it did, a new one as all did', () => {
  const paces = new Map([
    ['fast', withRun(withRun(undefined, 900), 1100)],
    ['page', withRun(undefined, 100)],
  ]);
  expect(leftMs(['fast', 'page'], paces, 1)).toBe(1100);
  expect(leftMs(['clash'], paces, 1)).toBe(700);
});

test('workers share what is left, as far as there is something for each', () => {
  const paces = new Map([['page', withRun(undefined, 100)]]);
  expect(leftMs(['page', 'page', 'page', 'page'], paces, 2)).toBe(200);
  expect(leftMs(['page'], paces, 4)).toBe(100);
  expect(leftMs([], paces, 4)).toBe(0);
});
