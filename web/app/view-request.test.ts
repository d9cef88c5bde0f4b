import { expect, test } from 'vitest';
import type { StageRequest } from '../engine/protocol';
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

test('a lane that stands elsewhere is painted in full', () => {
  const { request } = start({}, MAP);
  expect(request(0, true).stage).toMatchObject({ full: true });
  expect(request(0, false).stage).toMatchObject({ full: false });
});

test('nobody sees charts while presenting', () => {
  expect(start({ presenting: true }).request(0, true).charts).toBe(false);
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
  expect([0, 100, 210, 300, 420].map(at)).toEqual([true, false, true, false, true]);
  world.state = { ...world.state, focus: 0 };
  expect([450, 500, 560].map(at)).toEqual([false, true, false]);
});
