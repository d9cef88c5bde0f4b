import { expect, test } from 'vitest';
import type { StageRequest } from '../engine/protocol';
import { initialState } from './initial-state';
import type { AppState } from './state';
import { createViewRequest } from './view-request';

const MAP = { kind: 'map', full: false } as StageRequest;

function start(change: Partial<AppState>, stage: StageRequest = { kind: 'cells' }) {
  const world = { now: 0, state: { ...initialState(), ...change } };
  const request = createViewRequest({
    state: () => world.state,
    stage: () => stage,
    timelineWidth: () => 800,
    now: () => world.now,
  });
  return { world, request };
}

test('a lane that stands still gets charts and marks with every frame', () => {
  const { request } = start({ playing: false });
  expect(request(false)).toMatchObject({ charts: true, timeline_bins: 100 });
  expect(request(false)).toMatchObject({ charts: true, timeline_bins: 100 });
});

test('a playing one gets them as often as they can be read', () => {
  const { world, request } = start({ playing: true });
  request(false);
  world.now = 16;
  expect(request(false)).toMatchObject({ charts: false, timeline_bins: 0 });
  world.now = 100;
  expect(request(false)).toMatchObject({ charts: true, timeline_bins: 0 });
  world.now = 300;
  expect(request(false).timeline_bins).toBe(100);
});

test('a lane that stands elsewhere is painted in full', () => {
  const { request } = start({}, MAP);
  expect(request(true).stage).toMatchObject({ full: true });
  expect(request(false).stage).toMatchObject({ full: false });
});

test('nobody sees charts while presenting', () => {
  expect(start({ presenting: true }).request(true).charts).toBe(false);
});
