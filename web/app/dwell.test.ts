import { expect, test } from 'vitest';
import type { Frame, OperationKind, StepUnit } from '../engine/protocol';
import { COLLECTS } from '../fixtures/observables';
import { approaching, goneOn, holdOf, notApproaching, readingMs } from './dwell';
import { initialState } from './initial-state';
import type { AppState } from './state';

const DECISION = 'GC takes **block 0**: **1 of its 4 pages** is still valid, so moving it frees 3.';

/** A frame at operation 7, which tells an operation of a kind, perhaps one that was decided. */
const frame = (kind: OperationKind, is_decision = true): Frame =>
  ({
    position: { op: 7, ended: null },
    operations: [{ index: 6, kind }],
    decision: is_decision ? { op: 6 } : null,
    headline: { text: DECISION, causes: [] },
  }) as unknown as Frame;

/** Of a device that has such moments. */
const state = (shown: Frame, unit: StepUnit, change: Partial<AppState> = {}): AppState => ({
  ...initialState(),
  opened: { observables: { ...COLLECTS, moments: [unit] } } as unknown as AppState['opened'],
  frame: shown,
  unit,
  ...change,
});

test('a sentence stands in proportion to its words, three seconds at least, and never too short to be read', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve';
  expect(readingMs(words, 2)).toBeCloseTo(5000);
  expect(readingMs('**Block 3** is erased.', 2)).toBe(3000);
  expect(readingMs(`${words} – … !`, 2), 'signs are not read').toBeCloseTo(5000);
  expect(readingMs(`${words} ${words}`, 2)).toBeCloseTo(9000);
  expect(readingMs(words, 0.5)).toBeCloseTo(6250);
  for (const speed of [4, 1000, Infinity]) expect(readingMs(words, speed), String(speed)).toBeCloseTo(3750);
});

test.each<[OperationKind, boolean, StepUnit, boolean]>([
  ['gc-start', true, 'gc', true],
  ['copy', false, 'gc', false],
  ['erase', false, 'gc', false],
  ['gc-start', true, 'operation', true],
  ['program', false, 'operation', false],
  ['gc-start', true, 'request', true],
  ['reclaim-start', true, 'merge', true],
  ['full-merge', true, 'merge', true],
  // One of six rebuilds that were chosen together.
  ['full-merge', false, 'merge', false],
  ['map-miss', false, 'map-miss', true],
  ['map-evict', true, 'map-miss', true],
  ['gc-start', true, 'map-miss', false],
  ['map-step', false, 'map-step', true],
])('%s (decided: %s), where a step is one %s: held %s', (kind, is_decision, unit, held) => {
  expect(holdOf(state(frame(kind, is_decision), unit)) !== null).toBe(held);
});

test('faster than pages travel nothing is held, nor where lanes stand side by side, nor at the end', () => {
  const shown = frame('gc-start');
  expect(holdOf(state(shown, 'gc', { speed: 4 }))).not.toBeNull();
  expect(holdOf(state(shown, 'gc', { speed: 5 }))).toBeNull();
  expect(holdOf(state(shown, 'gc', { beside: [initialState()] }))).toBeNull();
  expect(
    holdOf(state(shown, 'gc', { play_until: { kind: 'op', op: 9 } as unknown as AppState['play_until'] })),
  ).toBeNull();
  expect(holdOf({ ...state(shown, 'gc'), frame: null })).toBeNull();
  const ended = { ...shown, position: { ...shown.position, ended: { kind: 'done', text: '' } } } as Frame;
  expect(holdOf(state(ended, 'gc'))).toBeNull();
});

test('what was decided or carried out before is not dwelt on', () => {
  const later = (shown: Frame): Frame => ({ ...shown, position: { ...shown.position, op: 9 } }) as Frame;
  for (const unit of ['gc', 'operation'] as const) expect(holdOf(state(later(frame('gc-start')), unit))).toBeNull();
  const nothing = { ...frame('gc-start', false), operations: [] } as unknown as Frame;
  expect(holdOf(state(nothing, 'gc'))).toBeNull();
});

test('an example comes slowly to what it promises, whatever a step is, and goes on at its own speed', () => {
  const on_the_way = { ...state(frame('copy'), 'request'), ...approaching({ into: 'swap', speed: Infinity }) };
  expect(on_the_way.speed).toBe(2);
  expect(goneOn({ ...on_the_way, frame: frame('gc-start') })).toEqual({ hold: null });
  expect(goneOn({ ...on_the_way, frame: null })).toEqual({ hold: null });
  const there = { ...on_the_way, frame: frame('swap', false) };
  expect(holdOf(there)?.ms, 'read at the speed on the way').toBe(readingMs(DECISION, 2));
  expect(holdOf({ ...there, speed: Infinity })?.ms, 'at twice a second, however fast it goes on').toBe(
    readingMs(DECISION, 2),
  );
  expect(holdOf({ ...there, speed: 0.5 })?.ms).toBe(readingMs(DECISION, 0.5));
  expect(goneOn(there)).toEqual({ hold: null, approach: null, speed: Infinity });
  expect(notApproaching(on_the_way)).toEqual({ approach: null, speed: Infinity });
  expect(notApproaching(state(frame('copy'), 'gc'))).toEqual({});
  expect(approaching({ into: 'swap', speed: 0.5 }).speed).toBe(0.5);
});
