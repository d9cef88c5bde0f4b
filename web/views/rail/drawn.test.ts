// @vitest-environment happy-dom
/** What the charts of the rail draw, against what the operations of the run say. */

import { expect, test } from 'vitest';
import { NO_BASELINES } from '../../app/baselines/state';
import { offLine, type Watched, watched } from '../../fixtures/watched';
import { time } from '../../render/format';
import { CHART as AMPLIFICATION } from './charts/amplification';
import { CHART as LATENCY } from './charts/response';
import { CHART as TAIL } from './charts/tail';
import { CHART as ERASES } from './charts/wear';
import type { RailChart } from './panel';

const WIDTH = 352;
/** Left and right of what is drawn. */
const [LEFT, RIGHT] = [52, WIDTH - 6];
const ONE_AT_A_TIME = { kind: 'uniform', write_ratio: 1, queue_depth: 1, request_pages: 1 };

/** Every block has a bar, every request too; the axis reaches to request 100. */
const TOY = watched({ device: { preset: 'toy' }, workload: { ...ONE_AT_A_TIME, requests: 400 } }, 90);
/** Blocks and requests share their bars; the axis reaches to the end, request 1 200. */
const LARGER = watched(
  {
    device: { preset: 'toy', blocks_per_plane: 40, over_provisioning: 0.2 },
    workload: { ...ONE_AT_A_TIME, requests: 1200 },
  },
  1100,
);

const elementsOf = (chart: RailChart, { frame, opened }: Watched): Element[] => {
  if (!frame.charts) throw new Error('no charts');
  const told = { charts: frame.charts, position: frame.position, opened, baselines: NO_BASELINES };
  return (chart.draw(told, WIDTH, chart.height)?.nodes ?? []) as Element[];
};
const ofKind = (elements: Element[], kind: string): Element[] =>
  elements.filter((element) => element.classList.contains(kind));
const numbers = (elements: Element[], name: string): number[] =>
  elements.map((element) => Number(element.getAttribute(name)));
