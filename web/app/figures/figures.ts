/**
 * Computes the papers' figures: asks the core for the plan, spreads the runs over the pool, has the core judge what is there.
 *
 * An experiment always measures the same, so whatever has been run once in this visit is not run again: not for full size after
 * quick, nor on coming back. Whatever goes wrong ends in `state.failure`; nothing here throws.
 */

import type { Engine } from '../../engine/client';
import type { FigureMeasure, FigurePlan, FigureResult, FigureRun } from '../../engine/core-types';
import { EngineError, failureOf } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { Answers, Ask, TraceReport } from '../../engine/protocol';
import type { AppState } from '../state';
import type { Store } from '../store';
import { leftOut, traceChoice } from '../trace-document';
import { planOnTrace, takesTrace } from './on-trace';
import { workOrder } from './order';
import { type FigureForm, type FiguresState, keptOf, resultKey } from './state';
import { leftMs, type Pace, withRun } from './time-left';

export interface Figures {
  /**
   * Brings a figure into sight, null: the first. What is quick, or on a trace, is computed at once, unless it `waits` to be asked for; what it does not
   * have is quick.
   */
  show(id: string | null, form: FigureForm, waits?: boolean): Promise<void>;
  /** Makes the runs that are missing. */
  compute(): Promise<void>;
  /** From now on figures can be computed on this file, which is a trace. */
  bring(file: Blob, trace: TraceReport): void;
  /** Stops computing; what has been measured stays. */
  stop(): void;
  /** The figure as the command line prints it; null where it was refused. */
  text(): Promise<string | null>;
  busy(): boolean;
}

export interface FiguresContext {
  /** For what is answered at once. */
  engine: Engine;
  /** For the runs. */
  pool: Pool;
  store: Store<AppState>;
  now: () => number;
  /** The results that are kept of a system's figures. */
  kept: (system: string) => Promise<readonly FigureResult[]>;
}

