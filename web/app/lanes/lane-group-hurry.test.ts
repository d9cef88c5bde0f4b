import { expect, test } from 'vitest';
import { createEngine, type WorkerLike } from '../../engine/client';
import { failureOf } from '../../engine/failure';
import type { Ask, Frame, View } from '../../engine/protocol';
import { forked } from '../commands/compare';
import { initialState } from '../initial-state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { createLaneGroup } from './lane-group';
import { lanesOf } from './side-by-side';

const REQUESTS = 1000;
const STRIDES = [3, 50, 2, 7];

interface Workers {
  alive: number;
}

/** A worker that answers a little later, follows by `stride` requests at most, and traps where it is told to. */
function slowWorker(workers: Workers, stride: number, delay_ms: number): WorkerLike {
  let request = 0;
  let is_open = false;
  let has_trace = false;
  let is_gone = false;
  let tail = Promise.resolve();
  workers.alive++;
  const frame = (): Frame =>
    ({
      position: { op: 2 * request, request, requests: REQUESTS, simulated_ns: request * 10, ended: null },
      stopped_by: null,
      invariants: { broken: null },
    }) as Frame;
  const answer = (ask: Ask): unknown => {
    switch (ask.type) {
      case 'import-trace':
        has_trace = true;
        return { name: ask.name };
      case 'open':
        if (ask.document.is_bad) throw failureOf('value', 'it is bad');
        if (ask.document.workload && !has_trace) throw failureOf('trace', 'the trace has not been read yet');
        [is_open, request] = [true, 0];
        return { document: ask.document };
      case 'breakpoints':
        return null;
      default:
        if (!is_open) throw failureOf('run', 'no experiment is open');
        if (ask.type === 'step' && ask.unit === 'gc') throw failureOf('trap', 'unreachable');
        if (ask.type === 'follow' && 'request' in ask.to)
          request = Math.max(request, Math.min(ask.to.request, request + stride));
        if (ask.type === 'seek' && 'request' in ask.to) request = ask.to.request;
        return frame();
    }
  };
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    terminate() {
      if (!is_gone) workers.alive--;
      is_gone = true;
    },
    postMessage(message) {
      if ('cancel' in message) return;
      tail = tail.then(async () => {
        await new Promise((done) => setTimeout(done, delay_ms));
        if (is_gone) return;
        const reply = (data: object): void => worker.onmessage?.({ data: { id: message.id, ...data } } as never);
        try {
          reply({ ok: true, answer: answer(message.ask) });
        } catch (failure) {
          reply({ ok: false, failure });
        }
      });
    },
  };
  return worker;
}

function start(delay_ms = 2) {
  const store = createStore<AppState>({ ...initialState(), screen: 'workbench' });
  const workers: Workers = { alive: 0 };
  let started = 0;
  const lane_group = createLaneGroup({
    store,
    start() {
      const stride = STRIDES[started++ % STRIDES.length] ?? 1;
      return createEngine(() => slowWorker(workers, stride, delay_ms));
    },
    view: () => ({}) as View,
    figuresDue: () => true,
    flush: () => {},
  });
  // As the page does.
  store.subscribe((now, before) => {
    if (before.playing && !now.playing) void lane_group.synchronise();
  });
  const requests = (): (number | undefined)[] => lanesOf(store.get()).map(({ frame }) => frame?.position.request);
  const documents = () => lanesOf(store.get()).map(({ document }) => document);
  const play = async (): Promise<void> => {
    store.update({ playing: true });
    for (let tick = 0; tick < 12; tick++) await lane_group.advance(500, 5);
  };
  return { store, lane_group, requests, documents, play, workers };
}

const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

test('a lane put away while all play: the rest stand together', async () => {
  const { lane_group, requests, play } = start();
  await lane_group.openAll([{ a: 1 }, { a: 2 }, { a: 3 }]);
  await play();
  await lane_group.remove(2);
  await rest(50);
  expect(new Set(requests()).size, String(requests())).toBe(1);
  expect(requests()).toHaveLength(2);
});

