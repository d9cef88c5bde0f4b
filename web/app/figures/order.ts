/** In which order the runs of a figure are made: so that its shape is there early, and grows finer. */

import type { FigurePlan } from '../../engine/core-types';

/** Places 0 to n − 1 from coarse to fine: the ends, the middle, the middles of the halves. */
export function coarseToFine(n: number): number[] {
  const order = n > 1 ? [0, n - 1] : [0].slice(0, n);
  let gaps: [number, number][] = [[0, n - 1]];
  while (order.length < n) {
    const halves: [number, number][] = [];
    for (const [from, to] of gaps) {
      if (to - from < 2) continue;
      const middle = Math.floor((from + to) / 2);
      order.push(middle);
      halves.push([from, middle], [middle, to]);
    }
    gaps = halves;
  }
  return order;
}

/** Indices of the plan's runs: our own reading of the paper first; one seed after another, each from coarse to fine, all systems at a point together. */
export function workOrder({ runs, x }: FigurePlan): number[] {
  const turn = new Map(coarseToFine(x.length).map((place, at) => [place, at]));
  return runs
    .map((run, index) => ({
      other: Number(run.reading !== undefined),
      seed: run.seed,
      turn: turn.get(run.x_index) ?? run.x_index,
      index,
    }))
    .sort((a, b) => a.other - b.other || a.seed - b.seed || a.turn - b.turn || a.index - b.index)
    .map(({ index }) => index);
}
