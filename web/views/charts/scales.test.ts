// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { decades, evenly, reach, requestEnds, requestScale, thinned, ticksApart, timeScale, timeTicks } from './scales';

describe('the x axis of a run', () => {
  it('follows the run in round steps and ends with it', () => {
    expect([0, 7, 46, 100, 101, 70_000].map((request) => reach(request, 80_000))).toEqual([
      10, 10, 50, 100, 200, 80_000,
    ]);
    expect(reach(80, 80)).toBe(80);
    expect(reach(3, 4)).toBe(4);
    expect(reach(90, 80)).toBe(80);
    expect(reach(0, 0)).toBe(1);
  });

  it('never ends before the present request', () => {
    for (let request = 0; request <= 5000; request++) expect(reach(request, 5000)).toBeGreaterThanOrEqual(request);
  });
});

describe('logarithmic axes', () => {
  it('frame their values with powers of ten', () => {
    expect(decades(405_900, 35e6)).toEqual([1e5, 1e6, 1e7, 1e8]);
    expect(decades(1000, 1000)).toEqual([1e3, 1e4]);
  });
});

it('says the unit of a time axis once, at its top', () => {
  expect(timeTicks([0, 1e6, 2e6])).toEqual(['0', '1', '2 ms']);
  expect(timeTicks([1e5, 1e6, 1e7, 1e8])).toEqual(['0.1', '1', '10', '100 ms']);
  expect(timeTicks([0, 1e6])).toEqual(['0', '1 ms']);
  expect(timeTicks([1e6, 1e8, 1e10])).toEqual(['0.001', '0.1', '10 s']);
});

it('thins long lists evenly', () => {
  expect(thinned([0, 1, 2, 3, 4, 5, 6], 3)).toEqual([0, 3, 6]);
  expect(thinned([], 3)).toEqual([]);
  expect(evenly([0, 1, 2, 3, 4], 2)).toEqual([1, 4]);
});

const PLOT = { left: 50, right: 350, top: 10, foot: 90 };

it('reaches as far as the furthest of several runs', () => {
  const x = requestScale(
    [
      { request: 30, requests: 900 },
      { request: 120, requests: 900 },
    ],
    PLOT,
  );
  expect(x.domain()).toEqual([0, 200]);
  expect(x(200)).toBe(PLOT.right);
  expect(requestScale([], PLOT).domain()).toEqual([0, 1]);
});

it('names the ends of the axis, and what is counted where there is room', () => {
  const x = requestScale([{ request: 120, requests: 900 }], PLOT);
  const names = (unit?: '' | 'requests') =>
    requestEnds(x, 90, unit).map((name) => [name.textContent, Number(name.getAttribute('x'))]);
  expect(names()).toEqual([
    ['0', PLOT.left],
    ['200 requests', PLOT.right],
  ]);
  expect(names('')[1]?.[0]).toBe('200');
});

it('gives times a decade each, and names none far below the least', () => {
  const { y, ticks_ns } = timeScale(2e4, 3e6, PLOT);
  expect(ticks_ns).toEqual([1e5, 1e6, 1e7]);
  expect(y(1e7)).toBe(PLOT.top);
  expect(y(1)).toBe(PLOT.foot);
  expect(y.domain()).toEqual([1.6e4, 1e7]);
  expect(timeScale(1250, 5000, PLOT).ticks_ns).toEqual([1e3, 1e4]);
});

it('has two decades for a single time', () => {
  expect(timeScale(600, 600, PLOT).ticks_ns).toEqual([1e3, 1e4]);
});

it('keeps the last of the ticks there is room for, and outer names within the axis', () => {
  expect(ticksApart([1, 10, 100, 1000], 2)).toEqual([
    { value: 10, anchor: 'middle' },
    { value: 1000, anchor: 'end' },
  ]);
});