const pathOf = (elements: Element[], kind: string): string => ofKind(elements, kind)[0]?.getAttribute('d') ?? '';
const points = (d: string): { x: number; y: number }[] =>
  [...d.matchAll(/[ML]?([\d.]+)[, ]([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
/** Where a request stands on an axis that ends at `end`. */
const requestPx = (request: number, end: number): number => LEFT + ((RIGHT - LEFT) * request) / end;

test('the bar of each block is as high as it was erased often', () => {
  const bars = ofKind(elementsOf(ERASES, TOY), 'chart-bar');
  expect(bars).toHaveLength(8);
  expect(new Set(TOY.erases).size, 'no two blocks are mistaken for each other unseen').toBeGreaterThan(3);
  expect(offLine([0, ...TOY.erases], [0, ...numbers(bars, 'height')])).toBeLessThan(1e-9);
  const xs = numbers(bars, 'x');
  expect(
    offLine(
      xs.map((_, block) => block),
      xs,
    ),
  ).toBeLessThan(1e-9);
});

test('of many blocks the bars tell how many were erased how often, from the least on', () => {
  const elements = elementsOf(ERASES, LARGER);
  const [least, most] = [Math.min(...LARGER.erases), Math.max(...LARGER.erases)];
  const expected = Array.from(
    { length: most - least + 1 },
    (_, more) => LARGER.erases.filter((erases) => erases === least + more).length,
  );
  expect(expected.length).toBeGreaterThan(2);
  expect(expected.length).toBeLessThanOrEqual(24);
  const bars = ofKind(elements, 'chart-bar');
  expect(bars).toHaveLength(expected.length);
  expect(offLine([0, ...expected], [0, ...numbers(bars, 'height')])).toBeLessThan(1e-9);
  const names = ofKind(elements, 'chart-tick').map(({ textContent }) => textContent);
  expect(names[0]).toBe(String(least));
});

test('each request has a bar as high as it took long, red if it waited for a collection', () => {
  const elements = elementsOf(LATENCY, TOY);
  const bars = ofKind(elements, 'chart-bar');
  expect(TOY.requests).toHaveLength(90);
  expect(bars).toHaveLength(90);
  expect(
    offLine([0, ...TOY.requests.map(({ response_ns }) => response_ns)], [0, ...numbers(bars, 'height')]),
  ).toBeLessThan(1e-9);
  const red = bars.map((bar) => bar.classList.contains('chart-bar-gc'));
  expect(red).toEqual(TOY.requests.map(({ collections }) => collections > 0));
  expect(red).toContain(true);
  const axis = [...bars.keys()].map((request) => requestPx(request, 100));
  expect(numbers(bars, 'x')).toEqual(axis.map((x) => expect.closeTo(x, 9)));
});

test('the playhead stands at the request that the run has come to', () => {
  for (const chart of [LATENCY, AMPLIFICATION]) {
    const [toy, larger] = [TOY, LARGER].map((run) => points(pathOf(elementsOf(chart, run), 'chart-playhead'))[0]);
    expect(toy?.x).toBeCloseTo(requestPx(90, 100), 9);
    expect(larger?.x).toBeCloseTo(requestPx(1100, 1200), 9);
  }
});

/** The bins of `LARGER`: as few as need not be more than 512, a power of two requests in each. */
const BIN = 4;
const binsOf = ({ requests }: Watched): Watched['requests'][] =>
  Array.from({ length: Math.ceil(requests.length / BIN) }, (_, bin) => requests.slice(BIN * bin, BIN * (bin + 1)));

test('write amplification is that of the run up to the end of each bin, and drawn there', () => {
  const drawn = points(pathOf(elementsOf(AMPLIFICATION, LARGER), 'chart-line'));
  const ends = binsOf(LARGER).map((bin) => bin.at(-1));
  const values = ends.map((end) => (end?.programs ?? 0) / (end?.host_pages ?? 1));
  expect(drawn).toHaveLength(275);
  expect(drawn.map(({ x }) => x)).toEqual(ends.map((_, bin) => expect.closeTo(requestPx(BIN * (bin + 1), 1200), 2)));
  expect(
    offLine(
      values,
      drawn.map(({ y }) => y),
    ),
  ).toBeLessThan(0.002);
  expect(values.at(-1)).toBeGreaterThan(1.1);
});

test('the lines of response times are drawn in the middle of each bin, and collections marked under theirs', () => {
  const elements = elementsOf(LATENCY, LARGER);
  const bins = binsOf(LARGER);
  const middle = bins.map((_, bin) => requestPx(BIN * (bin + 0.5), 1200));
  const worst = points(pathOf(elements, 'chart-dotted'));
  const close = middle.map((x) => expect.closeTo(x, 2));
  expect(worst.map(({ x }) => x)).toEqual(close);
  const slowest = bins.map((bin) => Math.log(Math.max(...bin.map(({ response_ns }) => response_ns))));
  expect(
    offLine(
      slowest,
      worst.map(({ y }) => y),
    ),
  ).toBeLessThan(0.002);
  // The band goes along its top and back along its foot.
  const band = points(pathOf(elements, 'chart-band'));
  expect(band.slice(0, bins.length).map(({ x }) => x)).toEqual(close);
  expect(band.slice(bins.length).map(({ x }) => x)).toEqual(close.toReversed());
  const marked = points(pathOf(elements, 'chart-gc-tick').replace(/V[\d.]+/g, ''));
  const collected = middle.filter((_, bin) => bins[bin]?.some(({ collections }) => collections > 0));
  expect(marked.map(({ x }) => x)).toEqual(collected.map((x) => expect.closeTo(x, 2)));
});

test('the tail falls at each time to the share of requests that took longer, and its dot stands where that is 1 %', () => {
  const elements = elementsOf(TAIL, LARGER);
  const responses = LARGER.requests.map(({ response_ns }) => response_ns);
  const steps = [...new Set(responses)]
    .sort((one, other) => one - other)
    .map((ns) => ({ ns, share: responses.filter((response) => response > ns).length / responses.length }));
  const corners = points(pathOf(elements, 'chart-line'));
  // Flat up to a time, straight down at it; the last share is 0, which has no place on the axis.
  const falls = corners.filter((_, at) => at % 2 === 0);
  expect(corners.filter((_, at) => at % 2 === 1).map(({ x }) => x)).toEqual(falls.slice(1).map(({ x }) => x));
  expect(falls).toHaveLength(steps.length);
  expect(falls.length).toBeGreaterThan(3);
  const [xs, ys] = [falls.map(({ x }) => x), falls.map(({ y }) => y)];
  expect(
    offLine(
      steps.map(({ ns }) => Math.log(ns)),
      xs,
    ),
  ).toBeLessThan(0.002);
  expect(
    offLine(
      steps.slice(0, -1).map(({ share }) => Math.log(share)),
      ys.slice(0, -1),
    ),
  ).toBeLessThan(0.002);
  const p99 = steps.findIndex(({ share }) => share <= 0.01);
  const [dot] = ofKind(elements, 'chart-dot');
  expect(Number(dot?.getAttribute('cx'))).toBeCloseTo(xs[p99] ?? 0, 2);
  expect(elements.map(({ textContent }) => textContent)).toContain(`P99 ${time(steps[p99]?.ns ?? 0, 3)}`);
});
