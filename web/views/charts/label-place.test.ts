import { expect, test } from 'vitest';
import { holds, meet, placeLabel, sampled, spread, within } from './label-place';
import { chartLayout } from './line-layout';

const BOUNDS = { left: 0, right: 300, top: 0, bottom: 200 };
const closeTo = (value: number): unknown => expect.closeTo(value, 6);
const LABEL = { width: 80, height: 14, away: 10 };

test('a name stands beside its place where nothing is in the way', () => {
  const box = placeLabel({ x: 150, y: 100 }, LABEL, [], [], BOUNDS);
  // Up and to the right, on the circle around the place and the half of the name.
  const aslant = Math.SQRT1_2;
  expect([box.left, box.right]).toEqual([150 + aslant * 50 - 40, 150 + aslant * 50 + 40].map(closeTo));
  expect([box.top, box.bottom]).toEqual([100 - aslant * 17 - 7, 100 - aslant * 17 + 7].map(closeTo));
});

test('a name that has no room beside its place stands further off', () => {
  const at = { x: 150, y: 100 };
  const around = { left: 100, right: 200, top: 75, bottom: 125 };
  expect(meet(placeLabel(at, LABEL, [], [around], BOUNDS), around)).toBe(false);
  const across = { left: 120, right: 180, top: 0, bottom: 200 };
  expect(meet(placeLabel(at, LABEL, [], [across], BOUNDS), across)).toBe(false);
  const along = { left: 0, right: 300, top: 80, bottom: 120 };
  expect(meet(placeLabel(at, LABEL, [], [along], BOUNDS), along)).toBe(false);
});

test('a name that fits nowhere stands beside its place', () => {
  const at = { x: 150, y: 100 };
  const nowhere = { left: 0, right: 10, top: 0, bottom: 10 };
  expect(placeLabel(at, LABEL, [], [], nowhere)).toEqual(placeLabel(at, LABEL, [], [], BOUNDS));
});

test('a line is seen every few pixels', () => {
  const line = [
    { x: 10, y: 20 },
    { x: 22, y: 36 },
  ];
  expect(sampled(line)).toEqual([0, 1, 2, 3, 4].map((k) => ({ x: closeTo(10 + 2.4 * k), y: closeTo(20 + 3.2 * k) })));
  expect(sampled(line.slice(1))).toEqual([]);
});

test('a box that touches the bounds is within them, and holds what is on its edges', () => {
  expect(within(BOUNDS, BOUNDS)).toBe(true);
  const out = { left: { left: -1 }, right: { right: 301 }, top: { top: -1 }, bottom: { bottom: 201 } };
  for (const side of Object.values(out)) expect(within({ ...BOUNDS, ...side }, BOUNDS)).toBe(false);
  for (const x of [0, 300]) for (const y of [0, 200]) expect(holds(BOUNDS, { x, y })).toBe(true);
  for (const [x, y] of [
    [-1, 9],
    [301, 9],
    [9, -1],
    [9, 201],
  ] as const)
    expect(holds(BOUNDS, { x, y })).toBe(false);
});

test('boxes side by side do not meet, whichever way', () => {
  const beside = [
    { left: 300, right: 400 },
    { left: -100, right: 0 },
    { top: 200, bottom: 300 },
    { top: -100, bottom: 0 },
  ];
  for (const side of beside) expect(meet(BOUNDS, { ...BOUNDS, ...side })).toBe(false);
  expect(meet(BOUNDS, { left: 299, right: 400, top: 199, bottom: 300 })).toBe(true);
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
  expect(spread([{ y: 50 }, { y: 50 }, { y: 50 }], 10, 0, 100).map(({ y }) => y)).toEqual([50, 60, 70]);
});

test('a chart has room for its names in sizes of its type', () => {
  expect(chartLayout(400, 300, 10, 3)).toEqual({
    width: 400,
    left: 43,
    right: 331,
    top: 19,
    foot: 200,
    x_ticks: 213,
    x_name: 225,
    strips_title: 241,
    strips: 246,
    strip: 18,
    bottom: 300,
    em: 10,
  });
  expect(chartLayout(400, 300, 10, 0).foot).toBe(271);
  expect([5, 6].map((lanes) => chartLayout(400, 300, 10, 3, lanes).right)).toEqual([331, 321]);
  expect(chartLayout(60, 50, 10, 3)).toMatchObject({ foot: 40, right: 50 });
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
