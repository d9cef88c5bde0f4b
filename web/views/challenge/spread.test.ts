// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ChallengeRow } from '../../engine/challenge';
import { scaleOf, spreadPicture } from './spread';

const row = (values: number[], standing: ChallengeRow['standing'] = 'ranked'): ChallengeRow => ({
  at: 0,
  entry: { name: 'a', policy: { known: 'greedy' } },
  standing,
  place: 1,
  spread: {
    least: Math.min(...values),
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    most: Math.max(...values),
    shown: ['l', 'm', 'h'],
  },
  values,
  limits: [],
  reaches: null,
  verdict: '',
  checked: null,
});

test('the scale is that of those with a place; who is far behind does not press the others together', () => {
  expect(scaleOf([row([2, 3]), row([2.5, 2.6]), row([1, 9], 'over-limit')], null)).toEqual({ least: 2, most: 3 });
  const three = [row([2, 2.1]), row([2, 2.2]), row([2.1, 2.3])];
  expect(scaleOf([...three, row([8, 9])], null)).toEqual({ least: 2, most: 2.3 });
  expect(scaleOf([row([2, 3])], 1.5)?.least).toBe(1.5);
  expect(scaleOf([], null)).toBeNull();
  expect(scaleOf([row([0, 0])], null)).toEqual({ least: 0, most: 1 });
});

test('a dot stands for each seed, a tick for their mean, and what lies beyond the scale is pointed to', () => {
  const scale = { least: 2, most: 3 };
  const picture = spreadPicture(row([2, 2.5, 3]), scale, 2.2);
  expect([...picture.querySelectorAll('circle')].map((dot) => dot.getAttribute('cx'))).toEqual(['6', '100', '194']);
  expect(picture.querySelector('.spread-mean')?.getAttribute('x1')).toBe('100');
  expect(picture.querySelector('.spread-target')).not.toBeNull();
  expect(picture.getAttribute('aria-label')).toBe('l to h, mean m');
  const beyond = spreadPicture(row([4, 5]), scale, null);
  expect([beyond.querySelectorAll('circle').length, beyond.textContent]).toEqual([0, '›']);
});
