/** In which order the points of a sweep are run: the shape first, all policies at a point together. */

import type { SweepPlan } from '../../engine/sweep';
import { coarseToFine } from '../figures/order';
import { placeOf, sizeOf } from './state';

/** Indices of the plan's points: the ends and the corners, the middles, then what lies between. */
export function workOrder(plan: SweepPlan): number[] {
  const size = sizeOf(plan);
  const [x, y] = [turnsOf(size.x), turnsOf(size.y)];
  return plan.points
    .map(({ index }) => {
      const place = placeOf(plan, index);
      const turns = [x[place.x] ?? 0, y[place.y] ?? 0];
      return { index, last: Math.max(...turns), sum: (turns[0] ?? 0) + (turns[1] ?? 0), along: place.x };
    })
    .sort((a, b) => a.last - b.last || a.sum - b.sum || a.along - b.along || a.index - b.index)
    .map(({ index }) => index);
}

/** By place: when it has its turn. */
function turnsOf(length: number): number[] {
  const turns: number[] = [];
  for (const [turn, place] of coarseToFine(length).entries()) turns[place] = turn;
  return turns;
}
