import { expect, test } from 'vitest';
import type { Engine } from '../engine/client';
import { cancelled, EngineError, failureOf } from '../engine/failure';
import type { Ask, Failure, Frame, View } from '../engine/protocol';
import { initialState } from './initial-state';
import { createLane } from './lane';
import type { AppState } from './state';
import { createStore } from './store';

const frameAt = (op: number, change: Partial<Frame> = {}): Frame =>
  ({
    position: { op, ended: null },
    stopped_by: null,
    invariants: { broken: null },
    charts: null,
    gantt: null,
    marks: null,
    ...change,
  }) as Frame;

type Answer = (ask: Ask) => unknown;

function start(answer: Answer, wish = {} as View) {
  const asked: Ask[] = [];
  const full: boolean[] = [];
  let epochs = 0;
  let flushed = 0;
  let lose: (failure: Failure) => void = () => {};
  const engine = {
    ask: async (question: Ask) => {
      asked.push(question);
      const given = answer(question);
      if (given instanceof Error) throw given;
      return given;
    },
    beginEpoch: () => epochs++,
    waiting: () => 0,
    whenLost: (tell: typeof lose) => {
      lose = tell;
    },
    dispose: () => {},
  } as unknown as Engine;
  const store = createStore<AppState>(initialState());
  const view = (fresh: boolean): View => {
    full.push(fresh);
    return wish;
  };
  const lane = createLane({ engine, store, view, flush: () => flushed++ });
  return {
    lane,
    store,
    asked,
    full,
    lose: () => lose(failureOf('trap', 'ended')),
    epochs: () => epochs,
    flushed: () => flushed,
  };
}

const opening: Answer = (ask) =>
  ask.type === 'open' ? { document: {} } : ask.type === 'breakpoints' ? null : frameAt(0);

test('opening asks for the device, its breakpoints and a first, full frame', async () => {
  const { lane, store, asked, full } = start(opening);
  expect(await lane.open({ run: { seed: 2 } })).toBe(true);
  expect(asked.map(({ type }) => type)).toEqual(['open', 'breakpoints', 'refresh']);
  expect(full).toEqual([true]);
  expect(store.get()).toMatchObject({ opened: {}, frame: { position: { op: 0 } } });
  expect(lane.accepted()).toEqual({ run: { seed: 2 } });
});

test('a refused document leaves the lane where it stood', async () => {
  const refusal = new EngineError(failureOf('value', 'no'));
  const { lane, store } = start((ask) => (ask.type === 'open' && 'bad' in ask.document ? refusal : opening(ask)));
  await lane.open({});
  expect(await lane.open({ bad: 1 })).toBe(false);
  expect(store.get()).toMatchObject({ failure: { text: 'no' }, document: { bad: 1 }, frame: { position: { op: 0 } } });
  expect(lane.accepted()).toEqual({});
});

test('what was called off leaves no failure behind', async () => {
  const { lane, store } = start((ask) => (ask.type === 'step' ? new EngineError(cancelled()) : opening(ask)));
  await lane.open({});
  await lane.step('operation', 1);
  expect(store.get().failure).toBeNull();
});

test('charts stay until newer ones come, but not over a seek', async () => {
  const charts = {} as Frame['charts'];
  let next = frameAt(1, { charts });
  const { lane, store } = start((ask) => (ask.type === 'open' || ask.type === 'breakpoints' ? opening(ask) : next));
  await lane.open({});
  next = frameAt(2);
  await lane.advance(1, 1);
  expect(store.get().frame?.charts).toBe(charts);
  await lane.seek({ op: 0 });
  expect(store.get().frame?.charts).toBeNull();
});

test('of many places wished for while one is looked for, the last wins', async () => {
  const { lane, asked } = start(opening);
  await lane.open({});
  await Promise.all([lane.seek({ op: 1 }), lane.seek({ op: 2 }), lane.seek({ op: 3 })]);
  expect(asked.filter((ask) => ask.type === 'seek').map((ask) => ask.to)).toEqual([{ op: 1 }, { op: 3 }]);
});

