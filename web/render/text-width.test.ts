import { expect, test } from 'vitest';
import { BOLD, digitsWidth, wordsWidth } from './text-width';

/** As a browser measures them in DejaVu Sans, one of the widest faces that the page is shown in, in sizes of text. */
const MEASURED: readonly [words: string, normal: number, bold: number][] = [
  ['0123456789', 6.36, 6.96],
  ['B21', 1.96, 2.15],
  ['23\u202f820', 3.38, 3.68],
  ['1.38\u00a0ms', 4.04, 4.45],
  ['…820', 2.91, 3.09],
  ['largest set: 12', 7.22, 8.22],
  ['replacement 1, block 22', 12.14, 13.6],
  ['blocked behind the collection', 14.69, 16.62],
  ['window, clean pages leave first: 3 of 20', 19.92, 22.38],
];

test.each(MEASURED)('%s takes hardly more than is guessed, and not much less', (words, normal, bold) => {
  for (const [guess, measured] of [
    [wordsWidth(words, 1), normal],
    [wordsWidth(words, BOLD), bold],
  ] as const) {
    expect(guess / measured).toBeGreaterThan(0.95);
    expect(guess / measured).toBeLessThan(1.05);
  }
});

test('digits are as wide as words of them, and nothing takes no room', () => {
  expect(digitsWidth(5, 12.5)).toBeCloseTo(wordsWidth('12345', 12.5));
  expect(wordsWidth('', 12.5)).toBe(0);
});
