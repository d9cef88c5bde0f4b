import { expect, test } from 'vitest';
import { bytes, count, duration, percent, plural, short, significant } from './format';

test('thousands are parted by thin spaces', () => {
  expect(count(1_048_576)).toBe('1\u2009048\u2009576');
  expect(count(-1234.5)).toBe('-1\u2009234.5');
  expect(count(999)).toBe('999');
});

test('three significant digits, no trailing zeros', () => {
  expect(significant(2.38)).toBe('2.38');
  expect(significant(2.3)).toBe('2.3');
  expect(significant(12345.6)).toBe('12\u2009346');
  expect(significant(0)).toBe('0');
});

test.each([
  [2 ** 31, '2 GiB'],
  [1536, '1.5 KiB'],
  [20, '20 B'],
])('%d bytes', (value, text) => expect(bytes(value)).toBe(text));

test.each([
  [376, '376 ns'],
  [143_000, '143 µs'],
  [35_830_000, '35.8 ms'],
  [26 * 60e9, '26 min 0 s'],
  [7 * 86_400e9, '7 days'],
])('%d ns', (value, text) => expect(duration(value)).toBe(text));

test('shares, short counts, plurals', () => {
  expect(percent(0.28)).toBe('28 %');
  expect(short(3_100_000)).toBe('3.1 M');
  expect(plural(1, 'write')).toBe('1 write');
  expect(plural(0, 'write')).toBe('0 writes');
});
