import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../engine/client';
import { EngineError, failureOf } from '../../engine/failure';
import type { Ask, Frame, SyncPoint, View } from '../../engine/protocol';
import { initialState } from '../initial-state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { extentOf } from './extent';
import { createLaneGroup } from './lane-group';
import { asFocused, lanesOf } from './side-by-side';

const REQUESTS = 100;

/** A device that takes `ns` for each request, and follows by `stride` requests at most at a time. */
function fakeEngine(stride: number): Engine & { gone: boolean } {
  let ns = 10;
  let request = 0;
  let stop_at = Infinity;
  let breaks_at = Infinity;
  /** The device can serve no more. */
  let last = REQUESTS;
  const to = (place: SyncPoint | { op: number }): number => {
    const wanted =
      'time_ns' in place
        ? Math.ceil(place.time_ns / ns)
        : 'request' in place
          ? place.request
          : Math.floor(place.op / 2);
    return Math.min(Math.max(wanted, 0), last);
  };
  const frame = (stopped_by: string | null = null): Frame =>
    ({
      position: {
        op: 2 * request,
        request,
        requests: REQUESTS,
        simulated_ns: request * ns,
        ended: request === last ? { kind: last < REQUESTS ? 'device-full' : 'done', text: '' } : null,
      },
      stopped_by,
      invariants: { broken: request >= breaks_at ? { rule: '', op: 1, text: '' } : null },
      charts: null,
      marks: null,
    }) as Frame;
  const goOn = (target: number): Frame => {
    const stops = request < stop_at && target >= stop_at;
    request = stops ? stop_at : target;
    return frame(stops ? 'a breakpoint' : null);
  };
  const answer = (ask: Ask): unknown => {
    switch (ask.type) {
      case 'open': {
        const wanted = ask.document.ns as number | undefined;
        if (wanted === 0) throw new EngineError(failureOf('value', 'ns: 0 is not a time'));
        [ns, request] = [wanted ?? 10, 0];
        stop_at = (ask.document.stop_at as number | undefined) ?? Infinity;
        breaks_at = (ask.document.breaks_at as number | undefined) ?? Infinity;
        last = (ask.document.full_at as number | undefined) ?? REQUESTS;
        return { document: ask.document };
      }
      case 'follow':
        return goOn(Math.max(request, Math.min(to(ask.to), request + stride)));
      case 'seek':
        request = to(ask.to);
        return frame();
      case 'step':
        request = Math.min(Math.max(request + ask.count, 0), last);
        return frame();
      case 'run':
        return goOn(last);
      case 'advance':
        return goOn(Math.min(request + stride, last));
      case 'refresh':
        return frame();
      default:
        return null;
    }
  };
  const engine = {
    gone: false,
    ask: async (ask: Ask) => answer(ask),
    beginEpoch: () => {},
    waiting: () => 0,
    whenLost: () => {},
    dispose: () => {
      engine.gone = true;
    },
  };
  return engine as unknown as Engine & { gone: boolean };
}

function start(strides: readonly number[] = [3, 5, 2, 7]) {
  const store = createStore<AppState>({ ...initialState(), screen: 'workbench' });
  const engines: (Engine & { gone: boolean })[] = [];
  const lane_group = createLaneGroup({
    store,
    start: () => {
      const engine = fakeEngine(strides[engines.length % strides.length] ?? 1);
      engines.push(engine);
      return engine;
    },
    view: () => ({}) as View,
    figuresDue: () => true,
    flush: () => {},
  });
  const requests = (): (number | undefined)[] => lanesOf(store.get()).map(({ frame }) => frame?.position.request);
  return { store, lane_group, engines, requests };
}

test('lanes opened side by side stand at the same request', async () => {
  const { lane_group, requests } = start();
  expect(await lane_group.openAll([{ ns: 10 }, { ns: 20 }, { ns: 30 }], 7)).toBe(true);
  expect(requests()).toEqual([7, 7, 7]);
});

test('a lane that is added in mid-run catches up', async () => {
  const { store, lane_group, requests } = start();
  await lane_group.openAll([{ ns: 10 }]);
  await lane_group.seek({ request: 42 });
  expect(await lane_group.add({ ns: 20 })).toBe(true);
  expect(requests()).toEqual([42, 42]);
  expect(store.get().beside[0]?.document).toEqual({ ns: 20 });
});

