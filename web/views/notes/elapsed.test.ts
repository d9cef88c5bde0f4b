import { expect, test } from 'vitest';
import { elapsed } from './elapsed';

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [187_999, '3:07'],
  [3_727_000, '1:02:07'],
])('%d ms is %s', (ms, text) => {
  expect(elapsed(ms)).toBe(text);
});
