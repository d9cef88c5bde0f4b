import { expect, test } from 'vitest';
import { CELLS_MAX_PAGES, type StageRequest } from '../engine/protocol';
import { COLLECTS } from '../fixtures/observables';
import { initialState } from './initial-state';
import { NEW_LANE } from './lanes/state';
import type { AppState } from './state';
import { createFiguresDue, createViewRequest } from './view-request';

const MAP = { kind: 'map', full: false } as StageRequest;

function start(change: Partial<AppState>, stage: StageRequest = { kind: 'cells' }) {
  const world = { now: 0, state: { ...initialState(), ...change } };
  const request = createViewRequest({
    state: () => world.state,
    stage: () => stage,
    beside: () => MAP,
    timelineWidth: () => 800,
    now: () => world.now,
  });
  return { world, request };
}

test('a lane that stands still gets charts and marks with every frame', () => {
  const { request } = start({ playing: false });
  expect(request(0, false)).toMatchObject({ charts: true, timeline_bins: 100 });
  expect(request(0, false)).toMatchObject({ charts: true, timeline_bins: 100 });
});

test('a playing one gets them as often as they can be read', () => {
  const { world, request } = start({ playing: true });
  request(0, false);
  world.now = 16;
  expect(request(0, false)).toMatchObject({ charts: false, timeline_bins: 0 });
  world.now = 100;
  expect(request(0, false)).toMatchObject({ charts: true, timeline_bins: 0 });
  world.now = 300;
  expect(request(0, false).timeline_bins).toBe(100);
});

test('charts are due after 67 ms, marks after 250 ms', () => {
  const { world, request } = start({ playing: true });
  const at = (now: number) => {
    world.now = now;
    const { charts, timeline_bins } = request(0, false);
    return [charts, timeline_bins > 0];
  };
  expect([0, 66, 67, 133, 134, 249, 250].map(at)).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
});

test('the rules of a device too large to be drawn cell by cell are checked once a second, whole or not', () => {
  const sized = (physical_pages: number) =>
    start({ playing: true, opened: { geometry: { physical_pages } } as unknown as AppState['opened'] });
  const checks = ({ world, request }: ReturnType<typeof sized>) =>
    [0, 999, 1000, 1500, 2000].map((now) => {
      world.now = now;
      return request(0, false).check;
    });
  expect(checks(sized(CELLS_MAX_PAGES))).toEqual([true, true, true, true, true]);
  expect(checks(sized(CELLS_MAX_PAGES + 1))).toEqual([true, false, true, false, true]);
  expect(start({}).request(0, false)).toMatchObject({ check: true, state_hash: false });
});

test('channels and planes over time come with the charts, of the lane in sight', () => {
  const document = { device: { clock: 'event' } };
  const opened = { document, geometry: { physical_pages: 1 }, observables: COLLECTS } as unknown as AppState['opened'];
  const one = start({ opened, gantt_open: true, playing: true });
  expect(one.request(0, false).gantt).toBe(true);
  one.world.now = 66;
  expect(one.request(0, false).gantt).toBe(false);
  expect(start({ opened, gantt_open: false }).request(0, true).gantt).toBe(false);
  const lanes = { opened, gantt_open: true, beside: [{ ...NEW_LANE, opened }] };
  expect(start({ ...lanes, focus: 1 }).request(0, true).gantt).toBe(false);
  expect(start({ ...lanes, focus: 1 }).request(1, true)).toMatchObject({ gantt: true, operations_max: 64 });
  expect(start({ ...lanes, focus: null }).request(0, true).gantt).toBe(false);
  // Presenting they are wanted without the charts, and as often.
  const alone = start({ opened, gantt_open: true, playing: true, presenting: true, speed: 2 });
  expect(alone.request(0, false)).toMatchObject({ charts: false, gantt: true });
  alone.world.now = 66;
  expect(alone.request(0, false).gantt).toBe(false);
});

test('a lane that stands elsewhere is painted in full', () => {
  const { request } = start({}, MAP);
  expect(request(0, true).stage).toMatchObject({ full: true });
  expect(request(0, false).stage).toMatchObject({ full: false });
  expect(start({}).request(0, true).stage, 'cells are whole anyway').toEqual({ kind: 'cells' });
});

test('nobody sees charts while presenting', () => {
  expect(start({ presenting: true }).request(0, true).charts).toBe(false);
  const lesson = { steps: [] } as unknown as AppState['lesson'];
  expect(start({ presenting: true, lesson }).request(0, true).charts, 'a lesson reads them').toBe(true);
  const at_speed = (speed: number, playing = true) =>
    start({ presenting: true, playing, speed }).request(0, true).charts;
  expect(
    [4, 5].map((speed) => at_speed(speed)),
    'the headline sums them up',
  ).toEqual([false, true]);
  expect(at_speed(5, false)).toBe(false);
});

test('of lanes side by side each shows its small stage; one in focus shows what it would alone', () => {
  const lanes = { beside: [NEW_LANE], playing: true } as const;
  const overview = start({ ...lanes, focus: null }).request;
  expect(overview(1, false)).toMatchObject({ stage: MAP, timeline_bins: 100, operations_max: 0 });
  expect(overview(0, false)).toMatchObject({ stage: MAP, timeline_bins: 100 });
  const second = start({ ...lanes, focus: 1 }).request;
  expect(second(0, false)).toMatchObject({ stage: { kind: 'none' }, timeline_bins: 0 });
  expect(second(1, false)).toMatchObject({ stage: { kind: 'cells' }, timeline_bins: 100 });
});

test('lanes side by side tell their figures where they stand or stand anew; on their way only where they meet', () => {
  const beside = [NEW_LANE];
  for (const focus of [null, 1]) {
    const { world, request } = start({ beside, focus, playing: true });
    expect(request(1, true).charts).toBe(true);
    world.now = 10_000;
    expect(request(1, false).charts).toBe(false);
    world.state = { ...world.state, playing: false };
    expect(request(1, false).charts).toBe(true);
  }
});

test('figures of lanes that play are due a few times a second, all of them together', () => {
  const world = { now: 0, state: { ...initialState(), beside: [NEW_LANE], focus: null as number | null } };
  const due = createFiguresDue({ state: () => world.state, now: () => world.now });
  const at = (now: number): boolean => {
    world.now = now;
    return due();
  };
  expect([0, 100, 200, 399, 400].map(at)).toEqual([true, false, true, false, true]);
  world.state = { ...world.state, focus: 0 };
  expect([466, 467, 530].map(at)).toEqual([false, true, false]);
});
