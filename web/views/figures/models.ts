/** What the charts of a figure show: a model for each panel and metric, from the runs made so far or a result that is kept. */

import { entryOf, type FiguresState, resultOf } from '../../app/figures/state';
import type { FigureEntry, FigureMetric, FigurePlan, FigureResult } from '../../engine/core-types';
import { inPercent } from '../charts/axis';
import type { ChartMark } from '../charts/claimed';
import { isCost } from '../charts/cost';
import type { Curve } from '../charts/curve';
import { lanesOf } from '../charts/lanes';
import { type ChartModel, reachOf } from '../charts/line-model';
import { marksOf } from './claim-marks';
import { curvesOf } from './points';
import { keptCurves, keptXs } from './saved-points';

export interface PanelModel extends ChartModel {
  panel: { id: string; title: string };
}

/** So many panels side by side leave no room for strips under each chart. */
const STRIPS_PANELS_MAX = 2;

/** The figure as it is shown: on a trace it has fewer parts. */
export function shownEntry(figures: FiguresState): FigureEntry | null {
  const entry = entryOf(figures);
  return (figures.form === 'trace' && figures.on_traces) || entry;
}

/** What a figure's curves are made of. */
export interface FigureData {
  plan: FigurePlan;
  x_values: readonly number[];
  curves: (metric: FigureMetric) => readonly Curve[];
  /** What sizes of its experiments were divided by, and which. */
  divided: FigureResult['settings']['divided'];
  x_path: string | undefined;
  /** Whether it is what the paper's claims are about. */
  claimed: boolean;
}

export function dataOf(entry: FigureEntry, figures: FiguresState): FigureData | null {
  const { plan, measures, form } = figures;
  const result = resultOf(figures);
  if (!plan) return null;
  const settings = result?.settings;
  const shared = { plan, divided: settings?.divided ?? null, x_path: settings?.x?.path, claimed: form !== 'trace' };
  if (form !== 'kept' || !result)
    return { ...shared, x_values: plan.x, curves: (metric) => curvesOf(entry, plan, measures, metric) };
  return { ...shared, x_values: keptXs(result), curves: ({ id }) => keptCurves(entry, plan, result, id) };
}

/** More charts than this are no row any more. */
const COLUMNS_MAX = 4;

/** How many charts stand side by side: panels, so that they share an axis, or metrics, whichever are more. */
export function columnsOf(panels: number, metrics: number): number {
  const most = Math.max(panels, metrics, 1);
  return most > COLUMNS_MAX ? Math.ceil(most / 2) : most;
}

/** Row by row: where there are as many panels as metrics or more, a row for each metric; otherwise a row for each panel. */
export function modelsOf(
  entry: FigureEntry,
  data: FigureData,
  claim: string | null,
  metrics: readonly FigureMetric[] = entry.metrics,
): PanelModel[] {
  const lanes = lanesOf(entry);
  const marks = data.claimed ? marksOf(entry, data.divided?.by) : [];
  const belongs = (mark: ChartMark, metric: string, panel: string): boolean =>
    mark.metric === metric && (mark.panel === undefined || mark.panel === panel);
  const rows = metrics.map((metric) => {
    const curves = data.curves(metric);
    const compared = isCost(metric) && entry.panels.length <= STRIPS_PANELS_MAX && lanes.some(({ subject }) => subject);
    return entry.panels.map((panel) => ({
      panel,
      metric,
      x: inPercent(entry.x, data.x_values),
      // A share of what was divided too is what it was.
      x_note: entry.x.unit.startsWith('%') ? entry.x.unit : noteOf(data),
      x_values: data.x_values,
      lanes,
      curves: curves.filter((curve) => curve.panel === panel.id),
      rivals: compared ? lanes.filter(({ subject }) => !subject) : [],
      shared: [],
      marks: marks.filter((mark) => belongs(mark, metric.id, panel.id)),
      claim,
    }));
  });
  if (entry.panels.length >= metrics.length)
    return rows.flatMap((row) => {
      const shared = row.length > 1 ? row.flatMap(reachOf) : [];
      return row.map((model) => ({ ...model, shared }));
    });
  return entry.panels.flatMap((_, panel) => rows.flatMap((row) => row[panel] ?? []));
}

/** Sizes that were divided keep the names they have in full. */
const noteOf = ({ divided, x_path }: FigureData): string =>
  divided !== null && x_path !== undefined && divided.fields.includes(x_path) ? `here ÷\u00a0${divided.by}` : '';
