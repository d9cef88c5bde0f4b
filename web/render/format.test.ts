import { describe, expect, it } from 'vitest';
import { bytes, count, countShort, plural, ratio, share, significant, time, unbroken } from './format';

const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');

describe('numbers for people', () => {
  it('groups thousands with spaces that no line is broken at', () => {
    expect(count(16082)).toBe('16\u202f082');
    expect(plain(count(1048576))).toBe('1 048 576');
    expect(count(999)).toBe('999');
  });

  it('shortens large counts', () => {
    expect([950, 9999, 60_000, 2_600_066, 3e9].map((value) => plain(countShort(value)))).toEqual([
      '950',
      '9 999',
      '60 k',
      '2.6 M',
      '3 G',
    ]);
    expect([1e4, 1e6, 1e9].map((value) => plain(countShort(value)))).toEqual(['10 k', '1 M', '1 G']);
  });

  it('keeps the numbers of prose in one line, and nothing else', () => {
    expect(unbroken('after 20 000 writes, 30 µs more')).toBe('after 20\u202f000 writes, 30\u00a0µs more');
    expect(unbroken('97 % of 64 KiB in 3 s')).toBe('97\u00a0% of 64\u00a0KiB in 3\u00a0s');
    for (const prose of ['4 2000 of 10 0001', 'lane 2 sends', 'in 3 so']) expect(unbroken(prose)).toBe(prose);
  });

  it('keeps the precision of the claim in times', () => {
    expect([0, 250, 405_900, 35_830_000, 143_000, 2_000_000, 1.5e9].map((ns) => plain(time(ns)))).toEqual([
      '0 ns',
      '250 ns',
      '405.9 µs',
      '35.83 ms',
      '143 µs',
      '2 ms',
      '1.5 s',
    ]);
  });

  it('names a unit from exactly one of it on', () => {
    expect([999, 1000, 999_000, 1_000_000, 1_000_000_000].map((ns) => plain(time(ns)))).toEqual([
      '999 ns',
      '1 µs',
      '999 µs',
      '1 ms',
      '1 s',
    ]);
  });

  it('writes long times in the units of a clock', () => {
    expect(plain(time(125e9))).toBe('2 min 5 s');
    expect(plain(time(26 * 60e9 + 3600e9))).toBe('1 h 26 min');
    expect([119.96e9, 120e9, 3599e9, 3600e9].map((ns) => plain(time(ns)))).toEqual([
      '2 min 0 s',
      '2 min 0 s',
      '59 min 59 s',
      '1 h 0 min',
    ]);
  });

  it('never rounds a whole number away', () => {
    expect(plain(significant(123456, 3))).toBe('123 456');
    expect(significant(0.000123456, 3)).toBe('0.000123');
    expect([1234.5, 1000, -1234.5].map((value) => plain(significant(value, 3)))).toEqual(['1 235', '1 000', '-1 234']);
    expect([12.345, 99.4, -99.4].map((value) => significant(value, 3))).toEqual(['12.3', '99.4', '-99.4']);
  });

  it('groups what becomes a thousand by rounding, as the core does', () => {
    expect(plain(significant(999.96, 4))).toBe('1 000');
  });

  it('tells a duration that rounds to a thousand in the next unit, as the core does', () => {
    const bounds = [999_949, 999_950, 999_949_999, 999_950_000, 119_949_999_999, 119_950_000_000];
    expect(bounds.map((ns) => plain(time(ns)))).toEqual([
      '999.9 µs',
      '1 ms',
      '999.9 ms',
      '1 s',
      '119.9 s',
      '2 min 0 s',
    ]);
    expect([960_000, 999_499, 999_500].map((ns) => plain(time(ns, 1)))).toEqual(['960 µs', '999 µs', '1 ms']);
  });

  it('writes bytes, shares, ratios and plurals', () => {
    expect(plain(bytes(2 ** 31))).toBe('2 GiB');
    expect(plain(bytes(2048))).toBe('2 KiB');
    expect([0, 1, 1023, 1024, 2 ** 50].map((size) => plain(bytes(size)))).toEqual([
      '0 B',
      '1 B',
      '1 023 B',
      '1 KiB',
      '1 024 TiB',
    ]);
    expect(plain(share(0.2812))).toBe('28.1 %');
    expect(plain(share(0.0001))).toBe('0.01 %');
    expect(ratio(2.4)).toBe('2.40');
    expect([plural(1, 'page'), plural(2, 'page')]).toEqual(['1 page', '2 pages']);
  });
});
