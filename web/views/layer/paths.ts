/** Paths as lists of points. */

import { centre, type Point, type Rect } from '../../render/geometry';

const lengthOf = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** The middle of the longest leg. */
export function badgeOf(points: readonly Point[]): Point {
  let best: Point = points[0] ?? { x: 0, y: 0 };
  let longest = -1;
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from || lengthOf(from, to) <= longest) continue;
    longest = lengthOf(from, to);
    best = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  }
  return best;
}

/** The point of a path at a share of its length. */
export function along(path: readonly Point[], share: number): Point {
  const legs = path.slice(1).map((to, at) => {
    const from = path[at] ?? to;
    return { from, to, length: lengthOf(from, to) };
  });
  let left = share * legs.reduce((sum, { length }) => sum + length, 0);
  for (const { from, to, length } of legs) {
    if (left <= length && length > 0) {
      const part = left / length;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return path.at(-1) ?? { x: 0, y: 0 };
}

/** A path from cell to cell: out of the middle of one, along the connector, into the middle of the other. */
export const wholePath = (from: Rect, points: readonly Point[], to: Rect): Point[] => [
  centre(from),
  ...points,
  centre(to),
];
