import { expect, test } from 'vitest';
import { OVERVIEW } from '../../fixtures/trace-overview';
import { boxOf, cellAfter, cellAt, windowOf } from './brush';
import {
  axisTicks,
  byteUnit,
  cellCounts,
  figuresOf,
  headline,
  heatStep,
  histogramOf,
  medianBar,
  tickTime,
  timeUnit,
  windowInWords,
} from './models';

/** With plain spaces. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

test('a trace is told in a sentence', () => {
  expect(plain(headline(OVERVIEW))).toBe('9 requests in 4 ms: 75 % writes, 32 KiB onto 16 KiB, 42.9 % sequential.');
  const nothing = { ...OVERVIEW, requests: 0 };
  expect(plain(headline(nothing))).toBe('No request in these 4 ms.');
});

test('every figure says what it means', () => {
  const figures = figuresOf(OVERVIEW);
  const said = Object.fromEntries(figures.map(({ term, value }) => [term, plain(value)]));
  expect(said).toMatchObject({
    reads: '2, 8 KiB',
    flushes: '1',
    touched: '24 KiB',
    'address span': '60 KiB',
    sequential: '42.9 %',
    local: '14.3 %',
    'mean size': '5 KiB',
    reused: '40 %',
  });
  expect(said).not.toHaveProperty('trims');
  expect(figures.every(({ meaning }) => meaning.length > 20)).toBe(true);
  const sampled = figuresOf({ ...OVERVIEW, reuse: { ...OVERVIEW.reuse, one_in: 16 } });
  expect(sampled.find(({ term }) => term === 'reused')?.meaning).toContain('One page in 16 is followed');
});

test('numbers by powers of two begin at the first that there is, and half of them is told', () => {
  const sizes = histogramOf([OVERVIEW.read_sizes, OVERVIEW.write_sizes]);
  expect(sizes).toEqual({
    bars: [
      { from: 8, to: 16, counts: [2, 4] },
      { from: 16, to: 32, counts: [0, 2] },
    ],
    total: 8,
  });
  expect(medianBar(sizes)).toMatchObject({ to: 16 });
  expect(histogramOf([[5]])).toEqual({ bars: [{ from: 0, to: 1, counts: [5] }], total: 5 });
  expect(medianBar(histogramOf([[]]))).toBeNull();
});

test('axes have round values of the unit that fits', () => {
  expect(timeUnit(5e9)).toBe(1e9);
  expect(tickTime(12.5e9, 1e9)).toBe('12.5 s');
  expect(byteUnit(256 * 2 ** 20)).toBe(2 ** 20);
  expect(axisTicks(0, 4e9, 1e9, 4)).toEqual([0, 1, 2, 3, 4].map((second) => ({ value: second * 1e9, at: second / 4 })));
  expect(axisTicks(3, 3, 1, 4)).toEqual([]);
});

test('the ramp goes from one request to the most in equal factors', () => {
  expect([0, 1, 10, 100].map((value) => heatStep(value, 100, 7))).toEqual([0, 1, 4, 6]);
  expect(heatStep(1, 1, 7)).toBe(6);
  expect(cellCounts(OVERVIEW, 'all')).toEqual([3, 0, 2, 0, 0, 0, 0, 3]);
});

test('a window is drawn from cell to cell, and ends where what is in sight does', () => {
  expect(cellAt(OVERVIEW, 0.99, 0.01)).toEqual({ column: 3, row: 1 });
  expect(cellAt(OVERVIEW, -0.1, 1.2)).toEqual({ column: 0, row: 0 });
  expect(cellAfter(OVERVIEW, { column: 1, row: 1 }, 'ArrowLeft', true)).toEqual({ column: 0, row: 1 });
  expect(cellAfter(OVERVIEW, { column: 1, row: 1 }, 'a', false)).toBeNull();
  const window = windowOf(OVERVIEW, { column: 3, row: 1 }, { column: 2, row: 1 });
  expect(window).toEqual({ from_ns: 2_000_000, to_ns: 4_000_000, first_sector: 64, end_sector: 120 });
  expect(plain(windowInWords(window))).toBe('2 ms to 4 ms, 32 KiB to 60 KiB');
  expect(boxOf(OVERVIEW, { column: 0, row: 0 }, { column: 1, row: 0 })).toEqual({
    left: 0,
    width: 0.5,
    top: 0.5,
    height: 0.5,
  });
});
