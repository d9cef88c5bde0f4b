import { expect, test } from 'vitest';
import { canHappen, unitOf, unitsOffered } from '../../app/moments';
import type { AppState } from '../../app/state';
import { openCore } from '../../fixtures/core';
import { breakpointInWords, TEMPLATES, templatesFor } from './breakpoints';
import { divergenceInWords, nearestDivergence } from './divergences';
import { keyTarget } from './timeline';
import { oneClock } from './transport';

const DEVICE = { pages_per_block: 8, blocks_per_plane: 64, over_provisioning: 1 };
const openedWith = (kind: string) => openCore({ device: DEVICE, ftl: { kind }, workload: { requests: 1 } }).opened;

test('every condition that can be added can be said', () => {
  for (const template of TEMPLATES) expect(breakpointInWords(template.make(3)).length).toBeGreaterThan(5);
});

test.each([
  ['page', ['gc'], ['full-merge', 'reclaim', 'map-miss']],
  ['fast', ['full-merge', 'reclaim'], ['gc', 'map-miss']],
  ['bast', ['full-merge'], ['gc', 'reclaim', 'map-miss']],
  ['dftl', ['gc', 'map-miss'], ['full-merge', 'reclaim']],
])('with %s only what can come true is offered', (layer, offered, not_offered) => {
  const opened = openedWith(layer);
  const kinds = templatesFor((kind) => canHappen(kind, { opened })).map(({ make }) => make(1).kind);
  expect(kinds).toEqual(expect.arrayContaining(offered));
  for (const kind of not_offered) expect(kinds).not.toContain(kind);
});

test('milliseconds become whole nanoseconds', () => {
  const response = TEMPLATES.map(({ make }) => make(1.5)).find(({ kind }) => kind === 'response');
  expect(response).toEqual({ kind: 'response', above_ns: 1_500_000 });
});

test.each([
  ['ArrowLeft', 0],
  ['ArrowRight', 1],
  ['PageUp', 10],
  ['Home', 0],
  ['End', 100],
  ['x', null],
])('%s from the start leads to %s', (key, target) => expect(keyTarget(key, 0, 100)).toBe(target));

test('a diamond is met by a pointer that comes near it, and says who is slow there', () => {
  const divergence = { request: 43, least_ns: 0, most_ns: 35_831_600, slowest: 3 };
  const place = (request: number): number => request * 10;
  expect(nearestDivergence([divergence], place, 446)).toBe(divergence);
  expect(nearestDivergence([divergence], place, 460)).toBeNull();
  expect(divergenceInWords(divergence)).toBe('lanes part: D takes 35.8\u00a0ms, the fastest no time');
});

test('the clock says what holds lanes together, and of time where each has come to', () => {
  const at = (request: number) => ({ frame: { position: { request, simulated_ns: 41.6e9 } } });
  const lanes = { ...at(2000), beside: [at(182), at(417)], focus: null, meet_by: 'request' } as unknown as AppState;
  expect(oneClock(lanes)).toBe('one clock: lanes stop at the same request');
  expect(oneClock({ ...lanes, meet_by: 'time' })).toBe('t = 41.6\u00a0s: requests A 2\u202f000, B 182, C 417');
  expect(oneClock({ ...lanes, focus: 1 })).toBeNull();
  expect(oneClock({ ...lanes, beside: [] })).toBeNull();
});

test('lanes side by side step by request or divergence; one that is looked into has its own moments besides', () => {
  const opened = openedWith('dftl');
  const lanes = { opened, beside: [{}], focus: null } as unknown as AppState;
  expect(unitsOffered(lanes)).toEqual(['request', 'divergence']);
  expect(unitsOffered({ ...lanes, focus: 0 })).toEqual(['operation', 'request', 'gc', 'map-miss', 'divergence']);
  expect(unitsOffered({ ...lanes, beside: [] })).not.toContain('divergence');
  expect(unitOf({ ...lanes, unit: 'gc' })).toBe('request');
  expect(unitOf({ ...lanes, focus: 0, unit: 'gc' })).toBe('gc');
  expect(unitOf({ ...lanes, beside: [], unit: 'divergence' }), 'alone nothing parts').toBe('request');
});
