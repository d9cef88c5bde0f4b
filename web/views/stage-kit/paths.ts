/** The paths that pages travel on, as lists of points: their length, a point of them, and how a canvas shows them. */

import { clamp, type Point } from '../../render/geometry';

export type Path = readonly Point[];

const CORNER_PX = 8;

interface Leg {
  from: Point;
  to: Point;
  length: number;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export const legs = (path: Path): Leg[] =>
  path.slice(1).map((to, at) => {
    const from = path[at] ?? to;
    return { from, to, length: distance(from, to) };
  });

/** Length of a path, corners counted as square. */
export const pathLength = (path: Path): number => legs(path).reduce((sum, { length }) => sum + length, 0);

/** The point of a path at a share of its length. */
export function along(path: Path, share: number): Point {
  let left = pathLength(path) * clamp(share, 0, 1);
  for (const { from, to, length } of legs(path)) {
    if (left <= length && length > 0) {
      const part = left / length;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return path.at(-1) ?? { x: 0, y: 0 };
}

/** Traces the first `share` of a path on a canvas, its corners rounded. */
export function tracePath(g: CanvasRenderingContext2D, path: Path, share: number): void {
  const start = path[0];
  if (!start) return;
  const end = along(path, share);
  let left = pathLength(path) * share;
  g.beginPath();
  g.moveTo(start.x, start.y);
  for (const [i, { to, length }] of legs(path).entries()) {
    if (left <= length) break;
    left -= length;
    const after = path[i + 2];
    if (after) {
      const next = left < 1 ? end : after;
      const radius = Math.min(CORNER_PX, length / 2, distance(next, to) / 2);
      g.arcTo(to.x, to.y, next.x, next.y, radius);
    } else g.lineTo(to.x, to.y);
  }
  g.lineTo(end.x, end.y);
}
