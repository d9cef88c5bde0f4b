// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawTail } from './tail';

const drawn = (ns: number[], share: number[]): string =>
  drawTail({ ns, share, count: 300 }, 300, 120)
    .nodes.map((node) => (node as Element).outerHTML)
    .join('');

test('where nearly all requests take no time there is no dot, and nothing without a place', () => {
  expect(drawn([0], [0])).not.toMatch(/NaN|chart-dot/);
  expect(drawn([0, 400_000], [0.005, 0])).not.toMatch(/NaN|chart-dot/);
  expect(drawn([100_000, 400_000], [0.5, 0])).toMatch(/chart-dot/);
});
