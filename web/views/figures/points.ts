/** From the runs made so far to what a chart draws: for each system and x the median over the seeds, and their range. */

import type { FigureEntry, FigureMeasure, FigureMetric, FigurePlan, FigureSystem } from '../../engine/core-types';
import type { Curve, Point } from '../charts/curve';

type Measures = readonly (FigureMeasure | null)[];

/** The curves of a metric, those of systems without runs among them. */
export function curvesOf(entry: FigureEntry, plan: FigurePlan, measures: Measures, metric: FigureMetric): Curve[] {
  const measured = measuredCurves(entry, plan, measures, metric);
  const without_runs = entry.systems.flatMap((system) => leastCurves(entry, system, plan, measures, measured));
  return [...measured, ...without_runs];
}

function measuredCurves(
  { x, systems }: FigureEntry,
  plan: FigurePlan,
  measures: Measures,
  metric: FigureMetric,
): Curve[] {
  const curves = new Map<string, Map<number, number[]>>();
  for (const [index, run] of plan.runs.entries()) {
    // What is drawn is our own reading of the paper.
    if (run.reading !== undefined) continue;
    const key = JSON.stringify([run.panel, run.system]);
    const places = curves.get(key) ?? new Map<number, number[]>();
    const is_curve = x.over || systems.some(({ id, level }) => level && id === run.system);
    const own = is_curve ? plan.x.keys() : [run.x_index];
    for (const x_index of own) places.set(x_index, [...(places.get(x_index) ?? []), index]);
    curves.set(key, places);
  }
  return [...curves].map(([key, places]) => {
    const [panel, system] = JSON.parse(key) as [string, string];
    const points = [...places]
      .map(([x_index, runs]) => {
        const part = x.over ? x_index : null;
        const value = (run: number): number | null => valueIn(measures[run] ?? null, metric, part);
        return pointOf(x_index, plan.x[x_index] ?? x_index, runs, measures, value);
      })
      .filter((point) => point !== null)
      .sort((a, b) => a.x_index - b.x_index);
    return { panel, system, points };
  });
}

/** At each point the system that comes to least, once all it is chosen from are there. */
function leastCurves(
  entry: FigureEntry,
  { id, least }: FigureSystem,
  plan: FigurePlan,
  measures: Measures,
  measured: readonly Curve[],
): Curve[] {
  const by = entry.metrics.find((metric) => metric.id === least?.by);
  if (!least || !by) return [];
  const judged = measuredCurves(entry, plan, measures, by);
  const within = (curves: readonly Curve[], panel: string, system: string, x_index: number): Point | undefined =>
    curves
      .find((curve) => curve.panel === panel && curve.system === system)
      ?.points.find((point) => point.x_index === x_index);
  return entry.panels.map((panel) => {
    const points = plan.x.flatMap((_, x_index) => {
      const found = least.of.map((system) => ({ system, point: within(judged, panel.id, system, x_index) }));
      const values = found.map(({ point }) => point?.value ?? Number.NaN);
      const chosen = found[values.indexOf(Math.min(...values))];
      return (chosen && within(measured, panel.id, chosen.system, x_index)) ?? [];
    });
    return { panel: panel.id, system: id, points };
  });
}

function pointOf(
  x_index: number,
  x: number,
  runs: readonly number[],
  measures: Measures,
  value: (run: number) => number | null,
): Point | null {
  const measured = runs
    .map((run) => ({ run, value: value(run) }))
    .filter((each): each is { run: number; value: number } => each.value !== null)
    .sort((a, b) => a.value - b.value);
  const upper = measured[measured.length >> 1];
  const lower = measured[(measured.length - 1) >> 1];
  const [first, last] = [measured[0], measured.at(-1)];
  if (!upper || !lower || !first || !last) return null;
  return {
    x_index,
    x,
    value: (lower.value + upper.value) / 2,
    low: first.value,
    high: last.value,
    seeds: measured.length,
    of: runs.length,
    saturated: measures[lower.run]?.saturated ?? false,
    run: lower.run,
  };
}

/** A list has a value for each part of a run: that of one, or the mean over all. */
function valueIn(measure: FigureMeasure | null, { field, per_unit }: FigureMetric, part: number | null): number | null {
  const found = measure?.[field];
  if (typeof found === 'number') return found / per_unit;
  if (typeof found !== 'object' || found === null || found.length === 0) return null;
  const value = part === null ? found.reduce((sum, each) => sum + each, 0) / found.length : found[part];
  return value === undefined ? null : value / per_unit;
}
