import { expect, test } from 'vitest';
import type { StageRequest } from '../engine/protocol';
import { initialState } from './initial-state';
import { NEW_LANE } from './lanes/state';
import type { AppState } from './state';
import { createViewRequest } from './view-request';

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

test('of lanes side by side each shows its small stage and few figures; one in focus shows what it would alone', () => {
  const lanes = { beside: [NEW_LANE], playing: true } as const;
  const overview = start({ ...lanes, focus: null }).request;
  expect(overview(1, false)).toMatchObject({ stage: MAP, charts: true, timeline_bins: 100, operations_max: 0 });
  expect(overview(0, false)).toMatchObject({ stage: MAP, charts: true, timeline_bins: 100 });
  const second = start({ ...lanes, focus: 1 }).request;
  expect(second(0, false)).toMatchObject({ stage: { kind: 'none' }, charts: true, timeline_bins: 0 });
  expect(second(1, false)).toMatchObject({ stage: { kind: 'cells' }, timeline_bins: 100 });
});
