import { expect, test } from 'vitest';
import type { Failure } from '../engine/protocol';
import { largerDevice } from './fit-device';

const NO_ROOM: Failure = { kind: 'value', text: 'no room', field: 'device.over_provisioning', nearest: '0.75' };
const TOY = { device: { preset: 'toy' }, ftl: { kind: 'fast' } };

test('a device counted in blocks gets twice as many', () => {
  const opened = { device: { preset: 'toy', blocks_per_plane: 8 } };
  const first = largerDevice(TOY, NO_ROOM, opened);
  expect(first).toEqual({ device: { preset: 'toy', blocks_per_plane: 16 }, ftl: { kind: 'fast' } });
  expect(first && largerDevice(first, NO_ROOM, opened)).toMatchObject({ device: { blocks_per_plane: 32 } });
});

test('a device sized by what the host sees gets as much more as is asked for', () => {
  const document = { device: { logical_bytes: 1 << 20 }, ftl: { kind: 'fast' } };
  expect(largerDevice(document, NO_ROOM, { device: { logical_bytes: 1 << 20 } })).toMatchObject({
    device: { logical_bytes: 1 << 20, over_provisioning: 0.75 },
  });
});

test('what is not about room is left to the user', () => {
  expect(largerDevice(TOY, { ...NO_ROOM, field: 'ftl.log_blocks' }, null)).toBeNull();
  expect(largerDevice(TOY, { ...NO_ROOM, nearest: null }, null)).toBeNull();
  expect(largerDevice(TOY, null, null)).toBeNull();
});
