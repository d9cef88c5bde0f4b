/**
 * Runs the same requests beside the lane, on the device without its techniques, so that what they save can be drawn. One worker of
 * the figures' pool does it, one experiment after the other, while nobody computes figures; another experiment in the lane calls it
 * off. What has been run once in this visit is not run again.
 */

import type { Engine } from '../../engine/client';
import { EngineError } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { AppState } from '../state';
import type { Store } from '../store';
import { traceChoice } from '../trace-document';
import { type BaselinePlan, type BaselineRun, baselinePlan } from './plan';
import { type Baseline, type BaselinesState, NO_BASELINES } from './state';

/** Somebody who sets an experiment up opens one after the other. */
const REST_MS = 400;

export interface Baselines {
  /** Runs what the experiment in the lane has beside it, unless that has been done or is being done. */
  follow(): void;
  /** Stops what is under way, until somebody wants it again or another experiment is opened. */
  pause(): void;
  resume(): void;
}

export interface BaselinesContext {
  pool: Pool;
  store: Store<AppState>;
}

export function createBaselines({ pool, store }: BaselinesContext): Baselines {
  const known = new Map<string, Baseline>();
  let following: string | null = null;
  let round = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = (change: Partial<BaselinesState>): void =>
    store.update({ baselines: { ...store.get().baselines, ...change } });

  function show({ runs, rival, limit }: BaselinePlan): void {
    const of = (name: string): Baseline | null => known.get(keyOf(runs.find((run) => run.name === name))) ?? null;
    update({ rival: of(rival), nogc: of('nogc'), rival_name: rival, limit });
  }

  async function work(plan: BaselinePlan, mine: number): Promise<void> {
    const missing = plan.runs.filter((run) => !known.has(keyOf(run)));
    const progress = (runs_done: number, done: number): void => {
      if (mine === round)
        update({ work: Math.min(1, (runs_done + done / Math.max(1, plan.requests)) / missing.length) });
    };
    progress(0, 0);
    try {
      await pool.each([missing], async (engine) => {
        await bringTrace(engine, plan);
        for (const [at, run] of missing.entries()) {
          known.set(keyOf(run), await runOne(engine, run, (done) => progress(at, done)));
          if (mine === round) show(plan);
        }
      });
    } catch (thrown) {
      if (mine === round) update({ refused: thrown instanceof EngineError ? thrown.failure.text : String(thrown) });
    }
    if (mine !== round) return;
    // Somebody else may have taken the worker: then it is taken up again when the workbench is.
    if (missing.some((run) => !known.has(keyOf(run)))) following = null;
    update({ work: null });
  }

  /** A worker has a core of its own, which has read nothing. */
  async function bringTrace(engine: Engine, { runs }: BaselinePlan): Promise<void> {
    const choice = runs[0] && traceChoice(runs[0].document);
    if (!choice) return;
    const { trace_file } = store.get();
    if (trace_file?.name !== choice.name) throw new Error(`The trace ${choice.name} is no longer loaded.`);
    await engine.ask({ type: 'import-trace', ...trace_file });
  }

  function follow(): void {
    const state = store.get();
    // The length of a run is known with its first frame.
    if (state.screen !== 'workbench' || (state.opened && !state.frame)) return;
    const plan = baselinePlan(state);
    const key = plan?.runs.map(keyOf).join() ?? null;
    if (key === following) return;
    following = key;
    clearTimeout(timer);
    const mine = ++round;
    pool.stop();
    store.update({ baselines: NO_BASELINES });
    if (!plan) return;
    show(plan);
    if (plan.runs.every((run) => known.has(keyOf(run)))) return;
    timer = setTimeout(() => void work(plan, mine), REST_MS);
  }

  return {
    follow,
    pause() {
      clearTimeout(timer);
      round++;
      pool.stop();
      update({ work: null, refused: 'stopped' });
    },
    resume() {
      following = null;
      update({ refused: null });
      follow();
    },
  };
}

const keyOf = (run: BaselineRun | undefined): string => JSON.stringify(run?.document ?? null);

/** The part of a report that is drawn. */
interface Report {
  reads: number;
  read_tail: Baseline['read_tail'] | null;
  blocked: { gc_fraction: number | null; queue_fraction: number | null } | null;
}

async function runOne(
  engine: Engine,
  { name, document }: BaselineRun,
  progress: (done: number) => void,
): Promise<Baseline> {
  const ask = { type: 'report-of', document, trace: traceChoice(document) } as const;
  const report: Report = JSON.parse(await engine.ask(ask, { progress: ({ done }) => progress(done) }));
  return {
    name,
    reads: report.reads,
    read_tail: report.read_tail ?? [],
    gc_fraction: report.blocked?.gc_fraction ?? 0,
    queue_fraction: report.blocked?.queue_fraction ?? 0,
  };
}
