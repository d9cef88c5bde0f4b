import { expect, test } from 'vitest';
import { figureOf } from './amplification';

const plain = (text: string): string => text.replace(/\*\*/g, '');

test('the sum behind write amplification is told as far as there is room for it', () => {
  expect(plain(figureOf(1.5, 2, 1, 400))).toBe('now 1.50 = (2 + 1 copies) / 2');
  expect(plain(figureOf(7.73, 52, 350, 186))).toBe('7.73 = (52 + 350) / 52');
  expect(plain(figureOf(7.73, 52, 350, 120))).toBe('now 7.73');
  expect(plain(figureOf(7.73, 152, 350, 400))).toBe('now 7.73');
  expect(plain(figureOf(0.5, 2, -1, 400))).toBe('now 0.50');
});
