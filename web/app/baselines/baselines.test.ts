import { expect, test, vi } from 'vitest';
import type { Engine } from '../../engine/client';
import { COLLECTS } from '../../engine/observables.fixture';
import type { Pool } from '../../engine/pool';
import type { ExperimentDocument } from '../../engine/protocol';
import { initialState } from '../initial-state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { createBaselines } from './baselines';
import { baselinePlan } from './plan';
import { REQUESTS_MAX } from './state';

const DOCUMENT = { ftl: { kind: 'ttflash', blocking: 'channel' }, workload: { kind: 'uniform' }, run: { seed: 4 } };

function opened(document: ExperimentDocument, series = 'rgc', requests = 1000): Partial<AppState> {
  const filled = { ...document, ftl: { series, kind: 'page', ...(document.ftl as object) } };
  const layer = filled.ftl.kind === 'ttflash' ? 'stripes' : null;
  const observables = { ...COLLECTS, stages: { buffer: null, layer } };
  return {
    screen: 'workbench',
    document,
    opened: { document: filled, observables } as unknown as AppState['opened'],
    frame: { position: { requests } } as unknown as AppState['frame'],
  };
}

const report = (tail: number) =>
  JSON.stringify({ reads: 500, read_tail: [[0.99, tail]], blocked: { gc_fraction: 0.1, queue_fraction: null } });

function world(first: Partial<AppState>) {
  vi.useFakeTimers();
  const store = createStore<AppState>({ ...initialState(), ...first });
  const asked: ExperimentDocument[] = [];
  let release: (() => void) | null = null;
  let hold = false;
  const engine = {
    ask: async (ask: { document: ExperimentDocument }, { progress }: { progress: (p: { done: number }) => void }) => {
      asked.push(ask.document);
      progress({ done: 500 });
      if (hold)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      return report(asked.length);
    },
  } as unknown as Engine;
  const pool: Pool = {
    size: 1,
    stop: vi.fn(),
    each: async (tasks, work) => {
      for (const task of tasks) await work(engine, task);
    },
  };
  const baselines = createBaselines({ pool, store });
  const rest = () => vi.advanceTimersByTimeAsync(1000);
  return {
    store,
    pool,
    baselines,
    asked,
    rest,
    holdNext: () => {
      hold = true;
    },
    release: () => release?.(),
  };
}

const seriesOf = (document: ExperimentDocument): unknown => (document.ftl as { series: unknown }).series;

test('the same requests are run on the device before ttFlash, and on one without collections', async () => {
  const { store, baselines, asked, rest } = world(opened(DOCUMENT));
  baselines.follow();
  await rest();
  expect(asked.map(seriesOf)).toEqual(['base', 'nogc']);
  expect(asked[0]).toEqual({
    ftl: { kind: 'ttflash', series: 'base' },
    workload: { kind: 'uniform' },
    run: { seed: 4 },
  });
  const { rival, nogc, work, rival_name } = store.get().baselines;
  expect([rival?.read_tail, nogc?.read_tail, work, rival_name]).toEqual([[[0.99, 1]], [[0.99, 2]], null, 'base']);
  expect(rival?.queue_fraction).toBe(0);
});

test('the device before ttFlash is compared with all of ttFlash; one without collections with the one before', () => {
  const names = (series: string) => baselinePlan(opened(DOCUMENT, series) as AppState)?.runs.map(({ name }) => name);
  expect(names('base')).toEqual(['rgc', 'nogc']);
  expect(names('nogc')).toEqual(['base']);
  expect(baselinePlan(opened({ ftl: { kind: 'page' } }) as AppState)).toBeNull();
});

test('what has been run is not run again, and another experiment calls the run off', async () => {
  const { store, baselines, asked, rest, pool } = world(opened(DOCUMENT));
  baselines.follow();
  await rest();
  store.update(opened({ ...DOCUMENT, run: { seed: 5 } }));
  baselines.follow();
  expect(pool.stop).toHaveBeenCalledTimes(2);
  expect(store.get().baselines.rival).toBeNull();
  await rest();
  expect(asked).toHaveLength(4);
  store.update(opened(DOCUMENT));
  baselines.follow();
  expect(store.get().baselines.rival?.read_tail).toEqual([[0.99, 1]]);
  await rest();
  expect(asked).toHaveLength(4);
});

test('how far it is can be told while it runs', async () => {
  const { store, baselines, rest, holdNext, release } = world(opened(DOCUMENT));
  holdNext();
  baselines.follow();
  await rest();
  expect(store.get().baselines.work).toBe(0.25);
  release();
  await rest();
  expect(store.get().baselines.work).toBe(0.75);
});

test('a run beside the lane can be stopped, stays so, and is taken up where somebody wants it', async () => {
  const { store, baselines, asked, rest, pool, holdNext, release } = world(opened(DOCUMENT));
  holdNext();
  baselines.follow();
  await rest();
  const stops = vi.mocked(pool.stop).mock.calls.length;
  baselines.pause();
  expect(pool.stop).toHaveBeenCalledTimes(stops + 1);
  expect(store.get().baselines).toMatchObject({ work: null, refused: 'stopped' });
  baselines.follow();
  await rest();
  expect(asked).toHaveLength(1);
  expect(store.get().baselines.work).toBeNull();
  baselines.resume();
  await rest();
  expect(asked).toHaveLength(2);
  expect(store.get().baselines).toMatchObject({ work: 0.25, refused: null });
  release();
});

test('of a long run only the first requests are run, and that is said', async () => {
  const { store, baselines, asked, rest } = world(opened(DOCUMENT, 'rgc', REQUESTS_MAX + 1));
  baselines.follow();
  await rest();
  expect(asked[0]).toMatchObject({ workload: { requests: REQUESTS_MAX } });
  expect(store.get().baselines.limit).toBe(REQUESTS_MAX);
});

test('a trace that is not at hand is no failure of the page', async () => {
  const replay = { ...DOCUMENT, workload: { kind: 'trace', file: 'disk.csv' } };
  const { store, baselines, rest } = world(opened(replay));
  baselines.follow();
  await rest();
  expect(store.get().baselines.refused).toContain('disk.csv');
  expect(store.get().failure).toBeNull();
});
