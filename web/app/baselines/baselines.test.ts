import { afterEach, expect, test, vi } from 'vitest';
import type { Engine } from '../../engine/client';
import type { Pool } from '../../engine/pool';
import type { ExperimentDocument } from '../../engine/protocol';
import { COLLECTS } from '../../fixtures/observables';
import { initialState } from '../initial-state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { createBaselines } from './baselines';
import { baselinePlan } from './plan';
import { NO_BASELINES, REQUESTS_MAX } from './state';

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
  const releases: (() => void)[] = [];
  let hold = false;
  let fails_at = 0;
  const engine = {
    ask: async (
      ask: { type: string; document: ExperimentDocument },
      options?: { progress: (p: { done: number }) => void },
    ) => {
      if (ask.type === 'import-trace') return;
      asked.push(ask.document);
      options?.progress({ done: 500 });
      const at = asked.length;
      if (hold) await new Promise<void>((resolve) => releases.push(resolve));
      if (at === fails_at) throw new Error('the worker is gone');
      return report(at);
    },
  } as unknown as Engine;
  const pool: Pool = {
    size: 1,
    stop: vi.fn(),
    each: vi.fn<Pool['each']>(async (tasks, work) => {
      for (const task of tasks) await work(engine, task);
    }),
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
    /** Lets the question go on that was asked last, or the one `at`. */
    release: (at = -1) => releases.at(at)?.(),
    failAt: (question: number) => {
      fails_at = question;
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

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
  expect([rival?.gc_fraction, rival?.queue_fraction]).toEqual([0.1, 0]);
});

test('nothing is run where no lane is in sight, while a device opens, or beside one without stripes', async () => {
  const { store, baselines, rest, pool } = world({ ...opened(DOCUMENT), screen: 'start' });
  baselines.follow();
  store.update({ screen: 'workbench', frame: null });
  baselines.follow();
  await rest();
  expect(pool.stop).not.toHaveBeenCalled();
  store.update(opened({ ftl: { kind: 'page' } }));
  baselines.follow();
  store.update(opened(DOCUMENT));
  baselines.follow();
  store.update(opened({ ftl: { kind: 'page' } }));
  baselines.follow();
  await rest();
  expect(pool.each).not.toHaveBeenCalled();
  expect(store.get().baselines).toEqual(NO_BASELINES);
});

test('while a device is opened anew what is shown beside it stays', async () => {
  const { store, pool, baselines, rest } = world(opened(DOCUMENT));
  baselines.follow();
  await rest();
  const stops = vi.mocked(pool.stop).mock.calls.length;
  store.update({ frame: null });
  baselines.follow();
  expect(pool.stop).toHaveBeenCalledTimes(stops);
  expect(store.get().baselines.rival).not.toBeNull();
});

test('of two runs only the one is made that is not known', async () => {
  const { store, baselines, asked, rest, pool } = world(opened(DOCUMENT, 'nogc'));
  baselines.follow();
  await rest();
  store.update(opened(DOCUMENT, 'rgc'));
  baselines.follow();
  await rest();
  expect(asked.map(seriesOf)).toEqual(['base', 'nogc']);
  store.update(opened(DOCUMENT, 'nogc'));
  baselines.follow();
  await rest();
  expect(pool.each).toHaveBeenCalledTimes(2);
});

test('what comes of a run that was called off is not shown, and does not end the next', async () => {
  const { store, baselines, asked, rest, holdNext, release, failAt } = world(opened(DOCUMENT));
  holdNext();
  failAt(3);
  baselines.follow();
  await rest();
  store.update(opened({ ...DOCUMENT, run: { seed: 5 } }));
  baselines.follow();
  release();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked, 'it goes on unseen').toHaveLength(2);
  expect(store.get().baselines).toMatchObject({ rival: null, work: null });
  store.update(opened({ ...DOCUMENT, run: { seed: 6 } }));
  baselines.follow();
  await rest();
  expect(store.get().baselines.work).toBe(0.25);
  store.update(opened({ ...DOCUMENT, run: { seed: 7 } }));
  baselines.follow();
  await rest();
  release(1);
  release(2);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.get().baselines).toMatchObject({ work: 0.25, refused: null });
});

test('a worker that is taken, or fails half way, is asked again', async () => {
  const { store, baselines, asked, rest, pool, failAt } = world(opened(DOCUMENT));
  vi.mocked(pool.each).mockImplementationOnce(async () => {});
  baselines.follow();
  await rest();
  expect(store.get().baselines.work).toBeNull();
  failAt(2);
  baselines.follow();
  await rest();
  expect(store.get().baselines.refused).toContain('the worker is gone');
  baselines.follow();
  await rest();
  expect(asked.map(seriesOf)).toEqual(['base', 'nogc', 'nogc']);
  expect(store.get().baselines.work).toBeNull();
  const stops = vi.mocked(pool.stop).mock.calls.length;
  baselines.follow();
  expect(pool.stop).toHaveBeenCalledTimes(stops);
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
  release(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.get().baselines.work, 'the run that was stopped').toBe(0.25);
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
  store.update({ trace_file: { name: 'disk.csv' } as AppState['trace_file'] });
  baselines.resume();
  await rest();
  expect(store.get().baselines).toMatchObject({ refused: null, rival: { reads: 500 } });
});
