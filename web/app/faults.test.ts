import { expect, test } from 'vitest';
import type { Frame } from '../engine/protocol';
import { valueAt } from './experiment';
import {
  canCutPower,
  canFail,
  isFailing,
  isPowerCut,
  withFailing,
  withoutFailures,
  withPower,
  withPowerCut,
} from './faults';
import type { LaneState } from './lanes/state';
import type { AppState } from './state';

const POSITION = { request: 7, ended: null } as Frame['position'];

const lane = (flash_operations: number, document: object = {}, ended: unknown = null, recovers = true): LaneState =>
  ({
    document,
    opened: {},
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

const failing = (document: object, request: number, kind = 'page'): LaneState =>
  ({
    document: { ...document, ftl: { kind } },
    opened: {},
    frame: { position: { ...POSITION, request } },
  }) as unknown as LaneState;

const changesIn = (document: object): unknown => valueAt({ ...document }, 'run.changes');
const failures = (request: number, erases: number) => ({ request, set: { 'device.erase_failures': erases } });

test('each time one more erase fails, from where the lane stands', () => {
  const once = withFailing(failing({}, 40), 'erase');
  expect(changesIn(once)).toEqual([failures(40, 1)]);
  const twice = withFailing(failing(once, 40), 'erase');
  expect(changesIn(twice), 'at the same request').toEqual([failures(40, 2)]);
  const later = withFailing(failing(twice, 90), 'erase');
  expect(changesIn(later)).toEqual([failures(40, 2), failures(90, 3)]);
  const earlier = withFailing(failing(later, 10), 'erase');
  expect(changesIn(earlier), 'those that come later fail all the same').toEqual([
    failures(10, 1),
    failures(40, 3),
    failures(90, 4),
  ]);
});

test('what else changes stays, and failures of the whole run count', () => {
  const nested = { request: 40, set: { device: { erase_failures: 2, read_ns: 5 } } };
  const document = {
    device: { erase_failures: 1 },
    run: { changes: [{ request: 9, set: { 'device.read_ns': 7 } }, nested] },
  };
  const failed = withFailing(failing(document, 12), 'erase');
  expect(changesIn(failed)).toEqual([
    { request: 9, set: { 'device.read_ns': 7 } },
    failures(12, 2),
    { request: 40, set: { device: { read_ns: 5 }, 'device.erase_failures': 3 } },
  ]);
  expect(withoutFailures({ document: failed })).toEqual({
    ftl: { kind: 'page' },
    run: {
      changes: [
        { request: 9, set: { 'device.read_ns': 7 } },
        { request: 40, set: { device: { read_ns: 5 } } },
      ],
    },
  });
  expect(withoutFailures({ document: withFailing(failing({}, 3), 'erase') })).toEqual({ ftl: { kind: 'page' } });
});

test('programs fail beside erases, at the same request too, and are mended with them', () => {
  const erase = withFailing(failing({}, 40), 'erase');
  const both = withFailing(failing(erase, 40), 'program');
  expect(changesIn(both)).toEqual([{ request: 40, set: { 'device.erase_failures': 1, 'device.program_failures': 1 } }]);
  expect(changesIn(withFailing(failing(both, 60), 'program'))).toEqual([
    { request: 40, set: { 'device.erase_failures': 1, 'device.program_failures': 1 } },
    { request: 60, set: { 'device.program_failures': 2 } },
  ]);
  expect(isFailing(state(failing(withFailing(failing({}, 3), 'program'), 4)))).toBe(true);
  expect(withoutFailures({ document: both })).toEqual({ ftl: { kind: 'page' } });
});

test('erases of a recorded run, and of one that is over, fail as they did', () => {
  const over = { ...failing({}, 40), frame: { position: { request: 40, ended: { kind: 'done', text: '' } } } };
  for (const lane of [failing({}, 40, 'recorded'), over as unknown as LaneState]) {
    expect(withFailing(lane, 'erase')).toBe(lane.document);
    expect(canFail(state(lane))).toBe(false);
  }
  expect(isFailing(state(failing({}, 40)))).toBe(false);
  expect(isFailing(state(failing({}, 40), failing({ device: { erase_failures: 1 } }, 2)))).toBe(true);
});

test('nothing can be made to fail in a device that is gone, though its last frame is still in sight', () => {
  const gone = [lane(35), failing({}, 40)].map((one) => ({ ...one, opened: null }));
  for (const one of gone) {
    expect(canCutPower(state(one))).toBe(false);
    expect(canFail(state(one))).toBe(false);
  }
});
