import { expect, test } from 'vitest';
import { patternOf } from './pattern';

test('sixty-four logical blocks are told apart by hue, pattern and outline', () => {
  const looks = Array.from({ length: 64 }, (_, block) => JSON.stringify([block % 8, patternOf(block, 8)]));
  expect(new Set(looks).size).toBe(64);
});

test('the first eight are plain', () => {
  for (let block = 0; block < 8; block++) expect(patternOf(block, 8)).toEqual({ kind: 'solid', double_outline: false });
  expect(patternOf(8, 8).kind).toBe('diagonal');
  expect(patternOf(32, 8)).toEqual({ kind: 'solid', double_outline: true });
});
