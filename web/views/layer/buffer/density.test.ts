import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPEC_GROUPS } from '../../../fixtures/buffer';
import { type Aged, isoLine, isTie, lnReciprocal, ranked, reciprocal, touching } from './density';

/** Worked out by hand: α, the products of g1, g2, g3, and the victim. */
const TABLE: readonly [number, number, number, number, number][] = [
  [-1, 10_000, 100, 2500, 1],
  [-0.5, 2000, 200, 1118.03, 1],
  [-0.25, 894.43, 282.84, 747.67, 1],
  [0, 400, 400, 500, 3],
  [0.25, 178.89, 565.69, 334.37, 2],
  [0.5, 80, 800, 223.61, 2],
  [1, 16, 1600, 100, 2],
];

describe.each(TABLE)('densities with α = %s', (alpha, one, two, three, victim) => {
  test('the reciprocals of the densities', () => {
    const values = SPEC_GROUPS.map((group) => reciprocal(alpha, group));
    for (const [i, expected] of [one, two, three].entries()) expect(values[i]).toBeCloseTo(expected, 1);
  });
  test('the group that leaves', () => expect(ranked(SPEC_GROUPS, alpha)[0]?.lbn).toBe(victim));
});

test('of equally dense groups the older leaves, then the one with the lower number', () => {
  const groups: Aged[] = [
    { lbn: 9, age: 10, size: 40 },
    { lbn: 7, age: 40, size: 10 },
    { lbn: 3, age: 40, size: 10 },
  ];
  expect(isTie(0, groups[0] as Aged, groups[1] as Aged)).toBe(true);
  expect(ranked(groups, 0).map(({ lbn }) => lbn)).toEqual([3, 7, 9]);
});

const aged = fc.record({
  lbn: fc.nat(9999),
  age: fc.integer({ min: 1, max: 100_000 }),
  size: fc.integer({ min: 1, max: 1024 }),
});
const alphas = fc.double({ min: -1, max: 1, noNaN: true });

test('the order is the order of age at α = −1, and of size at α = 1', () => {
  fc.assert(
    fc.property(fc.array(aged, { minLength: 1, maxLength: 30 }), (groups) => {
      expect(ranked(groups, -1)[0]?.age).toBe(Math.max(...groups.map(({ age }) => age)));
      expect(ranked(groups, 1)[0]?.size).toBe(Math.max(...groups.map(({ size }) => size)));
    }),
  );
});

test('the line of equal density goes through the group that leaves, and no group lies beyond it', () => {
  fc.assert(
    fc.property(fc.array(aged, { minLength: 1, maxLength: 30 }), alphas, (groups, alpha) => {
      const most = touching(groups, alpha);
      const victim = ranked(groups, alpha)[0] as Aged;
      expect(lnReciprocal(alpha, victim)).toBeCloseTo(most, 9);
      for (const group of groups) expect(lnReciprocal(alpha, group)).toBeLessThanOrEqual(most + 1e-9);
      const line = isoLine(alpha, most, 100, 100);
      for (const end of line ? [line.from, line.to] : [])
        expect((1 - alpha) * end.x + (1 + alpha) * end.y).toBeCloseTo(most, 6);
    }),
  );
});

test('the line stands upright where only age counts, and lies flat where only size does', () => {
  const upright = isoLine(-1, 4, 10, 10);
  expect(upright?.from.x).toBeCloseTo(2);
  expect(upright?.to.x).toBeCloseTo(2);
  const flat = isoLine(1, 4, 10, 10);
  expect(flat?.from.y).toBeCloseTo(2);
  expect(flat?.to.y).toBeCloseTo(2);
  expect(isoLine(0, 50, 10, 10)).toBeNull();
});
