import { expect, test, vi } from 'vitest';
import type { Engine } from '../../engine/client';
import { EngineError, failureOf } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { Ask, ExperimentDocument } from '../../engine/protocol';
import type { SweepAxis, SweepDocument, SweepOutcome, SweepPlan, SweepTrace } from '../../engine/sweep';
import { initialState } from '../initial-state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { commandLine } from './command-line';
import { refusalOf, sweepOf } from './draft';
import { compact, resultOf } from './metrics';
import { workOrder } from './order';
import { type Keep, outdated } from './saved-points';
import { indexOf, NO_SWEEP, placeOf, type SweepDraft } from './state';
import { createSweep } from './sweep';

const DRAFT: SweepDraft = {
  experiment: { device: { preset: 'toy' } },
  varied: [{ path: 'workload.write_ratio', text: '0:1:0.25' }],
  policies: [
    { title: 'Page', set: { 'ftl.kind': 'page' } },
    { title: 'DFTL', set: { 'ftl.kind': 'dftl' } },
  ],
};

/** As the core plans it. */
function planned({ axes }: SweepDocument, trace: SweepTrace | null = null): SweepPlan {
  const lengths = axes.map((axis: SweepAxis) => ('path' in axis ? axis.values.length : axis.policies.length));
  const count = lengths.reduce((product, length) => product * length, 1);
  const points = Array.from({ length: count }, (_, index) => ({
    index,
    settings: { policy: index < count / 2 ? 'Page' : 'DFTL' },
    document: { index } as unknown as ExperimentDocument,
  }));
  return { id: JSON.stringify([axes, trace]), count, axes: [...axes], points };
}

const REPORT = `{\n  "mean_response_ns": 2500000.0,\n  "nand_erases": 12,\n  "saturated": true,\n  "mapping": { "hits": 3, "lookups": 4 },\n  "note": "two  words \\" here"\n}`;

function set({ kept = [] as SweepOutcome[] | null, refuse = -1 } = {}) {
  const store = createStore<AppState>({ ...initialState(), sweep: { ...NO_SWEEP, ...DRAFT } });
  const ran: number[] = [];
  const added: number[] = [];
  const engine = {
    ask: async (ask: Ask) => {
      if (ask.type === 'sweep-plan') return planned(ask.sweep, ask.trace);
      if (ask.type !== 'report-of') return JSON.stringify(ask);
      const { index } = ask.document as unknown as { index: number };
      ran.push(index);
      if (index === refuse) throw new EngineError(failureOf('value', 'ftl.kind: no'));
      return REPORT;
    },
  } as unknown as Engine;
  const pool: Pool = {
    size: 2,
    async each(tasks, work) {
      for (const task of tasks) await work(engine, task);
    },
    stop: vi.fn(),
  };
  const keep: Keep = {
    load: async () => kept,
    add: async (_, point) => {
      added.push(point.index);
      return kept !== null;
    },
  };
  return { store, ran, added, pool, sweep: createSweep({ engine, pool, store, keep, now: () => 0 }) };
}

test('points are run from the ends inward, all policies together, and kept as they come', async () => {
  const { store, sweep, ran, added } = set();
  await sweep.plan();
  await sweep.compute();
  expect(ran).toEqual([0, 5, 4, 9, 2, 7, 1, 6, 3, 8]);
  expect(added).toEqual(ran);
  const { results, work } = store.get().sweep;
  expect(work).toBeNull();
  expect(
    results.every((result) => result?.refused === null && result.figures.mean_ms === 2.5 && result.saturated),
  ).toBe(true);
});

test('what was kept is not run again', async () => {
  const { store, sweep, ran } = set({
    kept: [
      { index: 0, report: REPORT },
      { index: 5, report: null, refused: 'too small' },
    ],
  });
  await sweep.plan();
  expect(store.get().sweep.restored).toBe(2);
  expect(store.get().sweep.results[5]).toEqual({ refused: 'too small' });
  await sweep.compute();
  expect(ran).not.toContain(0);
  expect(ran).not.toContain(5);
  expect(ran).toHaveLength(8);
});

test('a refused point does not stop the others', async () => {
  const { store, sweep, ran } = set({ refuse: 5 });
  await sweep.plan();
  await sweep.compute();
  expect(ran).toHaveLength(10);
  expect(store.get().sweep.results[5]).toEqual({ refused: 'ftl.kind: no' });
  expect(store.get().failure).toBeNull();
});

