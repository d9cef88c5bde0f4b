/**
 * Carries sweeps out: has the core read what is wanted, spreads the points over the pool of workers, keeps those that are done.
 *
 * Whatever goes wrong with the sweep itself ends in `state.sweep.refusal`, with a point in its result, with anything else in
 * `state.failure`; nothing here throws.
 */

import type { Engine } from '../../engine/client';
import { EngineError, endsWorker, failureOf } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { SweepOutcome, SweepPlan, SweepPoint, SweepTrace } from '../../engine/sweep';
import { leftMs, type Pace, withRun } from '../figures/time-left';
import { runSeconds } from '../opening-cost';
import type { AppState } from '../state';
import type { Store } from '../store';
import { otherContent, traceChoice } from '../trace-document';
import { refusalOf, statedTrace, sweepOf } from './draft';
import { compact, resultOf } from './metrics';
import { workOrder } from './order';
import type { Keep } from './saved-points';
import { NO_SWEEP, type SweepDraft, type SweepResult, type SweepState } from './state';

export interface Sweep {
  /** Has the present draft read, and what is kept of that sweep brought back. */
  plan(): Promise<void>;
  /** Runs the points that are missing. */
  compute(): Promise<void>;
  /** Stops; points that are done stay. */
  stop(): void;
  /** The results as the command line writes them; null where that was refused. */
  text(format: 'json' | 'csv'): Promise<string | null>;
  busy(): boolean;
}

export interface SweepContext {
  /** For what is answered at once. */
  engine: Engine;
  /** For the runs. */
  pool: Pool;
  store: Store<AppState>;
  keep: Keep;
  now: () => number;
}

/** Points whose runs are estimated; the others take about as long. */
const ESTIMATED_MAX = 24;

/** Refusals of a point, which say nothing about the others. */
const OF_A_POINT: readonly string[] = ['value', 'unknown-field', 'conflict', 'too-large', 'document', 'trace', 'run'];

