/**
 * Where one system is ahead of another: where its curve is the lower one. Between two measured points the curves are
 * taken as they are drawn, straight on the chart's own axes, so that a crossing found is a crossing seen.
 */

import type { Point } from './curve';

export interface Crossing {
  x: number;
  y: number;
}

export interface Stretch {
  from: number;
  to: number;
}

export interface Comparison {
  /** Where the subject is strictly ahead. */
  ahead: Stretch[];
  crossings: Crossing[];
  /** First and last x at which both were measured; null without any. */
  known: Stretch | null;
}

export type Scale = 'linear' | 'log';

const onAxis = (scale: Scale, value: number): number => (scale === 'log' ? Math.log2(value) : value);
const offAxis = (scale: Scale, place: number): number => (scale === 'log' ? 2 ** place : place);

interface Both {
  x: number;
  subject: number;
  rival: number;
}

export function compare(subject: readonly Point[], rival: readonly Point[], axes: { x: Scale; y: Scale }): Comparison {
  const other = new Map(rival.map((point) => [point.x_index, point.value]));
  const shared = subject.flatMap(({ x_index, x, value }): Both[] => {
    const against = other.get(x_index);
    return against === undefined ? [] : [{ x, subject: value, rival: against }];
  });
  const [first, last] = [shared[0], shared.at(-1)];
  if (!first || !last) return { ahead: [], crossings: [], known: null };
  const crossings = shared.slice(1).flatMap((right, i) => crossingIn(shared.slice(0, i + 1), right, axes));
  return { ahead: stretches(shared, crossings), crossings, known: { from: first.x, to: last.x } };
}

/** Where the lead changes between the last of `before` and `right`; a tie there is passed over. */
function crossingIn(before: readonly Both[], right: Both, axes: { x: Scale; y: Scale }): Crossing[] {
  const left = before.at(-1);
  const led = before.findLast((both) => both.subject !== both.rival);
  if (!left || !led || right.subject === right.rival || led.subject < led.rival === right.subject < right.rival) {
    return [];
  }
  const place = (both: Both): [number, number, number] => [
    onAxis(axes.x, both.x),
    onAxis(axes.y, both.subject),
    onAxis(axes.y, both.rival),
  ];
  const [x0, s0, r0] = place(left);
  const [x1, s1, r1] = place(right);
  const way = (s0 - r0) / (s0 - r0 - (s1 - r1));
  // A value of 0 has no place on a logarithmic axis.
  const known = Number.isFinite(way) ? way : 0.5;
  const height = s0 + known * (s1 - s0);
  return [
    {
      x: offAxis(axes.x, x0 + known * (x1 - x0)),
      y: Number.isFinite(height) ? offAxis(axes.y, height) : Math.max(left.subject, right.subject),
    },
  ];
}

function stretches(shared: readonly Both[], crossings: readonly Crossing[]): Stretch[] {
  const edges = [shared[0]?.x ?? 0, ...crossings.map(({ x }) => x), shared.at(-1)?.x ?? 0];
  return edges.slice(1).flatMap((to, i) => {
    const from = edges[i] ?? to;
    const inside = shared.filter(({ x }) => x >= from && x <= to).filter((both) => both.subject !== both.rival);
    const middle = inside[inside.length >> 1];
    return middle && middle.subject < middle.rival ? [{ from, to }] : [];
  });
}
