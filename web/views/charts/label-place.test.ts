import { expect, test } from 'vitest';
import { placeLabel, spread } from './label-place';
import { chartLayout } from './line-layout';

const BOUNDS = { left: 0, right: 300, top: 0, bottom: 200 };
const LABEL = { width: 80, height: 14, away: 10 };

test('a name stands beside its place where nothing is in the way', () => {
  const box = placeLabel({ x: 150, y: 100 }, LABEL, [], [], BOUNDS);
  expect(Math.abs((box.left + box.right) / 2 - 150)).toBeLessThan(80);
  expect(Math.abs((box.top + box.bottom) / 2 - 100)).toBeLessThan(40);
});

test('a name keeps clear of curves and of other names', () => {
  const at = { x: 150, y: 100 };
  const line = [
    { x: 0, y: 0 },
    { x: 300, y: 200 },
  ];
  const first = placeLabel(at, LABEL, [line], [], BOUNDS);
  const second = placeLabel(at, LABEL, [line], [first], BOUNDS);
  for (const box of [first, second]) {
    for (let x = 0; x <= 300; x++) {
      const y = (x * 2) / 3;
      expect(x > box.left && x < box.right && y > box.top && y < box.bottom).toBe(false);
    }
  }
  expect(
    first.right <= second.left ||
      second.right <= first.left ||
      first.bottom <= second.top ||
      second.bottom <= first.top,
  ).toBe(true);
});

test('a name at the edge stays inside', () => {
  for (const at of [
    { x: 2, y: 2 },
    { x: 298, y: 198 },
  ]) {
    const box = placeLabel(at, LABEL, [], [], BOUNDS);
    expect(box.left >= 0 && box.right <= 300 && box.top >= 0 && box.bottom <= 200).toBe(true);
  }
});

test('labels at line ends keep apart and inside, in the order of the lines', () => {
  const labels = [97, 99, 98, 20].map((y, id) => ({ y, id }));
  const placed = spread(labels, 14, 0, 100);
  expect(placed.map(({ id }) => id)).toEqual([3, 0, 2, 1]);
  expect(placed.map(({ y }) => y)).toEqual([20, 72, 86, 100]);
});

test('the parts of a chart stand under one another at every size of type', () => {
  for (const em of [12.5, 17]) {
    const layout = chartLayout(320, 330, em, 3);
    const order = [layout.top, layout.foot, layout.x_ticks, layout.x_name, layout.strips_title, layout.bottom];
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(layout.strips + 3 * layout.strip).toBeCloseTo(330);
    expect(layout.right - layout.left).toBeGreaterThan(60);
  }
});
