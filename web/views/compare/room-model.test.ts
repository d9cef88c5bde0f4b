import { expect, test } from 'vitest';
import type { Frame, Opened } from '../../engine/protocol';
import { type RoomLane, roomModel } from './room-model';

const PLOT = { left: 0, right: 100, top: 0, foot: 100 };

const lane = (alpha: number, now: number | null): RoomLane => ({
  opened: {
    theory: {
      model: 'greedy',
      alpha,
      points: [
        [1.02, 30],
        [1.1, 4],
        [1.5, 1.6],
        [2, 1.2],
      ],
    },
  } as unknown as Opened,
  frame: { charts: { write_amplification: { now } } } as unknown as Frame,
});

test('each lane that has written stands at its α, over the curve as far as the lanes go', () => {
  const { lines, dots, theory, label } = roomModel([lane(1.2, 3), lane(1.5, 1.6), lane(2, null)], PLOT, null);
  expect(lines.map(({ points }) => Math.round(points[0]?.[0] ?? 0))).toEqual([20, 50]);
  expect(dots).toHaveLength(2);
  expect(theory?.length).toBe(3);
  expect(label).toContain('A: 3.00 at α 1.20; B: 1.60 at α 1.50');
  expect(lines.map(({ is_second }) => is_second)).toEqual([false, false]);
  // From 1 up to 1.15 × 4, what theory expects of the lane with least room: above 4 and beyond α = 2 nothing is drawn.
  const y = (value: number): number => expect.closeTo(100 - (100 * (value - 1)) / 3.6, 6);
  expect(dots?.map((dot) => dot.y)).toEqual([y(3), y(1.6)]);
  expect(theory?.map(([, height]) => height)).toEqual([y(4), y(1.6), y(1.2)]);
});

test('the axes are named: amplification in round values, α with its letter once', () => {
  const { rows, columns, needs } = roomModel([lane(1.5, 1.6)], PLOT, null);
  expect(rows?.map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
  expect(rows?.[0]?.y).toBe(100);
  expect(columns?.map(({ text, x }) => [text, x])).toEqual([
    ['α = 1', 0],
    ['1.25', 25],
    ['1.5', 50],
    ['1.75', 75],
    ['2', 100],
  ]);
  expect(needs).toBeNull();
});

test('a lane above its theory makes the axis higher', () => {
  expect(roomModel([lane(1.5, 10)], PLOT, null).dots?.[0]?.y).toBeCloseTo(100 - (100 * 9) / 10.5);
});

test('the curve ends where the axes do', () => {
  const beyond = lane(1.5, 1.6);
  beyond.opened?.theory?.points.push([2.5, 1.1]);
  expect(roomModel([beyond], PLOT, null).theory?.map(([x]) => x)).toEqual(
    [10, 50, 100].map((x) => expect.closeTo(x, 6)),
  );
});

test('a lane with more room than the axis has makes it longer', () => {
  expect(roomModel([lane(3, null)], PLOT, null).columns?.map(({ x }) => x)).toEqual([0, 12.5, 25, 37.5, 50]);
});

test('a prediction stands hollow at its lane', () => {
  const { dots } = roomModel([lane(1.2, null), lane(2, 1.25)], PLOT, { lane: 1, value: 2 });
  expect(dots?.map(({ predicted, x }) => [predicted, x])).toEqual([
    ['you 2.00', 100],
    [null, 100],
  ]);
});

test('without a formula there is nothing to draw', () => {
  const { needs, label } = roomModel([{ frame: null, opened: { theory: null } as unknown as Opened }], PLOT, null);
  expect(needs).toBe('No formula is known for these devices.');
  expect(label).toMatch(/ dotted curve\.$/);
});