test('a lane added while the others play stands where they stopped', async () => {
  const { lane_group, requests, play } = start();
  await lane_group.openAll([{ a: 1 }, { a: 2 }]);
  await play();
  await lane_group.add({ a: 3 });
  await rest(50);
  expect(new Set(requests()).size, String(requests())).toBe(1);
  expect(requests()).toHaveLength(3);
});

test('a lane put away while it catches up leaves no worker and says nothing', async () => {
  const { store, lane_group, workers } = start(20);
  await lane_group.openAll([{ a: 1 }]);
  await lane_group.seek({ request: 500 });
  const adding = lane_group.add({ a: 2 });
  await rest(70);
  await Promise.all([lane_group.remove(1), adding]);
  await rest(100);
  expect(workers.alive).toBe(1);
  expect(store.get()).toMatchObject({ failure: null, beside: [], loading: null });
});

test('lane A put away while all go somewhere: the others arrive', async () => {
  const { store, lane_group, requests, workers } = start(20);
  await lane_group.openAll([{ a: 1 }, { a: 2 }, { a: 3 }]);
  const going = lane_group.seek({ request: 100 });
  await rest(5);
  await Promise.all([lane_group.remove(0), going]);
  await rest(150);
  expect(requests()).toEqual([100, 100]);
  expect(workers.alive).toBe(2);
  expect(store.get().failure).toBe(null);
});

test('two lanes are being added, and the first is put away: the second stays', async () => {
  const { lane_group, documents, workers } = start(20);
  await lane_group.openAll([{ a: 1 }]);
  await Promise.all([lane_group.add({ a: 2 }), lane_group.add({ a: 3 }), lane_group.remove(1)]);
  await rest(50);
  expect(documents()).toEqual([{ a: 1 }, { a: 3 }]);
  expect(workers.alive).toBe(2);
});

test('a comparison opened while another is being opened takes its place', async () => {
  const { store, lane_group, requests, documents, workers } = start(20);
  await lane_group.openAll([{ a: 1 }]);
  const four = lane_group.openAll([{ a: 2 }, { a: 3 }, { a: 4 }, { a: 5 }]);
  await rest(5);
  await Promise.all([four, lane_group.openAll([{ a: 6 }, { a: 7 }], 40)]);
  expect(documents()).toEqual([{ a: 6 }, { a: 7 }]);
  expect(requests()).toEqual([40, 40]);
  expect(workers.alive).toBe(2);
  expect(store.get().failure).toBe(null);
});

test('a refused document never passes for the one that runs', async () => {
  const { store, lane_group, documents } = start();
  await lane_group.openAll([{ a: 1 }, { b: 1 }]);
  expect(await lane_group.openAll([{ a: 1 }, { is_bad: true }])).toBe(false);
  expect(await lane_group.openAll([{ a: 2 }, documents()[1] ?? {}])).toBe(false);
  expect(store.get().failure?.text).toBe('Lane B: it is bad');
});

test('after a trap, a lane with a trace can be opened again', async () => {
  const { store, lane_group } = start();
  store.update({ trace_file: { name: 't', file: new Blob(['x']), journal: null, sha256: null } });
  await lane_group.openAll([{ workload: { kind: 'trace' } }]);
  await lane_group.step('gc', 1);
  expect(store.get().failure?.kind).toBe('trap');
  expect(await lane_group.open({ workload: { kind: 'trace' } })).toBe(true);
});

test('a fork takes along what changed before it, and nothing that came later', () => {
  const once = forked({}, 120, { 'ftl.gc.policy': 'fifo' });
  const changes = (document: object) => (document as { run: { changes: object[] } }).run.changes;
  expect(changes(forked(once, 50, { 'ftl.gc.low': 2 }))).toEqual([{ request: 50, set: { 'ftl.gc.low': 2 } }]);
  expect(changes(forked(once, 120, { 'ftl.gc.low': 2 }))).toHaveLength(2);
});
