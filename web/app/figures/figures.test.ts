import { expect, test } from 'vitest';
import type { Engine } from '../../engine/client';
import type { FigureMeasure, FigureResult } from '../../engine/core-types';
import { EngineError, failureOf } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { Ask, ExperimentDocument, TraceReport } from '../../engine/protocol';
import { claim, ENTRY, measureOf, planOf, resultWith } from '../../fixtures/figure';
import { initialState } from '../initial-state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { createFigures } from './figures';
import { resultKey, resultOf, runsDone } from './state';

const OTHER = { ...ENTRY, id: 'clash-local', paper: 'SPECTS 2011, not measured there' };
const ELSEWHERE = { ...ENTRY, id: 'clash-traces', paper: 'SympA 2011, Fig. 5', publication: 'SympA 2011' };

/** A core that plans, runs and judges at once, and notes what it is asked; a pool that takes as many tasks as it is let. */
function start(kept: readonly FigureResult[] = []) {
  const ran: ExperimentDocument[] = [];
  const judged: number[] = [];
  let refuse: string | null = null;
  let limit = Number.POSITIVE_INFINITY;
  let stopped = false;
  let reported: readonly FigureResult[] = [];
  function answer(ask: Ask): unknown {
    if (ask.type === 'figures-list') return [ENTRY, OTHER, ELSEWHERE];
    if (ask.type === 'figure-plan') return planOf(ask.quick ? [1] : [1, 2, 3], ask.figure);
    if (ask.type === 'figure-judge') {
      const done = ask.measures.filter((measure) => measure !== null).length;
      judged.push(done);
      return JSON.stringify(resultWith([claim('C1', { held: done === ask.measures.length ? true : null })]));
    }
    if (ask.type === 'figures-report') {
      reported = ask.results;
      return '<p>';
    }
    if (ask.type !== 'figure-run') throw new Error(ask.type);
    if (refuse) throw new EngineError(failureOf('run', refuse));
    ran.push(ask.document);
    const { ftl, x, run } = ask.document as { ftl: { kind: string }; x: number; run: { seed: number } };
    return measureOf({ panel: 'all', system: ftl.kind, x_index: x, seed: run.seed, by: 'device', document: {} });
  }
  const engine = { ask: async (ask: Ask) => answer(ask) } as Engine;
  const pool: Pool = {
    size: 2,
    async each(tasks, work) {
      stopped = false;
      for (const task of tasks.slice(0, limit)) if (!stopped) await work(engine, task);
    },
    stop: () => {
      stopped = true;
    },
  };
  const store = createStore<AppState>(initialState());
  const figures = createFigures({
    engine,
    pool,
    store,
    now: () => ran.length * 10,
    kept: async () => kept,
    keptFirmness: async () => [],
  });
  return {
    figures,
    store,
    ran,
    judged,
    reported: () => reported,
    state: () => store.get().figures,
    refuse: (text: string) => {
      refuse = text;
    },
    limit: (tasks: number) => {
      limit = tasks;
    },
  };
}

test('a quick figure is computed at once, and judged at the end', async () => {
  const { figures, state, ran } = start();
  await figures.show(null, 'quick');
  expect(ran).toHaveLength(20);
  expect(runsDone(state())).toBe(20);
  expect(state()).toMatchObject({ id: 'clash-seq', work: null });
  await expect.poll(() => resultOf(state())?.claims[0]?.held).toBe(true);
});

test('a figure that a link brings into sight computes nothing before it is asked to', async () => {
  const { figures, state, ran } = start();
  await figures.show('clash-seq', 'quick', true);
  expect(ran).toHaveLength(0);
  expect(state().plan?.runs).toHaveLength(20);
  await figures.compute();
  expect(ran).toHaveLength(20);
});

test('a full figure waits to be asked for, and runs only what quick has not', async () => {
  const { figures, state, ran } = start();
  await figures.show('clash-seq', 'quick');
  await figures.show('clash-seq', 'full');
  expect(ran).toHaveLength(20);
  expect(runsDone(state())).toBe(20);
  expect(state().measures).toHaveLength(60);
  await figures.compute();
  expect(ran).toHaveLength(60);
  expect(new Set(ran.map((document) => JSON.stringify(document))).size).toBe(60);
});

test('measures stand at the place of their run', async () => {
  const { figures, state } = start();
  await figures.show(null, 'quick');
  const { plan, measures } = state();
  for (const [index, run] of (plan?.runs ?? []).entries()) expect(measures[index]).toEqual(measureOf(run));
});

test('what was measured before stopping stays, and is judged', async () => {
  const { figures, state, judged, limit, store } = start();
  limit(3);
  const stop = store.subscribe(() => {
    if (runsDone(state()) === 2 && state().work) figures.stop();
  });
  await figures.show(null, 'quick');
  stop();
  expect(runsDone(state())).toBe(2);
  expect(state().work).toBeNull();
  await expect.poll(() => judged.at(-1)).toBe(2);
});

