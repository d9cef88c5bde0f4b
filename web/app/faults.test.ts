import { expect, test } from 'vitest';
import type { Frame } from '../engine/protocol';
import { canCutPower, isPowerCut, withPower, withPowerCut } from './faults';
import type { LaneState } from './lanes/state';
import type { AppState } from './state';

const POSITION = { request: 7, ended: null } as Frame['position'];

const lane = (flash_operations: number, document: object = {}, ended: unknown = null, recovers = true): LaneState =>
  ({
    document,
    frame: { position: { ...POSITION, ended }, power: { flash_operations, recovers, outcome: null } },
  }) as unknown as LaneState;

const state = (first: LaneState, ...beside: LaneState[]): AppState => ({ ...first, beside }) as unknown as AppState;

test('power is cut where each lane stands, and taken back whole', () => {
  const cut = [lane(35), lane(0, { ftl: { kind: 'fast' } })].map(withPowerCut);
  const run = (power_cut: number): object => ({ power_cut, power_cut_request: 7 });
  expect(cut).toEqual([{ run: run(35) }, { ftl: { kind: 'fast' }, run: run(0) }]);
  expect(cut.map((document) => withPower({ document }))).toEqual([{}, { ftl: { kind: 'fast' } }]);
});

test('a lane that has ended, or cannot recover, stays as it is', () => {
  const over = lane(35, {}, { kind: 'done', text: '' });
  const helpless = lane(35, {}, null, false);
  expect([over, helpless].map(withPowerCut)).toEqual([{}, {}]);
  expect(canCutPower(state(over, helpless))).toBe(false);
  expect(canCutPower(state(over, lane(1)))).toBe(true);
});

test('while power is cut in one lane it is cut in no other', () => {
  const cut = state(lane(9), lane(9, { run: { power_cut: 9 } }));
  expect(isPowerCut(cut)).toBe(true);
  expect(canCutPower(cut)).toBe(false);
});
