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
});

test('a prediction stands hollow at its lane', () => {
  const { dots } = roomModel([lane(1.2, null), lane(2, 1.25)], PLOT, { lane: 1, value: 2 });
  expect(dots?.map(({ predicted, x }) => [predicted, x])).toEqual([
    ['you 2.00', 100],
    [null, 100],
  ]);
});

test('without a formula there is nothing to draw', () => {
  const { needs } = roomModel([{ frame: null, opened: { theory: null } as unknown as Opened }], PLOT, null);
  expect(needs).not.toBeNull();
});
