import { expect, test } from 'vitest';
import { LAST_NOTCH, notchOf, SPEED_MAX_FINITE, SPEED_MIN, speedAt, speedInWords, speedShort } from './speed';

const notches = Array.from({ length: LAST_NOTCH + 1 }, (_, notch) => notch);

test('each notch is faster than the one before', () => {
  for (const notch of notches.slice(1)) expect(speedAt(notch)).toBeGreaterThan(speedAt(notch - 1));
});

test('the ends are half an operation a second and no limit at all', () => {
  expect(speedAt(0)).toBe(SPEED_MIN);
  expect(speedAt(LAST_NOTCH - 1)).toBe(SPEED_MAX_FINITE);
  expect(speedAt(LAST_NOTCH)).toBe(Infinity);
});

test('a speed leads back to its notch', () => {
  for (const notch of notches) expect(notchOf(speedAt(notch))).toBe(notch);
});

test('speeds between and beyond the notches find the nearest', () => {
  expect(notchOf(0.01)).toBe(0);
  expect(notchOf(2e6)).toBe(LAST_NOTCH - 1);
  expect(speedAt(-3)).toBe(SPEED_MIN);
});

test('in words', () => {
  expect(speedInWords(2)).toBe('2 operations/s');
  expect(speedInWords(Infinity)).toBe('as fast as it goes');
  expect([0.63, 20_000, Infinity].map(speedShort)).toEqual(['0.63/s', '20\u202f000/s', 'max']);
});
