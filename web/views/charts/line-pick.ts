/** From a place on a chart, or a key, to a point of a curve. */

import { type Axes, type ChartModel, type Cursor, pointsOf } from './line-model';

/** The measured x nearest to `place`, and on it the curve nearest; null before anything is measured. */
export function nearest(model: ChartModel, { x, y }: Axes, place: { x: number; y: number }): Cursor | null {
  let best: (Cursor & { dx: number; dy: number }) | null = null;
  for (const { system } of model.lanes)
    for (const { x_index, x: along, value } of pointsOf(model, system)) {
      const dx = Math.abs(x(along) - place.x);
      const dy = Math.abs(y(value) - place.y);
      if (!best || dx < best.dx || (dx === best.dx && dy < best.dy)) best = { system, x_index, dx, dy };
    }
  return best && { x_index: best.x_index, system: best.system };
}

/** Where a key leads from `cursor`: along the curve, or to the next curve at the same x. Null for other keys. */
export function neighbour(model: ChartModel, cursor: Cursor | null, key: string): Cursor | null {
  if (!/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key)) return null;
  const lanes = model.lanes.filter(({ system }) => pointsOf(model, system).length > 0);
  const system = cursor?.system ?? lanes.at(-1)?.system;
  if (system === undefined) return null;
  const points = pointsOf(model, system);
  const first = points[0]?.x_index ?? 0;
  if (!cursor) return { system, x_index: first };
  if (key === 'ArrowUp' || key === 'ArrowDown') return nextCurve(model, cursor, key === 'ArrowUp' ? 1 : -1);
  const at = points.findIndex(({ x_index }) => x_index === cursor.x_index);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: points.length - 1 }[key] ?? at;
  return { system, x_index: points[Math.min(Math.max(to, 0), points.length - 1)]?.x_index ?? first };
}

/** The curve above or below at this x, round the ends. */
function nextCurve(model: ChartModel, { x_index, system }: Cursor, up: number): Cursor {
  const here = model.lanes
    .flatMap((lane) => pointsOf(model, lane.system).map((point) => ({ system: lane.system, point })))
    .filter(({ point }) => point.x_index === x_index)
    .sort((a, b) => a.point.value - b.point.value);
  const at = here.findIndex((each) => each.system === system);
  return { x_index, system: here.at((at + up) % here.length)?.system ?? system };
}