test('a browser that keeps nothing is told of, and works', async () => {
  const { store, sweep, ran } = set({ kept: null });
  await sweep.plan();
  expect(store.get().sweep.keeps).toBe(false);
  await sweep.compute();
  expect(ran).toHaveLength(10);
});

test('results go to the core in order, as they came', async () => {
  const { sweep } = set({ refuse: 1 });
  await sweep.plan();
  await sweep.compute();
  const asked = JSON.parse((await sweep.text('csv')) ?? '');
  expect(asked.points.map(({ index }: SweepOutcome) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(asked.points[1]).toEqual({ index: 1, report: null, refused: 'ftl.kind: no' });
  expect(asked.points[0].report).toBe(compact(REPORT));
});

test('the last axis runs fastest', () => {
  const plan = planned({
    version: 1,
    experiment: {},
    axes: [{ policies: [...DRAFT.policies] }, { path: 'a', values: [1, 2, 3] }, { path: 'b', values: [1, 2] }],
  });
  for (let index = 0; index < plan.count; index++) expect(indexOf(plan, placeOf(plan, index))).toBe(index);
  expect(placeOf(plan, 7)).toEqual({ policy: 1, x: 0, y: 1 });
  expect([...workOrder(plan)].sort((a, b) => a - b)).toEqual(plan.points.map(({ index }) => index));
  expect(
    workOrder(plan)
      .slice(0, 8)
      .map((index) => placeOf(plan, index).x),
  ).not.toContain(1);
});

test('a report in one line keeps its numbers as they were written', () => {
  expect(compact(REPORT)).toBe(
    '{"mean_response_ns":2500000.0,"nand_erases":12,"saturated":true,"mapping":{"hits":3,"lookups":4},"note":"two  words \\" here"}',
  );
  expect(resultOf(REPORT)).toMatchObject({
    refused: null,
    figures: { mean_ms: 2.5, erases: 12, map_hits: 75, ram_bytes: null },
  });
});

test('a refusal is told at the field that it is about', () => {
  const refused = (field: string | null, text = '') => refusalOf({ ...failureOf('value', text), field }, DRAFT).at;
  expect(refused('axes[1].values[2]')).toEqual({ varied: 0 });
  expect(refused('axes[0].policies[1].title')).toBe('policies');
  expect(refused('workload.write_ratio')).toEqual({ varied: 0 });
  expect(refused('ftl.kind')).toBe('policies');
  expect(refused(null, 'axes[1]: there is an axis of run.seed already')).toEqual({ varied: 0 });
  expect(refused('device.preset')).toBe('all');
  expect(sweepOf({ ...DRAFT, varied: [{ path: 'run.seed', text: '' }] }).refusal?.at).toEqual({ varied: 0 });
});

test('a sweep is of its trace and of where its journal is', async () => {
  const { store, sweep } = set();
  const experiment = { workload: { kind: 'trace', file: 'a.csv', sha256: 'ab' } };
  store.update({ sweep: { ...store.get().sweep, experiment } });
  await sweep.plan();
  const traceOf = (): unknown => JSON.parse(store.get().sweep.plan?.id ?? '')[1];
  expect(traceOf()).toEqual({ sha256: 'ab', journal: null });
  const journal = { first_byte: 8, bytes: 9 };
  store.update({ trace_file: { name: 'a.csv', file: new Blob([]), journal, sha256: 'ab' } });
  await sweep.compute();
  expect(traceOf()).toEqual({ sha256: 'ab', journal });
  expect(JSON.parse((await sweep.text('csv')) ?? '').trace).toEqual({ sha256: 'ab', journal });
});

test('the command line says the same sweep', () => {
  expect(commandLine({ ...DRAFT, varied: [{ path: 'ftl.gc.policy', text: 'greedy, fifo' }] })).toBe(
    "flashlab sweep --set device.preset=toy --policy 'Page: ftl.kind=page' --policy 'DFTL: ftl.kind=dftl' --vary ftl.gc.policy=greedy,fifo --csv",
  );
});

test('the sweeps looked at longest ago make room, never the present one', () => {
  const entry = (id: string, bytes: number, used_ms: number) => ({ id, bytes, used_ms });
  const entries = [entry('new', 40, 3), entry('old', 30, 1), entry('mid', 30, 2)];
  expect(outdated(entries, 'new', 100)).toEqual([]);
  expect(outdated(entries, 'new', 80)).toEqual(['old']);
  expect(outdated(entries, 'old', 50)).toEqual(['mid', 'new']);
});
