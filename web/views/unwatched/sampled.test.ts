import { expect, test } from 'vitest';
import type { SampledBlock, SampledMap } from '../../engine/core-types';
import { appearanceOf, gridOf, mapInWords, SHADES, sampleInWords } from './sampled';

const map = (change: Partial<SampledMap> = {}): SampledMap => ({ blocks: 64, step: 16, cells: [], ...change });

test('the sample is told as an ordinal', () => {
  const told = (step: number): string => sampleInWords(map({ step }));
  expect(told(1)).toBe('all 64 blocks');
  expect([2, 3, 4, 11, 12, 13, 16, 21, 22, 101, 111].map((step) => told(step).split(' ')[1])).toEqual(
    '2nd 3rd 4th 11th 12th 13th 16th 21st 22nd 101st 111th'.split(' '),
  );
});

test('the ramp begins with no valid page and ends with nothing but; erased and worn-out blocks stand apart', () => {
  expect(appearanceOf([0, 1, 2])).toEqual({ kind: 'used', shade: 0 });
  expect(appearanceOf([255, 1, 2])).toEqual({ kind: 'used', shade: SHADES - 1 });
  expect(appearanceOf([0, 4, 0])).toEqual({ kind: 'free' });
  expect(appearanceOf([0, 9, 3])).toEqual({ kind: 'bad' });
});

test('every cell has a place, and the map fits its width', () => {
  for (const cells of [1, 100, 4096]) {
    for (const width of [320, 340, 700, 1200]) {
      const { columns, rows, cell_px } = gridOf(cells, width);
      expect(columns * rows).toBeGreaterThanOrEqual(cells);
      expect(columns * cell_px).toBeLessThanOrEqual(width);
    }
  }
});

test('the map in words counts what is in sight', () => {
  const cells: SampledBlock[] = [
    [0, 0, 0],
    [255, 2, 2],
    [0, 5, 1],
    [0, 3, 3],
  ];
  expect(mapInWords(map({ cells }))).toBe(
    'The device at the end of the run: every 16th of 64 blocks, 4 cells. 1 erased, 1 bad, 2 in use, 50\u00a0% of whose pages are valid on average. Erased 0 to 5 times.',
  );
  expect(mapInWords(map({ cells: [[255, 0, 2]] }))).toMatch(/None has been erased\.$/);
});
