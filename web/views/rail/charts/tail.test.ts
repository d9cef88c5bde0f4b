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

const TAIL = { ns: [100_000, 1_000_000, 2_000_000], share: [0.1, 0.001, 0], count: 3000 };
const textsOf = (tail: typeof TAIL, kind = 'chart-tick', width = 300): (string | null)[] =>
  (drawTail(tail, width, 120).nodes as Element[])
    .filter(({ classList }) => classList.contains(kind))
    .map(({ textContent }) => textContent);

test('a hundred requests are enough for a tail', () => {
  expect(drawTail({ ...TAIL, count: 100 }, 300, 120).needs).toBeNull();
  expect(drawTail({ ...TAIL, count: 99 }, 300, 120)).toMatchObject({
    needs: 'Needs 100 requests; 99 so far.',
    nodes: [],
  });
});

test('shares are named as far down as there are requests for them, and to a thousandth at least', () => {
  const shares = ['all', '10\u00a0%', '1\u00a0%', '0.1\u00a0%'];
  expect(textsOf({ ...TAIL, count: 100 }).slice(0, 4)).toEqual(shares);
  expect(textsOf({ ...TAIL, count: 100 })).not.toContain('0.01\u00a0%');
  expect(textsOf({ ...TAIL, count: 5000 })).toContain('0.01\u00a0%');
});

test('the lowest share that is named stands at the foot, and the curve ends there', () => {
  const nodes = drawTail(TAIL, 300, 120).nodes as Element[];
  const lines = nodes.filter(({ classList }) => classList.contains('chart-grid'));
  expect(lines.at(-1)?.getAttribute('d')).toBe('M52 100.5H294');
  const curve = nodes.find(({ classList }) => classList.contains('chart-line'))?.getAttribute('d') ?? '';
  expect(curve).toMatch(/^M54,40L.*,100$/);
  const times = nodes.filter(({ textContent }) => textContent?.endsWith('s'));
  expect(times.map((name) => [name.getAttribute('x'), name.getAttribute('y')])[0]).toEqual(['54', '116']);
});

test('times are named as far apart as there is room', () => {
  const times = (width: number) => textsOf(TAIL, 'chart-tick', width).filter((text) => text?.endsWith('s'));
  expect(times(300)).toEqual(['100\u00a0µs', '1\u00a0ms', '10\u00a0ms']);
  expect(times(180)).toEqual(['100\u00a0µs', '10\u00a0ms']);
});

test('near the right edge the 99th percentile is named to the left, below the curve', () => {
  const slow = { ns: [100_000, 99_000_000, 100_000_000], share: [0.1, 0.009, 0], count: 3000 };
  const nodes = drawTail(slow, 300, 120).nodes as Element[];
  const at = (kind: string, name: string): number =>
    Number(nodes.find(({ classList }) => classList.contains(kind))?.getAttribute(name));
  expect(at('chart-note', 'x')).toBeCloseTo(at('chart-dot', 'cx') - 8);
  expect(at('chart-note', 'y')).toBeCloseTo(at('chart-dot', 'cy') + 12);
});

test('the tail says in words where one in a hundred is slower, and stands there as a table', () => {
  expect(drawTail(TAIL, 300, 120).label).toBe('Tail of response times: 1 % of requests take longer than 1\u00a0ms');
  expect(drawTail({ ...TAIL, share: [0.5, 0.4, 0.3] }, 300, 120).label).toBe('Tail of response times');
  expect(textsOf({ ...TAIL, share: [0.5, 0.4, 0.3] }, 'chart-note'), 'it stands nowhere').toEqual([]);
  expect(drawTail(TAIL, 300, 120).table?.()).toEqual({
    head: ['slower than', 'share'],
    rows: [
      ['100\u00a0µs', '10\u00a0%'],
      ['1\u00a0ms', '0.1\u00a0%'],
      ['2\u00a0ms', '0\u00a0%'],
    ],
  });
});
