/** Connectors between the places of a stage: where their badges stand, and how an SVG shows them. */

import { centre, type Point, type Rect } from '../../render/geometry';
import { svg } from '../../ui/dom';
import { distance, legs, type Path } from './paths';
import './connectors.css';

const CORNER_PX = 7;

/** The middle of the longest leg. */
export function badgeOf(path: Path): Point {
  const [first] = legs(path);
  if (!first) return path[0] ?? { x: 0, y: 0 };
  const { from, to } = legs(path).reduce((best, leg) => (leg.length > best.length ? leg : best), first);
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

/** A path from cell to cell: out of the middle of one, along the connector, into the middle of the other. */
export const wholePath = (from: Rect, connector: Path, to: Rect): Point[] => [centre(from), ...connector, centre(to)];

/** A path as the data of an SVG path, its corners rounded. */
export function roundedPath(path: Path): string {
  const [first, ...rest] = path;
  if (!first) return '';
  let d = `M${first.x} ${first.y}`;
  let before = first;
  for (const [i, point] of rest.entries()) {
    const after = rest[i + 1];
    if (!after) return `${d}L${point.x} ${point.y}`;
    const reach = Math.min(CORNER_PX, distance(before, point) / 2, distance(point, after) / 2);
    const [into, out] = [towards(point, before, reach), towards(point, after, reach)];
    d += `L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`;
    before = point;
  }
  return d;
}

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}

/** Heads of connectors, for `marker-end`: `STAGE-head-ink`, and `STAGE-head-ahead` for what is still to come. */
export const arrowHeads = (stage: string): SVGElement =>
  svg(
    'defs',
    {},
    ...['ink', 'ahead'].map((name) =>
      svg(
        'marker',
        {
          id: `${stage}-head-${name}`,
          class: `connector-head is-${name}`,
          viewBox: '0 0 10 10',
          refX: 8,
          refY: 5,
          markerWidth: 9,
          markerHeight: 9,
          markerUnits: 'userSpaceOnUse',
          orient: 'auto',
        },
        svg('path', { d: 'M0 0L10 5L0 10z' }),
      ),
    ),
  );
