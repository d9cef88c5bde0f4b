import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FullRun } from '../../app/lanes/full-runs-state';
import type { Frame, Geometry } from '../../engine/protocol';
import { spread } from '../charts/label-place';
import { cellGrid, cellRect } from './cell-grid';
import { extraModel } from './extra-time-model';
import { blockInAction } from './in-action';
import { erasesOverRun, gathered } from './overlay-models';
import { labelsApart } from './strips';

const full_run = (responses: readonly number[], warmup_requests = 0): FullRun =>
  ({ responses_ns: Float64Array.from(responses), warmup_requests }) as unknown as FullRun;

test('extra time is the difference of running means, and lane A has none', () => {
  const model = extraModel([full_run([10, 10, 10, 10], 5), full_run([20, 10, 30, 10], 5)]);
  expect(model.requests).toEqual([6, 7, 8, 9]);
  expect(model.extra_ns[0]).toEqual([0, 0, 0, 0]);
  expect(model.extra_ns[1]).toEqual([10, 5, 10, 7.5]);
  expect(model.high_ns).toBeCloseTo(11.5);
  expect(model.low_ns).toBe(0);
});

test('the first of the means set no scale', () => {
  const slow_start = [1000, ...Array.from({ length: 19 }, () => 0)];
  const { extra_ns, high_ns } = extraModel([full_run(slow_start.map(() => 0)), full_run(slow_start)]);
  expect(extra_ns[1]?.[0]).toBe(1000);
  expect(high_ns).toBeCloseTo((1.15 * 1000) / 4);
});

test('letters at the ends of lines keep their order and do not touch', () => {
  const places = fc.array(fc.record({ y: fc.integer({ min: 0, max: 100 }) }), { maxLength: 4 });
  fc.assert(
    fc.property(places, (given) => {
      const ys = spread(given, 12, 0, 100).map(({ y }) => y);
      expect(ys.every((y, at) => at === 0 || y - (ys[at - 1] ?? 0) >= 12)).toBe(true);
      expect(ys.every((y) => y <= 100)).toBe(true);
    }),
  );
});

test('a long line is gathered into means, each in the middle of what it stands for', () => {
  expect(gathered([1, 2, 3])).toEqual([
    { bin: 0, value: 1 },
    { bin: 1, value: 2 },
    { bin: 2, value: 3 },
  ]);
  const long = gathered(Array.from({ length: 180 }, (_, at) => at));
  expect(long).toHaveLength(90);
  expect(long[0]).toEqual({ bin: 0.5, value: 0.5 });
});

test('erases grow bin by bin up to the present, and never beyond what has been counted', () => {
  const frame = { marks: { erase: [1, 2, 3, 9] }, position: { request: 25, requests: 40 } } as unknown as Frame;
  expect(erasesOverRun(frame, 4)).toEqual([
    { request: 0, erases: 0 },
    { request: 10, erases: 1 },
    { request: 20, erases: 3 },
    { request: 25, erases: 4 },
  ]);
});

test('cells of a small device stay inside their room, and no two in one place', () => {
  const rooms = fc.record({
    blocks: fc.integer({ min: 2, max: 64 }),
    pages_per_block: fc.constantFrom(4, 8, 64),
    width: fc.integer({ min: 220, max: 700 }),
    height: fc.integer({ min: 56, max: 640 }),
    foot_px: fc.constantFrom(0, 17.5, 34),
  });
  fc.assert(
    fc.property(rooms, ({ width, height, foot_px, ...device }) => {
      const grid = cellGrid(device as unknown as Geometry, width, height, foot_px);
      const pages = device.blocks * device.pages_per_block;
      const rects = Array.from({ length: pages }, (_, page) => cellRect(grid, page));
      for (const { x, y, width: w, height: h } of rects) {
        expect(x + w).toBeLessThanOrEqual(width + 0.01);
        expect(y + h + grid.foot_px).toBeLessThanOrEqual(height + 0.01);
      }
      expect(new Set(rects.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(pages);
    }),
  );
});

test('the ring is where something is emptied, else where pages go', () => {
  const frame = (bench: unknown[], tallies: unknown[]): Frame =>
    ({ bench, layer: { cache: null }, charts: { so_far: { tallies } } }) as unknown as Frame;
  const frontier = { role: 'frontier', block: 7 };
  expect(blockInAction(frame([frontier, { role: 'victim', block: 3 }], []))).toBe(3);
  expect(blockInAction(frame([frontier], [{ kind: 'erase', block: 5 }]))).toBe(5);
  expect(blockInAction(frame([frontier], []))).toBe(7);
  expect(blockInAction(frame([], []))).toBeNull();
});

test('labels of requests keep apart, and the last says what they count', () => {
  const said = (width: number): string[] =>
    labelsApart([0, 2000, 4000, 6000, 8000, 10_000, 12_000], (at) => (at / 12_000) * width, 12.5).map(({ text }) =>
      text.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' '),
    );
  expect(said(900)).toEqual(['0', '2 000', '4 000', '6 000', '8 000', '10 k', '12 k requests']);
  expect(said(500)).not.toContain('10 k');
  expect(said(500).at(-1)).toBe('12 k requests');
  expect(said(130)).toEqual(['0', '12 k requests']);
});