test('coming back to a figure shows what was measured of it', async () => {
  const { figures, state, ran } = start();
  await figures.show('clash-seq', 'quick');
  await figures.show('clash-local', 'quick');
  expect(ran).toHaveLength(40);
  await figures.show('clash-seq', 'quick');
  expect(ran).toHaveLength(40);
  expect(runsDone(state())).toBe(20);
  expect(Object.keys(state().results)).toEqual([resultKey('clash-seq', 'quick'), resultKey('clash-local', 'quick')]);
});

test('the time left is told while runs are made', async () => {
  const { figures, state, store } = start();
  const told: (number | null)[] = [];
  store.subscribe(() => {
    const { work } = state();
    if (work) told.push(work.left_ms);
  });
  await figures.show(null, 'quick');
  expect(told[0]).toBeNull();
  expect(told.slice(1).every((left) => left !== null)).toBe(true);
});

test('an unknown figure is said to be, and the first one shown', async () => {
  const { figures, state, store } = start();
  await figures.show('no-such', 'full');
  expect(store.get().failure?.text).toBe('There is no figure no-such. There are clash-seq, clash-local, clash-traces.');
  expect(state().id).toBe('clash-seq');
});

test('a run that is refused ends the work and says why', async () => {
  const { figures, state, store, refuse } = start();
  refuse('the run ended early');
  await figures.show(null, 'quick');
  expect(store.get().failure?.text).toBe('the run ended early');
  expect(state().work).toBeNull();
  expect(figures.busy()).toBe(false);
});

test('the text of a figure is the core’s own', async () => {
  const { figures, state } = start();
  expect(await figures.text()).toBeNull();
  await figures.show(null, 'quick');
  const text = (await figures.text()) ?? '';
  expect(JSON.parse(text)).toMatchObject({ id: 'clash-seq', claims: [{ held: true }] });
  const measures: readonly (FigureMeasure | null)[] = state().measures;
  expect(measures).not.toContain(null);
});

test('what is kept is shown without a run, and replaced when it is computed', async () => {
  const { figures, state, ran, judged } = start([resultWith([claim('C1', { held: false })])]);
  await figures.show('clash-seq', 'kept');
  expect(state()).toMatchObject({ form: 'kept', work: null });
  expect(resultOf(state())?.claims[0]?.held).toBe(false);
  expect([ran.length, judged.length]).toEqual([0, 0]);
  expect(JSON.parse((await figures.text()) ?? '')).toEqual(resultOf(state()));
  await figures.compute();
  expect(state().form).toBe('full');
  expect(ran).toHaveLength(60);
  await expect.poll(() => resultOf(state())?.claims[0]?.held).toBe(true);
});

test('a report tells what is kept of a figure as long as its own runs at full size are not all made', async () => {
  const kept = resultWith([claim('C1', { held: false })]);
  const { figures, state, limit, reported } = start([kept]);
  await figures.show('clash-seq', 'full');
  await figures.report();
  expect(reported()).toEqual([kept]);
  limit(3);
  await figures.compute();
  await figures.report();
  expect(reported()).toEqual([kept]);
  limit(100);
  await figures.compute();
  await expect.poll(() => resultOf(state())?.claims[0]?.held).toBe(true);
  await figures.report();
  expect(reported()).toEqual([resultOf(state())]);
});

test('a report tells what has been computed of a figure of which nothing is kept', async () => {
  const { figures, state, limit, reported } = start();
  limit(3);
  await figures.show('clash-seq', 'quick');
  await expect.poll(() => resultOf(state())).not.toBeNull();
  await figures.report();
  expect(reported()).toEqual([resultOf(state())]);
});

test('a report has every figure of the paper, also what it does not draw, and none of another', async () => {
  const results = [ENTRY, OTHER, ELSEWHERE].map(({ id }) => ({ ...resultWith([claim('C1', { held: false })]), id }));
  const { figures, reported } = start(results);
  await figures.show('clash-seq', 'kept');
  await figures.report();
  expect(reported().map(({ id }) => id)).toEqual(['clash-seq', 'clash-local']);
});

test('a figure that is not kept is computed', async () => {
  const { figures, state, ran } = start([resultWith([])]);
  await figures.show('clash-local', 'kept');
  expect(state()).toMatchObject({ id: 'clash-local', form: 'quick' });
  expect(ran).toHaveLength(20);
});

test('a figure without stand-ins is not computed on a trace', async () => {
  const { figures, state } = start();
  figures.bring(new Blob(), {
    name: 'disk.csv',
    devices: [],
    bad_lines: { count: 2, first: [] },
    ended_early: null,
  } as unknown as TraceReport);
  await figures.show('clash-seq', 'trace');
  expect(state()).toMatchObject({
    form: 'quick',
    trace: { name: 'disk.csv', left_out: 'disk.csv: 2 lines could not be read.' },
  });
});