test('a lane that is refused leaves nothing behind but the reason, with its letter', async () => {
  const { store, lane_group, engines, requests } = start();
  await lane_group.openAll([{ ns: 10 }, { ns: 20 }]);
  expect(await lane_group.add({ ns: 0 })).toBe(false);
  expect(requests()).toEqual([0, 0]);
  expect(store.get().failure?.text).toBe('Lane C: ns: 0 is not a time');
  expect(engines.map(({ gone }) => gone)).toEqual([false, false, true]);
});

test('a change to one lane leaves the others where they stand', async () => {
  const { store, lane_group, requests } = start();
  const [first, second] = [{ ns: 10 }, { ns: 20 }];
  await lane_group.openAll([first, second]);
  await lane_group.seek({ request: 30 });
  const untouched = store.get().opened;
  await lane_group.openAll([first, { ns: 40 }], 30);
  expect(requests()).toEqual([30, 30]);
  expect(store.get().opened).toBe(untouched);
});

test('held together by time, each lane has come to a request of its own', async () => {
  const { store, lane_group, requests } = start();
  await lane_group.openAll([{ ns: 10 }, { ns: 20 }, { ns: 5 }]);
  store.update({ meet_by: 'time' });
  await lane_group.seek({ request: 20 });
  expect(requests()).toEqual([20, 10, 40]);
  store.update({ focus: 1 });
  await lane_group.step('request', 1);
  expect(requests()).toEqual([22, 11, 44]);
});

test('playing brings slow lanes along; what is stopped on the way meets', async () => {
  const { lane_group, requests } = start([3, 50, 2]);
  await lane_group.openAll([{ ns: 10 }, { ns: 20 }, { ns: 30 }]);
  for (let tick = 0; tick < 40; tick++) await lane_group.advance(8, 5);
  await lane_group.synchronise();
  const [first, ...others] = requests();
  expect(first).toBeGreaterThan(30);
  expect(new Set([first, ...others]).size).toBe(1);
});

test('a breakpoint in one lane stops all of them there', async () => {
  const { store, lane_group, requests } = start([100]);
  await lane_group.openAll([{ ns: 10 }, { ns: 20, stop_at: 5 }]);
  store.update({ playing: true });
  for (let tick = 0; tick < 5 && store.get().playing; tick++) await lane_group.advance(100, 5);
  await lane_group.synchronise();
  expect(store.get().playing).toBe(false);
  expect(requests()).toEqual([5, 5]);
  await lane_group.seek({ request: 0 });
  await lane_group.runToEnd();
  expect(requests()).toEqual([5, 5]);
});

test('a breakpoint, a broken rule and the end stop a lane that plays alone', async () => {
  for (const document of [{ stop_at: 5 }, { breaks_at: 5 }, {}]) {
    const { store, lane_group } = start([100]);
    await lane_group.openAll([document]);
    store.update({ playing: true });
    for (let tick = 0; tick < 5 && store.get().playing; tick++) await lane_group.advance(1, 5);
    expect(store.get().playing).toBe(false);
  }
});

test('lanes play up to the request they are told to, and not beyond', async () => {
  const { store, lane_group, requests } = start([3, 50]);
  await lane_group.openAll([{ ns: 10 }, { ns: 20 }]);
  store.update({ playing: true, play_until: 37 });
  for (let tick = 0; tick < 50 && store.get().playing; tick++) await lane_group.advance(9, 5);
  await lane_group.synchronise();
  expect(store.get().playing).toBe(false);
  expect(requests()).toEqual([37, 37]);
});

test('a broken rule in one lane stops all of them there', async () => {
  const { store, lane_group, requests } = start([100]);
  await lane_group.openAll([{ ns: 10 }, { ns: 20, breaks_at: 5 }]);
  store.update({ playing: true });
  for (let tick = 0; tick < 5 && store.get().playing; tick++) await lane_group.advance(100, 5);
  await lane_group.synchronise();
  expect(store.get().playing).toBe(false);
  expect(requests()).toEqual([16, 16]);
});

