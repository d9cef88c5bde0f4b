import { expect, test } from 'vitest';
import { canBeFuller, onFullDevice } from './full-device';

const MIB = 2 ** 20;
const TRACE = { workload: { kind: 'trace', file: 'a.csv' }, device: { preset: 'micron-lb', logical_bytes: 256 * MIB } };
const deviceOf = (written_bytes: number, base: Record<string, unknown> = TRACE) =>
  onFullDevice(base, written_bytes).device;

test('a trace’s device is found full and written over a few times', () => {
  expect(onFullDevice(TRACE, 276 * MIB)).toEqual({
    ...TRACE,
    device: { preset: 'micron-lb', logical_bytes: 64 * MIB },
    run: { initial_state: 'full_seq' },
  });
  expect(deviceOf(184 * 4096)).toMatchObject({ logical_bytes: MIB / 2, pages_per_block: 8, over_provisioning: 0.25 });
  expect(deviceOf(0)).toMatchObject({ logical_bytes: MIB / 2 });
  expect(deviceOf(2 ** 50)).toMatchObject({ logical_bytes: 4096 * MIB });
  expect(deviceOf(276 * MIB, { ...TRACE, device: { read_ns: 9, blocks_per_plane: 40 } })).toEqual({
    read_ns: 9,
    logical_bytes: 64 * MIB,
  });
});

test('a generator keeps its device; what is full already stays', () => {
  const generated = { workload: { kind: 'zipf' }, device: { logical_bytes: 32 * MIB } };
  const full = onFullDevice(generated, MIB);
  expect(full).toEqual({ ...generated, run: { initial_state: 'full_seq' } });
  expect(canBeFuller(generated)).toBe(true);
  expect(canBeFuller(full)).toBe(false);
  expect(canBeFuller({ ...generated, run: { changes: [] } })).toBe(true);
  expect(canBeFuller({ ...generated, run: { changes: [{ request: 5 }] } }), 'a fork').toBe(false);
});
