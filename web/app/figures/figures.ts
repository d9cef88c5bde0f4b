/**
 * Computes the papers' figures: asks the core for the plan, spreads the runs over the pool, has the core judge what is there.
 *
 * An experiment always measures the same, so whatever has been run once in this visit is not run again: not for full size after
 * quick, nor on coming back. Whatever goes wrong ends in `state.failure`; nothing here throws.
 */

import type { Engine } from '../../engine/client';
import type { FigureMeasure, FigurePlan, FigureResult, FigureRun, Sensitivity } from '../../engine/core-types';
import { EngineError, failureOf } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { Answers, Ask, TraceReport } from '../../engine/protocol';
import type { AppState } from '../state';
import type { Store } from '../store';
import { busiestDevice, leftOut, traceChoice } from '../trace-document';
import { workOrder } from './order';
import {
  entryOf,
  type FigureForm,
  type FiguresState,
  firmKey,
  firmnessOf,
  keptOf,
  reportedOf,
  resultKey,
} from './state';
import { leftMs, type Pace, withRun } from './time-left';

export interface Figures {
  /**
   * Brings a figure into sight, null: the first. What is quick, or on a trace, is computed at once, unless it `waits` to be asked for; what it does not
   * have is quick.
   */
  show(id: string | null, form: FigureForm, waits?: boolean): Promise<void>;
  /** Makes the runs that are missing. */
  compute(): Promise<void>;
  /** From now on figures can be computed on this file, which is a trace, and on those brought before. */
  bring(file: Blob, trace: TraceReport): void;
  /** Computes how firm a claim is, in the quick form; where that is under way, stops. */
  firm(claim: string): Promise<void>;
  /** The reproduction report of the paper of the figure in sight, from what was computed and what is kept; null where it was refused. */
  report(): Promise<string | null>;
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
  /** How firm the claims of a system are, as far as that is kept. */
  keptFirmness: (system: string) => Promise<readonly Sensitivity[]>;
}

export function createFigures({ engine, pool, store, now, kept, keptFirmness }: FiguresContext): Figures {
  const known = new Map<string, FigureMeasure>();
  const paces = new Map<string, Pace>();
  const fetched = new Map<string, Promise<void>>();
  /** By name. */
  const brought = new Map<string, { file: Blob; trace: TraceReport }>();
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
    const [results, firm] = await Promise.all([kept(system), keptFirmness(system)]);
    const found = results.map((result) => [resultKey(result.id, 'kept'), result] as const);
    if (found.length > 0) update({ results: { ...figures().results, ...Object.fromEntries(found) } });
    const known = firm.map((one) => [firmKey(one.claim, 'kept'), one] as const);
    if (known.length > 0) update({ firmness: { ...figures().firmness, ...Object.fromEntries(known) } });
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
    if (form === 'trace' && !(brought.size > 0 && entry.takes_traces)) return show(entry.id, 'quick', waits);
    const planned = await (form === 'trace' ? planOnTraces(entry.id) : planOf(entry.id, form === 'quick'));
    if (!planned || mine !== showing) return;
    const { plan, on_traces } = planned;
    update({ plan, on_traces, measures: plan.runs.map((run) => known.get(keyOf(run)) ?? null) });
    await judge();
    if ((form === 'quick' || form === 'trace') && !waits && mine === showing) await compute();
  }

  async function planOf(figure: string, quick: boolean) {
    const plan = await ask({ type: 'figure-plan', figure, quick });
    return plan && { plan, on_traces: null };
  }

  async function planOnTraces(figure: string) {
    const traces = [...brought.values()].map(({ trace }) => ({
      name: trace.name,
      sha256: trace.sha256,
      requests: busiestDevice(trace)?.requests ?? 0,
    }));
    const told = await ask({ type: 'figure-on-traces', figure, traces });
    return told && { plan: told.plan, on_traces: told.entry };
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

  /** Has each worker read a trace before the first run that replays it. No figure of these asks where its journal is. */
  function bringing(): (worker: Engine, run: FigureRun) => Promise<void> {
    const read = new Map<Engine, Set<string>>();
    return async (worker, { document }) => {
      const name = traceChoice(document)?.name;
      const own = name === undefined ? undefined : brought.get(name);
      const names = read.get(worker) ?? new Set();
      if (!own || names.has(own.trace.name)) return;
      read.set(worker, names.add(own.trace.name));
      const { name: called, columns = null } = own.trace;
      await worker.ask({ type: 'import-trace', file: own.file, name: called, journal: null, columns });
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
    if (figures().work || figures().firming) update({ work: null, firming: null });
  }

  async function firm(claim: string): Promise<void> {
    const was = figures().firming?.claim;
    stop();
    if (was === claim) return;
    const mine = ++computing;
    update({ firming: { claim, done: 0, total: 0 } });
    try {
      const { computeFirmness } = await import('./firmness');
      await computeFirmness(claim, {
        engine,
        pool,
        known,
        keyOf,
        wanted: () => mine === computing,
        told: (found, done, total) =>
          update({
            firmness: { ...figures().firmness, [firmKey(claim, 'quick')]: found },
            firming: { claim, done, total },
          }),
      });
    } catch (thrown) {
      fail(thrown);
    }
    if (mine === computing) update({ firming: null });
  }

  /** Of each figure of the paper the full result that is there, else the quick one. */
  async function report(): Promise<string | null> {
    const { list: entries } = figures();
    const shown = entryOf(figures());
    if (!entries || !shown) return null;
    const own = entries.filter(({ publication }) => publication === shown.publication);
    const found = own.flatMap(({ id }) => reportedOf(figures(), id) ?? []);
    const firmness = own.flatMap(({ claims }) => claims.flatMap((claim) => firmnessOf(figures(), claim) ?? []));
    return ask({ type: 'figures-report', results: found, firmness });
  }

  return {
    show,
    compute,
    firm,
    report,
    stop,
    bring(file, trace) {
      brought.set(trace.name, { file, trace });
      const traces = [...brought.values()].map((each) => each.trace);
      const left_out = traces.flatMap((each) => leftOut(each) ?? []).join(' ');
      update({ trace: { name: traces.map(({ name }) => name).join(', '), left_out: left_out || null } });
    },
    async text() {
      const { plan, measures, id } = figures();
      if (!isJudged(figures())) return JSON.stringify(keptOf(figures(), id), null, 2);
      return plan && ask({ type: 'figure-judge', figure: plan.id, quick: plan.quick, measures });
    },
    busy: () => asked > 0 || figures().work !== null || figures().firming !== null,
  };
}

/** The claims speak of the stand-ins, and of what is kept it is known how they came out. */
const isJudged = ({ form }: FiguresState): boolean => form === 'quick' || form === 'full';

const keyOf = ({ document, by }: Pick<FigureRun, 'document' | 'by'>): string => `${by} ${JSON.stringify(document)}`;

function runOf({ runs }: FigurePlan, index: number): FigureRun {
  const run = runs[index];
  if (!run) throw new RangeError(`no run ${index}`);
  return run;
}
