import { expect, test } from 'vitest';
import { picturesMax, stills, tooLong } from './limit';

test('small films may be long, large ones are short', () => {
  expect(picturesMax(640, 360)).toBe(1200);
  expect(picturesMax(1280, 720)).toBe(868);
  expect(picturesMax(1920, 1080)).toBe(385);
});

test('the first moment is a picture, and each step is one', () => {
  expect(stills(10, 1)).toBe(11);
  expect(stills(10, 3)).toBe(5);
});

test('what is refused says how long it may be, and what helps', () => {
  expect(tooLong(1280, 720)).toMatch(/^A film of 1280 × 720 dots may have 868 pictures\. Choose/);
});