export function createFigures({ engine, pool, store, now, kept }: FiguresContext): Figures {
  const known = new Map<string, FigureMeasure>();
  const paces = new Map<string, Pace>();
  const fetched = new Map<string, Promise<void>>();
  let brought: { file: Blob; trace: TraceReport } | null = null;
  let showing = 0;
  let computing = 0;
  let asked = 0;
  let judging = false;
  let judged: FiguresState['measures'] | null = null;

  const figures = (): FiguresState => store.get().figures;
  const update = (change: Partial<FiguresState>): void => store.update({ figures: { ...figures(), ...change } });

  /** Asks; null if it was refused. */
  async function ask<A extends Ask>(question: A): Promise<Answers[A['type']] | null> {
    asked++;
    try {
      return await engine.ask(question);
    } catch (thrown) {
      fail(thrown);
      return null;
    } finally {
      asked--;
    }
  }

  function fail(thrown: unknown): void {
    const failure = thrown instanceof EngineError ? thrown.failure : failureOf('run', String(thrown));
    if (failure.kind !== 'cancelled') store.update({ failure });
  }

  async function list(): Promise<FiguresState['list']> {
    const found = figures().list ?? (await ask({ type: 'figures-list' }));
    if (found) update({ list: found });
    return found;
  }

  /** Has the results that are kept of a system's figures, once. */
  function fetchKept(system: string): Promise<void> {
    const fetching = fetched.get(system) ?? takeKept(system);
    fetched.set(system, fetching);
    return fetching;
  }

  async function takeKept(system: string): Promise<void> {
    const found = (await kept(system)).map((result) => [resultKey(result.id, 'kept'), result] as const);
    if (found.length > 0) update({ results: { ...figures().results, ...Object.fromEntries(found) } });
  }

  async function show(id: string | null, wanted: FigureForm, waits = false): Promise<void> {
    stop();
    const mine = ++showing;
    const entries = await list();
    if (!entries || mine !== showing) return;
    const entry = entries.find((candidate) => candidate.id === id) ?? entries[0];
    if (!entry) return;
    if (id !== null && entry.id !== id) {
      const names = entries.map((candidate) => candidate.id).join(', ');
      store.update({ failure: failureOf('run', `There is no figure ${id}. There are ${names}.`) });
    }
    const fetching = fetchKept(entry.system);
    if (wanted === 'kept') await fetching;
    if (mine !== showing) return;
    const form = wanted === 'kept' && !keptOf(figures(), entry.id) ? 'quick' : wanted;
    const same = figures().plan?.id === entry.id && figures().form === form;
    update({ id: entry.id, form, ...(same ? {} : { plan: null, measures: [] }) });
    const planned = await ask({ type: 'figure-plan', figure: entry.id, quick: form === 'quick' });
    if (!planned || mine !== showing) return;
    if (form === 'trace' && !(brought && takesTrace(planned))) return show(entry.id, 'quick', waits);
    const plan = form === 'trace' && brought ? planOnTrace(planned, brought.trace) : planned;
    update({ plan, measures: plan.runs.map((run) => known.get(keyOf(run)) ?? null) });
    await judge();
    if ((form === 'quick' || form === 'trace') && !waits && mine === showing) await compute();
  }

  async function compute(): Promise<void> {
    // What is kept is replaced by what is computed.
    if (figures().form === 'kept') await show(figures().id, 'full');
    const { plan } = figures();
    if (!plan || figures().work) return;
    const missing = workOrder(plan).filter((index) => figures().measures[index] === null);
    if (missing.length === 0) return;
    const mine = ++computing;
    update({ work: workLeft(plan, figures().measures) });
    const bring = bringing();
    try {
      await pool.each(missing, async (worker, index) => {
        await bring(worker, runOf(plan, index));
        await runOne(worker, plan, index);
      });
    } catch (thrown) {
      fail(thrown);
    }
    if (mine === computing) update({ work: null });
  }

  /** Has each worker read the trace that a run replays before its first one. No figure of these asks where its journal is. */
  function bringing(): (worker: Engine, run: FigureRun) => Promise<void> {
    const read = new Set<Engine>();
    return async (worker, { document }) => {
      if (!brought || !traceChoice(document) || read.has(worker)) return;
      read.add(worker);
      await worker.ask({ type: 'import-trace', file: brought.file, name: brought.trace.name, journal: null });
    };
  }

  async function runOne(worker: Engine, plan: FigurePlan, index: number): Promise<void> {
    const run = runOf(plan, index);
    const { document, by, system } = run;
    const began_ms = now();
    const measure = await worker.ask({ type: 'figure-run', document, by, trace: traceChoice(document) });
    known.set(keyOf(run), measure);
    paces.set(system, withRun(paces.get(system), now() - began_ms));
    if (figures().plan !== plan) return;
    const measures = figures().measures.with(index, measure);
    update({ measures, work: workLeft(plan, measures) });
    void judge();
  }

  function workLeft({ runs }: FigurePlan, measures: FiguresState['measures']): FiguresState['work'] {
    const systems = runs.filter((_, index) => measures[index] === null).map(({ system }) => system);
    return { left_ms: leftMs(systems, paces, pool.size) };
  }

  /** Has the measures judged, and again if more have come meanwhile. */
  async function judge(): Promise<void> {
    if (judging) return;
    judging = true;
    for (let { plan, measures } = figures(); plan && judged !== measures; { plan, measures } = figures()) {
      if (!isJudged(figures())) break;
      judged = measures;
      const text = await ask({ type: 'figure-judge', figure: plan.id, quick: plan.quick, measures });
      if (text === null) break;
      const result = JSON.parse(text);
      update({ results: { ...figures().results, [resultKey(plan.id, plan.quick ? 'quick' : 'full')]: result } });
    }
    judging = false;
  }

  function stop(): void {
    computing++;
    pool.stop();
    if (figures().work) update({ work: null });
  }

  return {
    show,
    compute,
    stop,
    bring(file, trace) {
      brought = { file, trace };
      update({ trace: { name: trace.name, left_out: leftOut(trace) } });
    },
    async text() {
      const { plan, measures, id } = figures();
      if (!isJudged(figures())) return JSON.stringify(keptOf(figures(), id), null, 2);
      return plan && ask({ type: 'figure-judge', figure: plan.id, quick: plan.quick, measures });
    },
    busy: () => asked > 0 || figures().work !== null,
  };
}

/** The claims speak of the stand-ins, and of what is kept it is known how they came out. */
const isJudged = ({ form }: FiguresState): boolean => form === 'quick' || form === 'full';

const keyOf = ({ document, by }: FigureRun): string => `${by} ${JSON.stringify(document)}`;

function runOf({ runs }: FigurePlan, index: number): FigureRun {
  const run = runs[index];
  if (!run) throw new RangeError(`no run ${index}`);
  return run;
}
