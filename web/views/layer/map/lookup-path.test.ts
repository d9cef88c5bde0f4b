import { expect, test } from 'vitest';
import { type Box, connectorsOf, type Places, roundedPath } from './lookup-path';

const box = (left: number, top: number): Box => ({ left, right: left + 100, top, bottom: top + 30 });
const PLACES: Places = {
  stops: {
    request: box(0, 0),
    cache: box(0, 40),
    victim: box(0, 120),
    'old-page': box(400, 100),
    'new-page': box(400, 100),
    directory: box(200, 60),
    page: box(400, 60),
    data: box(400, 300),
  },
  cache_right: 150,
  directory: box(200, 40),
  flash_left: 400,
  under: 250,
};

test('connectors stay in the gutters: between the columns, and under the directory', () => {
  for (const { points } of connectorsOf(PLACES, false)) {
    for (const [i, point] of points.entries()) {
      const next = points[i + 1];
      if (!next) continue;
      const crosses =
        Math.min(point.x, next.x) < PLACES.directory.left && Math.max(point.x, next.x) > PLACES.directory.right;
      if (crosses) expect(Math.min(point.y, next.y)).toBeGreaterThan(PLACES.under);
    }
  }
});

test('a hit leads straight to the data', () => {
  const kinds = connectorsOf(PLACES, true).map(({ stop }) => stop);
  expect(kinds).toContain('data');
  expect(kinds).not.toContain('directory');
});

test('a line ends where it should', () => {
  expect(
    roundedPath([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 20 },
    ]),
  ).toMatch(/^M0 0L5 0Q10 0 10 5L10 20$/);
});
