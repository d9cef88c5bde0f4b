/** From a result that was computed elsewhere to what a chart draws. Its points lead to the runs of the plan that made them. */

import type { FigureEntry, FigurePlan, FigureResult, FigureSeries } from '../../engine/core-types';
import type { Curve, Point } from '../charts/curve';

/** The values of x that a result has. */
export const keptXs = ({ series }: FigureResult): readonly number[] => series[0]?.x ?? [];

export function keptCurves(entry: FigureEntry, plan: FigurePlan, result: FigureResult, metric: string): Curve[] {
  return result.series.map((series) => ({
    panel: series.panel,
    system: series.system,
    points: series.x.flatMap((x, x_index): Point[] => {
      const value = at(series, metric, x_index);
      if (value === null) return [];
      const [seeds, run] = [result.settings.seeds.length, runOf(entry, plan, result, series, x_index)];
      const saturated = series.saturated?.[x_index] === true;
      return [{ x_index, x, value, low: value, high: value, seeds, of: seeds, saturated, run }];
    }),
  }));
}

function at(series: FigureSeries, metric: string, x_index: number): number | null {
  const value = series[metric]?.[x_index];
  return typeof value === 'number' ? value : null;
}

/** The first run of a point; of a system without runs that of the system it was at this point. */
function runOf(
  entry: FigureEntry,
  plan: FigurePlan,
  { series: all }: FigureResult,
  { panel, system, x }: FigureSeries,
  x_index: number,
): number | null {
  const { least, level } = entry.systems.find(({ id }) => id === system) ?? {};
  const is_curve = level || entry.x.over !== undefined;
  const choice = all.filter((series) => series.panel === panel && least?.of.includes(series.system));
  const values = choice.map((series) => at(series, least?.by ?? '', x_index) ?? Number.POSITIVE_INFINITY);
  const own = least ? choice[values.indexOf(Math.min(...values))]?.system : system;
  const found = plan.runs.findIndex(
    (run) => run.panel === panel && run.system === own && (is_curve || plan.x[run.x_index] === x[x_index]),
  );
  return found < 0 ? null : found;
}
