/** A figure of stand-ins computed on a trace that the reader brought: the same experiments with another workload. */

import type { FigureEntry, FigurePlan, FigureRun } from '../../engine/core-types';
import type { TraceReport } from '../../engine/protocol';
import { STANDIN_PATH, valueAt, withValue } from '../experiment';
import { busiestDevice, replaying, traceChoice } from '../trace-document';

/** Of a trace so large a part only brings the device into its usual state: one in so many requests. */
const WARM_UP = 10;

const standinOf = ({ document }: FigureRun): unknown => valueAt(document, STANDIN_PATH);

/** Whether the figure is one of stand-ins, so that a trace can take their place; not where its places differ in the workload alone. */
export const takesTrace = ({ runs }: FigurePlan): boolean =>
  runs.length > 0 && runs.every((run) => standinOf(run) !== undefined && !isOnlyElsewhere(run, runs));

/** Whether on a trace it would be the same experiment as another place's. */
function isOnlyElsewhere({ panel, system, x_index, document }: FigureRun, runs: FigurePlan['runs']): boolean {
  const first = runs.find((run) => run.panel === panel && run.system === system);
  if (!first || first.x_index === x_index) return false;
  return JSON.stringify({ ...document, workload: null }) === JSON.stringify({ ...first.document, workload: null });
}

/**
 * The plan on `trace`: of its panels the first, of seeds the first, since a trace has none. Where systems differ in the stand-in,
 * the first of them.
 */
export function planOnTrace(plan: FigurePlan, trace: TraceReport): FigurePlan {
  const [first] = plan.runs;
  if (!first) return plan;
  const of_first = plan.runs.filter(
    ({ reading, panel, seed }) => reading === first.reading && panel === first.panel && seed === first.seed,
  );
  const one_standin = of_first.every((run) => standinOf(run) === standinOf(first));
  const chosen = one_standin ? of_first : of_first.filter(({ system }) => system === first.system);
  const warm_up = Math.floor((busiestDevice(trace)?.requests ?? 0) / WARM_UP);
  const runs = chosen.map((run) => ({
    ...run,
    document: withValue(replaying(run.document, trace, null), 'run.warmup_requests', warm_up),
  }));
  return { ...plan, runs };
}

/** The figure as such a plan shows it: one panel, named after the file. Where one system is left, that is what is named. */
export function entryOnTrace(entry: FigureEntry, plan: FigurePlan): FigureEntry {
  const [first] = plan.runs;
  const name = first && traceChoice(first.document)?.name;
  if (!first || name === undefined) return entry;
  const ran = new Set(plan.runs.map(({ system }) => system));
  const systems = entry.systems.filter(({ id, least }) => ran.has(id) || least?.of.every((of) => ran.has(of)));
  const alone = ran.size === 1 && entry.systems.length > 1;
  return {
    ...entry,
    panels: [{ id: first.panel, title: alone ? '' : name }],
    systems: alone ? systems.map((system) => ({ ...system, title: name })) : systems,
  };
}
