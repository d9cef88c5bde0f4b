/** What the charts of a figure show: a model for each panel and metric, from the runs made so far. */

import type { FiguresState } from '../../app/figures/state';
import type { FigureEntry, FigurePlan } from '../../engine/figures';
import { inPercent } from './axis';
import { type ClaimedPlace, marksOf } from './claimed';
import { lanesOf } from './lanes';
import type { ChartModel } from './model';
import { curvesOf } from './points';

export interface PanelModel extends ChartModel {
  panel: { id: string; title: string };
}

/** Panel by panel, in each one metric after another. */
export function modelsOf(
  entry: FigureEntry,
  plan: FigurePlan,
  measures: FiguresState['measures'],
  claim: string | null,
): PanelModel[] {
  const lanes = lanesOf(entry);
  const marks = marksOf(entry.claims);
  const known = new Map(entry.metrics.map((metric) => [metric.id, curvesOf(plan, measures, metric.id)]));
  const belongs = (mark: ClaimedPlace, metric: string, panel: string): boolean =>
    mark.metric === metric && (mark.panel === undefined || mark.panel === panel);
  return entry.panels.flatMap((panel) =>
    entry.metrics.map((metric) => ({
      panel,
      metric,
      x: inPercent(entry.x, plan.x),
      x_values: plan.x,
      lanes,
      curves: (known.get(metric.id) ?? []).filter((curve) => curve.panel === panel.id),
      marks: marks.filter((mark) => belongs(mark, metric.id, panel.id)),
      claim,
    })),
  );
}
