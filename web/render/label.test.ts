import { expect, test } from 'vitest';
import { labelSize } from '../views/layer/page-appearance';

test('a number too small for the back of a room is left out there', () => {
  const cell = { width: 40, height: 22 };
  expect(labelSize('63', cell, 12.5)).toBeCloseTo(11.88);
  expect(labelSize('63', cell, 17)).toBe(0);
  expect(labelSize('63', { width: 60, height: 32 }, 17)).toBe(17);
});
