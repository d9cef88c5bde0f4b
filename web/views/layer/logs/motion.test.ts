import { expect, test } from 'vitest';
import { along } from '../ways';
import { gutterRoad } from './motion';

test('a road leaves a cell upwards, runs above the cells between, and comes down', () => {
  const road = gutterRoad({ x: 0, y: 50, width: 20, height: 30 }, { x: 100, y: 50, width: 20, height: 30 });
  expect(road[0]).toEqual({ x: 10, y: 50 });
  expect(road.at(-1)).toEqual({ x: 110, y: 50 });
  expect(road.slice(1, -1).every(({ y }) => y < 50)).toBe(true);
});

test('a road between two lines turns beside the cell it comes from', () => {
  const road = gutterRoad({ x: 0, y: 90, width: 20, height: 30 }, { x: 100, y: 50, width: 20, height: 30 });
  expect(road.slice(2, 4).map(({ x }) => x)).toEqual([22.5, 22.5]);
});

test('a traveller is as far along its path as its share says', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 30 },
  ];
  expect(along(path, 0)).toEqual({ x: 0, y: 0 });
  expect(along(path, 0.25)).toEqual({ x: 10, y: 0 });
  expect(along(path, 0.5)).toEqual({ x: 10, y: 10 });
  expect(along(path, 1)).toEqual({ x: 10, y: 30 });
});
