import { expect, test } from 'vitest';
import { density } from '../../../fixtures/buffer';
import { notTuned, raceInWords } from './race';
import { differenceWords, leaderOf, raceLines, reachOf, spread } from './race-lines';

test('costs are told as differences to the α in force, the dearest first', () => {
  const lines = raceLines(density());
  expect(lines.map(({ alpha }) => alpha)).toEqual([-0.5, -0.25, 0]);
  expect(lines.map(({ difference }) => difference)).toEqual([0.012, 0, -0.019]);
  expect(lines[0]?.points.at(-1)).toEqual({ at: 0.64, difference: 0.012 });
  expect(lines[1]?.points.every(({ difference }) => difference === 0)).toBe(true);
  expect(reachOf(lines)).toBeCloseTo(0.02);
});

test('the cheapest leads; of equals the one in force', () => {
  const { rehearsals } = density();
  expect(leaderOf(rehearsals)?.alpha).toBe(0);
  expect(leaderOf(rehearsals.map((one) => ({ ...one, cost_ns: 5 })))?.alpha).toBe(-0.25);
  expect(leaderOf([])).toBeNull();
});

test('labels keep apart and inside', () => {
  expect(spread([10, 12, 13], 10, 0, 100)).toEqual([10, 20, 30]);
  expect(spread([95, 96, 97], 10, 0, 100)).toEqual([80, 90, 100]);
});

test('differences in words', () => {
  expect(differenceWords(0.012)).toBe('1.2\u00a0% dearer');
  expect(differenceWords(-0.019)).toBe('1.9\u00a0% cheaper');
  expect(differenceWords(0)).toBe('as dear');
});

test('a fixed α, and one found beforehand, say why nothing is rehearsed', () => {
  expect(notTuned({ tuner: 'fixed', alpha: 0.5 })).toContain('α = 0.5 is fixed');
  expect(notTuned({ tuner: 'offline', alpha: 0.5 })).toContain('best over the whole run');
  expect(raceInWords(density({ rehearsals: [], tuner: 'fixed' }))).toContain('is fixed');
  expect(raceInWords(density())).toContain('6\u202f400 of 10\u202f000 writes of session 12');
});
