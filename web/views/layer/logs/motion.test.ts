import { expect, test } from 'vitest';
import { along } from '../paths';
import { gutterConnector } from './motion';

test('a connector leaves a cell upwards, runs above the cells between, and comes down', () => {
  const connector = gutterConnector({ x: 0, y: 50, width: 20, height: 30 }, { x: 100, y: 50, width: 20, height: 30 });
  expect(connector[0]).toEqual({ x: 10, y: 50 });
  expect(connector.at(-1)).toEqual({ x: 110, y: 50 });
  expect(connector.slice(1, -1).every(({ y }) => y < 50)).toBe(true);
});

test('a connector between two lines turns beside the cell it comes from', () => {
  const connector = gutterConnector({ x: 0, y: 90, width: 20, height: 30 }, { x: 100, y: 50, width: 20, height: 30 });
  expect(connector.slice(2, 4).map(({ x }) => x)).toEqual([22.5, 22.5]);
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