test('a frame that left something out is completed, one that did not is left as it is', async () => {
  const charts = {} as Frame['charts'];
  const wish = { charts: true, timeline_bins: 100 } as View;
  const answer: Answer = (ask) =>
    ask.type === 'advance'
      ? frameAt(1)
      : ask.type === 'refresh'
        ? frameAt(1, { charts, marks: {} as never })
        : opening(ask);
  const { lane, store, asked } = start(answer, wish);
  await lane.open({});
  await lane.advance(1, 1);
  const refreshes = (): number => asked.filter(({ type }) => type === 'refresh').length;
  const before = refreshes();
  await lane.complete();
  expect(store.get().frame?.charts).toBe(charts);
  await lane.complete();
  expect(refreshes() - before).toBe(1);
});

test('each frame is drawn before the next takes its place', async () => {
  const { lane, flushed } = start(opening);
  await lane.open({});
  const before = flushed();
  await lane.advance(1, 1);
  await lane.advance(1, 1);
  expect(flushed() - before).toBe(2);
});

test('a dead worker takes the device with it, and leaves word of where it was', async () => {
  const trap = new EngineError(failureOf('trap', 'unreachable'));
  const { lane, store } = start((ask) => (ask.type === 'step' ? trap : opening(ask)));
  await lane.open({});
  await lane.step('operation', 1);
  expect(store.get()).toMatchObject({ opened: null, failure: { kind: 'trap' }, frame: { position: { op: 0 } } });
});

test('so does one that dies while nothing is asked; with neither device nor trace in it, nobody minds', async () => {
  const { lane, store, lose } = start(opening);
  lose();
  expect(store.get().failure).toBeNull();
  await lane.open({});
  lose();
  expect(store.get()).toMatchObject({ opened: null, failure: { text: 'ended' }, frame: { position: { op: 0 } } });
});

test('what kills the worker as it is opened leaves no word of another device', async () => {
  const trap = new EngineError(failureOf('memory', 'no more'));
  const deadly = { device: { preset: 'large' } };
  const { lane, store } = start((ask) => (ask.type === 'open' && ask.document === deadly ? trap : opening(ask)));
  await lane.open({});
  expect(await lane.open(deadly)).toBe(false);
  expect(store.get()).toMatchObject({ opened: null, frame: null, document: deadly, failure: { kind: 'memory' } });
});

test('of the stripes asked about, only the one that is still looked at is kept', async () => {
  const stripes = (ask: Ask) => (ask.type === 'stripe' ? { stripe: ask.lpn } : opening(ask));
  const { lane, store, asked } = start(stripes);
  await lane.open({});
  store.update({ asked_lpn: 5 });
  await Promise.all([lane.stripe(3), lane.stripe(4), lane.stripe(5)]);
  expect(asked.flatMap((ask) => (ask.type === 'stripe' ? [ask.lpn] : []))).toEqual([3, 5]);
  expect(store.get().asked_stripe).toEqual({ stripe: 5 });
  store.update({ asked_lpn: null, asked_stripe: null });
  await lane.stripe(6);
  expect(store.get().asked_stripe).toBeNull();
});

test('of the pages a pointer crosses, the newest is asked about last', async () => {
  const details = (ask: Ask) => (ask.type === 'inspect' ? { page: ask.page } : opening(ask));
  const { lane, store, asked } = start(details);
  await lane.inspect(3);
  expect(store.get().inspected).toBeNull(); // no device is open yet
  await lane.open({});
  await Promise.all([lane.inspect(3), lane.inspect(4), lane.inspect(5)]);
  expect(asked.flatMap((ask) => (ask.type === 'inspect' ? [ask.page] : []))).toEqual([3, 5]);
  expect(store.get().inspected).toEqual({ page: 5 });
  await lane.open({});
  expect(store.get().inspected).toBeNull();
});