export function createSweep({ engine, pool, store, keep, now }: SweepContext): Sweep {
  /** What came of the points of the plan in sight, by index. */
  let outcomes = new Map<number, SweepOutcome>();
  let paces = new Map<string, Pace>();
  /** The trace that the plan in sight is of, as JSON. */
  let planned_trace = 'null';
  let planning = 0;
  let computing = 0;
  let asked = 0;

  const sweep = (): SweepState => store.get().sweep;
  const update = (change: Partial<SweepState>): void => store.update({ sweep: { ...sweep(), ...change } });

  function fail(thrown: unknown): void {
    const failure = thrown instanceof EngineError ? thrown.failure : failureOf('run', String(thrown));
    if (failure.kind !== 'cancelled') store.update({ failure });
  }

  /** The trace as it was read, or as the experiment says it, which knows of no journal. */
  function traceOf(draft: SweepDraft): SweepTrace | null {
    const choice = draft.experiment && traceChoice(draft.experiment);
    const { trace_file } = store.get();
    if (choice && trace_file?.name === choice.name && trace_file.sha256)
      return { sha256: trace_file.sha256, journal: trace_file.journal };
    const sha256 = statedTrace(draft);
    return sha256 === null ? null : { sha256, journal: null };
  }

  async function plan(): Promise<void> {
    stop();
    const mine = ++planning;
    const draft = sweep();
    const { sweep: wanted, refusal } = sweepOf(draft);
    if (!wanted) return forget(refusal);
    asked++;
    try {
      const trace = traceOf(draft);
      const found = await engine.ask({ type: 'sweep-plan', sweep: wanted, trace });
      if (mine !== planning) return;
      planned_trace = JSON.stringify(trace);
      if (found.id === sweep().plan?.id) return update({ refusal: null });
      const kept = await keep.load(found.id);
      if (mine === planning) applyPlan(found, kept);
    } catch (thrown) {
      if (mine !== planning) return;
      if (thrown instanceof EngineError && !endsWorker(thrown.failure)) forget(refusalOf(thrown.failure, draft));
      else fail(thrown);
    } finally {
      asked--;
    }
  }

  function forget(refusal: SweepState['refusal']): void {
    outcomes = new Map();
    update({ plan: null, results: NO_SWEEP.results, expected_s: null, restored: 0, refusal });
  }

  function applyPlan(plan: SweepPlan, kept: SweepOutcome[] | null): void {
    outcomes = new Map(kept?.filter(({ index }) => index < plan.count).map((outcome) => [outcome.index, outcome]));
    paces = new Map();
    const results = plan.points.map(({ index }) => readOutcome(outcomes.get(index)));
    update({ plan, results, expected_s: null, restored: outcomes.size, refusal: null, keeps: kept !== null });
    void expect(plan);
  }

  /** Tells roughly what the sweep takes, before anything of it is begun. */
  async function expect(plan: SweepPlan): Promise<void> {
    const step = Math.ceil(plan.points.length / ESTIMATED_MAX);
    const some = plan.points.filter((_, at) => at % step === 0);
    const estimates = await Promise.all(
      some.map(({ document }) => engine.ask({ type: 'estimate', document }).catch(() => null)),
    );
    // A trace may have any number of requests.
    const known = estimates.filter((estimate) => estimate?.requests != null);
    if (sweep().plan !== plan || known.length === 0) return;
    const seconds = known.reduce((sum, estimate) => sum + (estimate ? runSeconds(estimate) : 0), 0);
    update({ expected_s: ((seconds / known.length) * plan.count) / pool.size });
  }

  async function compute(): Promise<void> {
    // A trace that was read since may be another, or known with its journal.
    if (!sweep().work && JSON.stringify(traceOf(sweep())) !== planned_trace) await plan();
    const { plan: planned, results, work } = sweep();
    if (!planned || work) return;
    const missing = workOrder(planned).filter((index) => results[index] === null);
    if (missing.length === 0) return;
    const mine = ++computing;
    update({ work: workLeft(planned, results) });
    const bring = bringing();
    try {
      await pool.each(missing, async (worker, index) => {
        const point = planned.points[index];
        if (!point) return;
        await bring(worker, point);
        await runOne(worker, planned, point);
      });
    } catch (thrown) {
      fail(thrown);
    }
    if (mine === computing) update({ work: null });
  }

  /** Has each worker read the trace before the first run that replays it. */
  function bringing(): (worker: Engine, point: SweepPoint) => Promise<void> {
    const read = new Set<Engine>();
    return async (worker, { document }) => {
      const choice = traceChoice(document);
      if (!choice || read.has(worker)) return;
      const { trace_file } = store.get();
      if (trace_file?.name !== choice.name)
        throw new EngineError(
          failureOf('trace', `The trace ${choice.name} is not loaded: drop that file on the page.`),
        );
      const other = otherContent(document, trace_file);
      if (other) throw new EngineError(other);
      const { file, name, journal, columns } = trace_file;
      read.add(worker);
      await worker.ask({ type: 'import-trace', file, name, journal, columns: columns ?? null });
    };
  }

  async function runOne(worker: Engine, planned: SweepPlan, point: SweepPoint): Promise<void> {
    const began_ms = now();
    const outcome = await outcomeOf(worker, point);
    const system = systemOf(point);
    paces.set(system, withRun(paces.get(system), now() - began_ms));
    if (sweep().plan !== planned) return;
    outcomes.set(point.index, outcome);
    const results = sweep().results.with(point.index, readOutcome(outcome));
    update({ results, work: workLeft(planned, results) });
    if (!(await keep.add(planned.id, outcome)) && sweep().keeps) update({ keeps: false });
  }

  function workLeft({ points }: SweepPlan, results: SweepState['results']): SweepState['work'] {
    const systems = points.filter(({ index }) => results[index] === null).map(systemOf);
    return { left_ms: leftMs(systems, paces, pool.size) };
  }

  function stop(): void {
    computing++;
    if (!sweep().work) return;
    pool.stop();
    update({ work: null });
  }

  return {
    plan,
    compute,
    stop,
    async text(format) {
      const { sweep: wanted } = sweepOf(sweep());
      if (!wanted) return null;
      asked++;
      try {
        const points = [...outcomes.values()].sort((a, b) => a.index - b.index);
        return await engine.ask({ type: 'sweep-text', sweep: wanted, trace: traceOf(sweep()), points, format });
      } catch (thrown) {
        fail(thrown);
        return null;
      } finally {
        asked--;
      }
    },
    busy: () => asked > 0 || sweep().work !== null,
  };
}

/** Runs of one policy take about as long as one another. */
const systemOf = ({ settings }: SweepPoint): string => String(settings.policy ?? '');

async function outcomeOf(worker: Engine, { index, document }: SweepPoint): Promise<SweepOutcome> {
  try {
    const report = await worker.ask({ type: 'report-of', document, trace: traceChoice(document) });
    return { index, report: compact(report) };
  } catch (thrown) {
    if (!(thrown instanceof EngineError) || !OF_A_POINT.includes(thrown.failure.kind)) throw thrown;
    return { index, report: null, refused: thrown.failure.text };
  }
}

function readOutcome(outcome: SweepOutcome | undefined): SweepResult | null {
  if (!outcome) return null;
  return outcome.report === null ? { refused: outcome.refused } : resultOf(outcome.report);
}
