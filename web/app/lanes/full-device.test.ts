import { expect, test } from 'vitest';
import { onFullerDevice } from './full-device';

const MIB = 2 ** 20;
const TRACE = { workload: { kind: 'trace', file: 'a.csv' }, device: { preset: 'micron-lb', logical_bytes: 256 * MIB } };
const FULL = { run: { initial_state: 'full_seq' } };
const fuller = (
  written_bytes: number,
  document: Record<string, unknown> = TRACE,
  run: Record<string, unknown> = FULL,
) => onFullerDevice({ document, opened: { ...document, ...run }, device_bytes: 256 * MIB, written_bytes });

test('a trace’s device is found full and written over a few times', () => {
  expect(fuller(276 * MIB)).toEqual({ ...TRACE, ...FULL, device: { preset: 'micron-lb', logical_bytes: 64 * MIB } });
  const small = { logical_bytes: MIB / 2, pages_per_block: 8, over_provisioning: 0.25 };
  expect(fuller(184 * 4096)?.device).toMatchObject(small);
  expect(fuller(0)?.device).toMatchObject(small);
  expect(fuller(276 * MIB, { ...TRACE, device: { read_ns: 9, blocks_per_plane: 40 } })?.device).toEqual({
    read_ns: 9,
    logical_bytes: 64 * MIB,
  });
});

test('a device that is full and small enough has none that is fuller', () => {
  expect(fuller(2 ** 40)).toBeNull();
  expect(fuller(2 ** 40, TRACE, { run: { initial_state: 'clean' } })).toEqual({ ...TRACE, ...FULL });
});

test('a generator keeps its device, a fork goes its own way on its own', () => {
  const generated = { workload: { kind: 'zipf' } };
  expect(fuller(MIB, generated)).toBeNull();
  expect(fuller(MIB, generated, { run: { initial_state: 'clean' } })).toEqual({ ...generated, ...FULL });
  expect(fuller(276 * MIB, TRACE, { run: { initial_state: 'full_seq', changes: [{ request: 5 }] } })).toBeNull();
});
