/** What the charts of a sweep show, from the points that have been run. */

import { metricOf, type SweepMetric } from '../../app/sweep/metrics';
import { axesOf, indexOf, type SweepResult, type SweepState, sizeOf } from '../../app/sweep/state';
import type { SweepPlan } from '../../engine/sweep';
import type { Curve, Point } from '../charts/curve';
import { type Lane, lanesOf } from '../charts/lanes';
import { type ChartModel, reachOf } from '../charts/line-model';
import { axisModels, placeWords } from './axes';

export interface PanelChart {
  title: string;
  model: ChartModel;
}

/** Among more lanes than this crossings are too many to be named. */
const RINGED_LANES = 5;
const GHOST_COLOUR = 'var(--ink-3)';

/** The policies as lanes, in their order. */
export function sweepLanes(plan: SweepPlan): Lane[] {
  const [policies] = axesOf(plan);
  const titles = policies?.map(({ title }) => title) ?? ['this experiment'];
  const { across } = axisModels(plan);
  return lanesOf({
    systems: across ? [{ id: '0', title: 'all policies' }] : titles.map((title, i) => ({ id: String(i), title })),
  });
}

/** The value of a metric at a point; null where it was not run, was refused, or has none. */
export const valueAt = (result: SweepResult | null | undefined, metric: string): number | null =>
  result?.refused === null ? (result.figures[metric] ?? null) : null;

/** Charts of one metric, one for each value of the second field; all on the same y axis. */
export function panelsOf(
  plan: SweepPlan,
  sweep: Pick<SweepState, 'results' | 'log'>,
  metric: SweepMetric,
): PanelChart[] {
  const { x, y } = axisModels(plan);
  const lanes = sweepLanes(plan);
  const ghosts = metric.id === 'write_amplification' ? theories(plan, sweep, lanes) : [];
  const charts = y.places.map((_, at): PanelChart => {
    const all = [...lanes, ...ghosts];
    const curves = all.map(({ system }) => curveOf(plan, sweep, metric, system, at));
    const shown = all.filter((_, i) => !ghosts.includes(all[i] as Lane) || (curves[i]?.points.length ?? 0) > 0);
    const title = y.path === null ? metric.title : `${metric.title}, ${y.axis.name} ${placeWords(y, at)}`;
    return {
      title,
      model: {
        metric: { ...metric, scale: sweep.log ? 'log' : 'linear', field: metric.path },
        x: x.axis,
        x_note: '',
        x_values: x.places,
        lanes: shown,
        curves,
        rivals: [],
        shared: [],
        marks: [],
        pairs: lanes.length > RINGED_LANES ? [] : pairsOf(lanes),
        claim: null,
      },
    };
  });
  const shared = charts.length > 1 ? charts.flatMap(({ model }) => reachOf(model)) : [];
  return charts.map(({ title, model }) => ({ title, model: { ...model, shared } }));
}

/** Beside the chosen metric the one that explains it best. */
export const companionOf = (metric: SweepMetric): SweepMetric =>
  metricOf(metric.id === 'erases' ? 'mean_ms' : 'erases');

const pairsOf = (lanes: readonly Lane[]): { of: string; against: string }[] =>
  lanes.flatMap((lane, i) => lanes.slice(i + 1).map((other) => ({ of: lane.system, against: other.system })));

const THEORY = 'theory-';

/** What theory says of a policy's write amplification: drawn dashed and grey beside it, where there is a theory. */
function theories(plan: SweepPlan, { results }: Pick<SweepState, 'results'>, lanes: readonly Lane[]): Lane[] {
  const known = (lane: Lane): boolean =>
    plan.points.some(({ index }) => {
      const policy = Math.floor(index / (plan.count / lanes.length));
      return String(policy) === lane.system && valueAt(results[index], 'write_amplification_theory') !== null;
    });
  return lanes.filter(known).map((lane) => ({
    ...lane,
    system: `${THEORY}${lane.system}`,
    title: `theory for ${lane.title}`,
    short: 'theory',
    letter: lane.letter.toLowerCase(),
    dash: '3 3',
    colour: GHOST_COLOUR,
  }));
}

function curveOf(
  plan: SweepPlan,
  { results }: Pick<SweepState, 'results'>,
  metric: SweepMetric,
  system: string,
  y: number,
): Curve {
  const is_theory = system.startsWith(THEORY);
  const id = is_theory ? 'write_amplification_theory' : metric.id;
  const policy = Number(system.replace(THEORY, ''));
  const { x, across } = axisModels(plan);
  const points = x.places.flatMap((place, x_index): Point[] => {
    const index = across ? x_index : indexOf(plan, { policy, x: x_index, y });
    const result = results[index];
    const value = valueAt(result, id);
    if (value === null || result?.refused !== null) return [];
    const { saturated } = result;
    return [{ x_index, x: place, value, low: value, high: value, seeds: 1, of: 1, saturated, run: index }];
  });
  return { panel: String(y), system, points };
}

/** The index of the point that a chart's cursor stands on. */
export function cursorIndex(plan: SweepPlan, panel: number, system: string, x_index: number): number {
  if (axisModels(plan).across) return x_index;
  return indexOf(plan, { policy: Number(system.replace(THEORY, '')), x: x_index, y: panel });
}

/** Which policy comes best at each place of x and y; null where not all have been run, or none could be. */
export function winnerAt(
  plan: SweepPlan,
  { results }: Pick<SweepState, 'results'>,
  metric: SweepMetric,
  x: number,
  y: number,
) {
  const { policy: policies } = sizeOf(plan);
  const indices = Array.from({ length: policies }, (_, policy) => indexOf(plan, { policy, x, y }));
  if (indices.some((index) => results[index] == null)) return null;
  const values = indices.map((index, policy) => ({ policy, index, value: valueAt(results[index], metric.id) }));
  const known = values.filter((each): each is { policy: number; index: number; value: number } => each.value !== null);
  const sign = metric.better === 'less' ? 1 : -1;
  const [best, second] = known.sort((a, b) => sign * (a.value - b.value) || a.policy - b.policy);
  return best ? { ...best, second: second ?? null, tie: second?.value === best.value } : null;
}
