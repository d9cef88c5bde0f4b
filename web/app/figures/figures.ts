/**
 * Computes the papers' figures: asks the core for the plan, spreads the runs over the pool, has the core judge what is there.
 *
 * An experiment always measures the same, so whatever has been run once in this visit is not run again: not for full size after
 * quick, nor on coming back. Whatever goes wrong ends in `state.failure`; nothing here throws.
 */

import type { Engine } from '../../engine/client';
import { EngineError, failureOf } from '../../engine/failure';
import type { FigureMeasure, FigurePlan, FigureRun } from '../../engine/figures';
import type { Pool } from '../../engine/pool';
import type { Answers, Ask } from '../../engine/protocol';
import type { AppState } from '../state';
import type { Store } from '../store';
import { workOrder } from './order';
import { type FiguresState, resultKey } from './state';
import { leftMs, type Pace, withRun } from './time-left';

export interface Figures {
  /** Brings a figure into sight, null: the first; a quick one is computed at once. */
  show(id: string | null, quick: boolean): Promise<void>;
  /** Makes the runs that are missing. */
  compute(): Promise<void>;
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
}

export function createFigures({ engine, pool, store, now }: FiguresContext): Figures {
  const known = new Map<string, FigureMeasure>();
  const paces = new Map<string, Pace>();
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

  async function show(id: string | null, quick: boolean): Promise<void> {
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
    const same = figures().plan?.id === entry.id && figures().plan?.quick === quick;
    update({ id: entry.id, quick, ...(same ? {} : { plan: null, measures: [] }) });
    const plan = await ask({ type: 'figure-plan', figure: entry.id, quick });
    if (!plan || mine !== showing) return;
    update({ plan, measures: plan.runs.map(({ document }) => known.get(keyOf(document)) ?? null) });
    await judge();
    if (quick && mine === showing) await compute();
  }

  async function compute(): Promise<void> {
    const { plan } = figures();
    if (!plan || figures().work) return;
    const missing = workOrder(plan).filter((index) => figures().measures[index] === null);
    if (missing.length === 0) return;
    const mine = ++computing;
    update({ work: workLeft(plan, figures().measures) });
    try {
      await pool.each(missing, (worker, index) => runOne(worker, plan, index));
    } catch (thrown) {
      fail(thrown);
    }
    if (mine === computing) update({ work: null });
  }

  async function runOne(worker: Engine, plan: FigurePlan, index: number): Promise<void> {
    const { document, system } = runOf(plan, index);
    const began_ms = now();
    const measure = await worker.ask({ type: 'figure-run', document });
    known.set(keyOf(document), measure);
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
      judged = measures;
      const text = await ask({ type: 'figure-judge', figure: plan.id, quick: plan.quick, measures });
      if (text === null) break;
      const result = JSON.parse(text);
      update({ results: { ...figures().results, [resultKey(plan.id, plan.quick)]: result } });
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
    async text() {
      const { plan, measures } = figures();
      return plan && ask({ type: 'figure-judge', figure: plan.id, quick: plan.quick, measures });
    },
    busy: () => asked > 0 || figures().work !== null,
  };
}

const keyOf = (document: FigureRun['document']): string => JSON.stringify(document);

function runOf({ runs }: FigurePlan, index: number): FigureRun {
  const run = runs[index];
  if (!run) throw new RangeError(`no run ${index}`);
  return run;
}
