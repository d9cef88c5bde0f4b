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

test('the dot of the 99th percentile stands on the curve, and its label off it', () => {
  // Nine in ten take 100 µs, most others 1 ms, one in a thousand 2 ms.
  const nodes = drawTail({ ns: [100_000, 1_000_000, 2_000_000], share: [0.1, 0.001, 0], count: 3000 }, 300, 120).nodes;
  const find = (selector: string): Element | undefined =>
    nodes.map((node) => node as Element).find((node) => node.matches(selector));
  const at = (selector: string, name: string): number => Number(find(selector)?.getAttribute(name));
  const dot = { x: at('.chart-dot', 'cx'), y: at('.chart-dot', 'cy') };
  const corners = [...(find('.chart-line')?.getAttribute('d') ?? '').matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(
    ([, x, y]) => ({ x: Number(x), y: Number(y) }),
  );
  const falls = corners.filter(({ x }) => Math.abs(x - dot.x) < 0.01).map(({ y }) => y);
  expect(Math.min(...falls)).toBeLessThan(dot.y);
  expect(Math.max(...falls)).toBeGreaterThan(dot.y);
  const label = { x: at('.chart-note', 'x'), y: at('.chart-note', 'y') };
  expect(label.x > dot.x && label.y < dot.y).toBe(true);
});