test('a lane that ends early stops nobody: the others go on to their end, and back from there together', async () => {
  for (const early of [0, 1]) {
    const { store, lane_group, requests } = start([3, 50, 2]);
    await lane_group.openAll([0, 1, 2].map((lane) => ({ ns: 10, ...(lane === early ? { full_at: 40 } : {}) })));
    store.update({ playing: true });
    for (let tick = 0; tick < 200 && store.get().playing; tick++) await lane_group.advance(9, 5);
    await lane_group.synchronise();
    expect(store.get().playing).toBe(false);
    expect(requests()).toEqual([0, 1, 2].map((lane) => (lane === early ? 40 : REQUESTS)));
    await lane_group.step('request', -1);
    expect(requests()).toEqual([0, 1, 2].map((lane) => (lane === early ? 40 : REQUESTS - 1)));
    await lane_group.seek({ request: 12 });
    expect(requests()).toEqual([12, 12, 12]);
  }
});

test('held together by time, a lane A that stopped early keeps nobody from a later request', async () => {
  const { store, lane_group, requests } = start();
  await lane_group.openAll([{ ns: 10, full_at: 40 }, { ns: 20 }, { ns: 40 }]);
  store.update({ meet_by: 'time' });
  await lane_group.seek({ request: 60 });
  expect(requests()).toEqual([40, 60, 30]);
  expect(extentOf(store.get())).toEqual({ request: 60, requests: REQUESTS, is_over: false });
  await lane_group.seek({ request: 20 });
  expect(requests()).toEqual([20, 10, 5]);
  expect(extentOf(store.get())?.request).toBe(20);
});

test('the timeline of lanes side by side goes as far as any of them', async () => {
  const { store, lane_group } = start();
  await lane_group.openAll([{ full_at: 40 }, {}]);
  await lane_group.seek({ request: 70 });
  expect(extentOf(store.get())).toEqual({ request: 70, requests: REQUESTS, is_over: false });
  store.update({ focus: 0 });
  expect(extentOf(asFocused(store.get()))).toEqual({ request: 40, requests: REQUESTS, is_over: true });
  store.update({ focus: null });
  await lane_group.runToEnd();
  expect(extentOf(store.get())).toEqual({ request: REQUESTS, requests: REQUESTS, is_over: true });
});

test('lane A is put away: B takes its letter and its place', async () => {
  const { store, lane_group, engines, requests } = start();
  await lane_group.openAll([{ ns: 10 }, { ns: 20 }, { ns: 30 }], 9);
  await lane_group.remove(0);
  expect(lanesOf(store.get()).map(({ document }) => document)).toEqual([{ ns: 20 }, { ns: 30 }]);
  expect(engines.map(({ gone }) => gone)).toEqual([true, false, false]);
  await lane_group.seek({ request: 12 });
  expect(requests()).toEqual([12, 12]);
  await lane_group.keep(1);
  expect(store.get().document).toEqual({ ns: 30 });
  expect(requests()).toEqual([12]);
});

const move = fc.oneof(
  fc.record({ kind: fc.constant('seek' as const), request: fc.nat({ max: REQUESTS + 5 }) }),
  fc.record({ kind: fc.constant('step' as const), count: fc.constantFrom(-1, 1) }),
  fc.record({ kind: fc.constant('play' as const), ticks: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant('focus' as const), focus: fc.option(fc.nat({ max: 2 }), { nil: null }) }),
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('remove' as const), index: fc.nat({ max: 3 }) }),
);

test('lanes never drift, whatever is done', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 20 }), async (moves) => {
      const { store, lane_group, requests } = start();
      await lane_group.openAll([{ ns: 10 }, { ns: 20 }, { ns: 30 }]);
      for (const one of moves) {
        if (one.kind === 'seek') await lane_group.seek({ request: one.request });
        if (one.kind === 'step') await lane_group.step('request', one.count);
        if (one.kind === 'play') for (let tick = 0; tick < one.ticks; tick++) await lane_group.advance(9, 5);
        if (one.kind === 'focus') store.update({ focus: one.focus });
        if (one.kind === 'add' && store.get().beside.length < 3) await lane_group.add({ ns: 40 });
        if (one.kind === 'remove') await lane_group.remove(one.index);
        await lane_group.synchronise();
        expect(new Set(requests()).size).toBe(1);
      }
    }),
    { numRuns: 200 },
  );
});
