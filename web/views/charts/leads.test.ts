import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from './curve';
import { compare } from './leads';

const point = (x: number, value: number, x_index = x): Point => ({
  x_index,
  x,
  value,
  low: value,
  high: value,
  seeds: 1,
  of: 1,
  saturated: false,
  run: 0,
});
const curve = (...values: number[]) => values.map((value, x) => point(x, value));
const LINEAR = { x: 'linear', y: 'linear' } as const;

test('a crossing lies where the drawn lines meet', () => {
  const { ahead, crossings, known } = compare(curve(4, 1, 3), curve(1, 2, 2), LINEAR);
  expect(crossings).toEqual([
    { x: 0.75, y: 1.75 },
    { x: 1.5, y: 2 },
  ]);
  expect(ahead).toEqual([{ from: 0.75, to: 1.5 }]);
  expect(known).toEqual({ from: 0, to: 2 });
});

test('on logarithmic axes lines meet elsewhere', () => {
  const log = { x: 'log', y: 'log' } as const;
  const { crossings } = compare([point(1, 8, 0), point(16, 2, 1)], [point(1, 2, 0), point(16, 8, 1)], log);
  expect(crossings).toEqual([{ x: 4, y: 4 }]);
  const zero = compare(curve(2, 0), curve(0, 1), { x: 'linear', y: 'log' });
  expect(zero.crossings).toEqual([{ x: 0.5, y: 2 }]);
});

test('a tie is no lead, and a crossing through one stands at it', () => {
  expect(compare(curve(2, 1, 0), curve(1, 1, 1), LINEAR)).toMatchObject({
    crossings: [{ x: 1, y: 1 }],
    ahead: [{ from: 1, to: 2 }],
  });
  expect(compare(curve(0, 1, 0), curve(1, 1, 1), LINEAR)).toMatchObject({
    crossings: [],
    ahead: [{ from: 0, to: 2 }],
  });
  expect(compare(curve(1, 1), curve(1, 1), LINEAR)).toMatchObject({ crossings: [], ahead: [] });
});

test('only places that both have count', () => {
  expect(compare([point(0, 1), point(2, 1)], [point(1, 2), point(2, 2)], LINEAR)).toMatchObject({
    ahead: [{ from: 2, to: 2 }],
    known: { from: 2, to: 2 },
  });
  expect(compare(curve(1), [], LINEAR)).toEqual({ ahead: [], crossings: [], known: null });
});

test('leads and crossings tile the axis', () => {
  const values = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(values, values, (subject, rival) => {
      const { ahead, crossings } = compare(curve(...subject), curve(...rival), LINEAR);
      for (const [x, value] of subject.entries()) {
        const other = rival[x] ?? 0;
        const led = ahead.some(({ from, to }) => x > from && x < to) || ahead.some((s) => x === s.from || x === s.to);
        if (value < other) expect(led).toBe(true);
        if (value > other) expect(ahead.some(({ from, to }) => x > from && x < to)).toBe(false);
      }
      const places = crossings.map(({ x }) => x);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }),
  );
});
