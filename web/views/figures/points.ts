/** From the runs made so far to what a chart draws: for each system and x the median over the seeds, and their range. */

import type { FigureMeasure, FigurePlan, MetricId } from '../../engine/figures';

export interface Point {
  x_index: number;
  x: number;
  /** Median over the seeds that have been run. */
  value: number;
  low: number;
  high: number;
  /** Seeds run, of how many the plan has. */
  seeds: number;
  of: number;
  /** Whether that run's requests came faster than they could be served. */
  saturated: boolean;
  /** The run, by index in the plan, that measured the median, or came next to it. */
  run: number;
}

export interface Curve {
  panel: string;
  system: string;
  /** By rising x; only where something was measured. */
  points: Point[];
}

export function curvesOf(
  plan: FigurePlan,
  measures: readonly (FigureMeasure | null)[],
  metric: MetricId,
): readonly Curve[] {
  const curves = new Map<string, Map<number, number[]>>();
  for (const [index, { panel, system, x_index }] of plan.runs.entries()) {
    const key = JSON.stringify([panel, system]);
    const places = curves.get(key) ?? new Map<number, number[]>();
    places.set(x_index, [...(places.get(x_index) ?? []), index]);
    curves.set(key, places);
  }
  return [...curves].map(([key, places]) => {
    const [panel, system] = JSON.parse(key) as [string, string];
    const points = [...places]
      .map(([x_index, runs]) => pointOf(x_index, plan.x[x_index] ?? x_index, runs, measures, metric))
      .filter((point) => point !== null)
      .sort((a, b) => a.x_index - b.x_index);
    return { panel, system, points };
  });
}

function pointOf(
  x_index: number,
  x: number,
  runs: readonly number[],
  measures: readonly (FigureMeasure | null)[],
  metric: MetricId,
): Point | null {
  const measured = runs
    .map((run) => ({ run, value: valueIn(measures[run] ?? null, metric) }))
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

function valueIn(measure: FigureMeasure | null, metric: MetricId): number | null {
  if (!measure) return null;
  return metric === 'mean_response_ms' ? measure.mean_response_ns / 1e6 : measure[metric];
}
