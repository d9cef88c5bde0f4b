import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atHome, entryOf, leaves, valueAt, withChoice, withValue, wordOf } from './experiment';

const name = fc.stringMatching(/^[a-z_]{1,6}$/);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('.'));

test('what is set at a path is found there, and removed again', () => {
  fc.assert(
    fc.property(path, fc.integer(), (at, value) => {
      const document = withValue({ other: { field: 1 } }, at, value);
      expect(valueAt(document, at)).toBe(value);
      expect(valueAt(withValue(document, at, undefined), at)).toBeUndefined();
    }),
  );
});

test('a change leaves the document it was made from alone', () => {
  const document = { ftl: { gc: { low: 1 } } };
  withValue(document, 'ftl.gc.low', 2);
  expect(document).toEqual({ ftl: { gc: { low: 1 } } });
});

test('removing the last field removes its section', () => {
  expect(withValue({ ftl: { gc: { low: 1 } } }, 'ftl.gc.low', undefined)).toEqual({});
});

test('another component drops what was set about the old one', () => {
  const document = { ftl: { kind: 'page', gc: { low: 1 } }, run: { seed: 2 } };
  expect(withChoice(document, 'ftl.kind', 'block')).toEqual({ ftl: { kind: 'block' }, run: { seed: 2 } });
  const buffered = { buffer: { kind: 'fab', bytes: 49_152, tie: 'mru' } };
  expect(withChoice(buffered, 'buffer.kind', 'bplru')).toEqual({ buffer: { kind: 'bplru', bytes: 49_152 } });
});

test('another stand-in drops what was set about the mix', () => {
  const document = { workload: { kind: 'mix', standin: 'notebook', theta: 0.5 }, run: { seed: 2 } };
  expect(withChoice(document, 'workload.standin', 'ubuntu')).toEqual({
    workload: { kind: 'mix', standin: 'ubuntu' },
    run: { seed: 2 },
  });
});

test('one way to size a device drops the other', () => {
  expect(withChoice({ device: { logical_bytes: 1 } }, 'device.blocks_per_plane', 8)).toEqual({
    device: { blocks_per_plane: 8 },
  });
});

test('names of object methods are not fields', () => {
  expect(valueAt({}, 'constructor.name')).toBeUndefined();
});

test('leaves lists every value with its path', () => {
  expect(leaves({ a: 1, b: { c: [2], d: {} } })).toEqual([
    ['a', 1],
    ['b.c', [2]],
    ['b.d', {}],
  ]);
});

test('a layer about planes side by side brings a device that has some', () => {
  const brought = { ftl: { kind: 'ttflash' }, device: { preset: 'ttflash-small' } };
  expect(withChoice({ device: { preset: 'toy' } }, 'ftl.kind', 'ttflash')).toEqual(brought);
  expect(withChoice({}, 'ftl.kind', 'ttflash')).toEqual(brought);
  const wide = { device: { channels: 4, clock: 'event' } };
  expect(withChoice(wide, 'ftl.kind', 'ttflash')).toEqual({ ...wide, ftl: { kind: 'ttflash' } });
  const small = { device: { preset: 'ttflash-small', channels: 4 } };
  expect(withChoice(small, 'ftl.kind', 'ttflash')).toEqual({ ...small, ftl: { kind: 'ttflash' } });
});

test('what a layer about planes refuses leads to its own device in one step, with everything else that stands in the way gone', () => {
  const workload = { kind: 'trace', file: 'a.csv' };
  const wanted = { ftl: { kind: 'ttflash' }, device: { logical_bytes: 2 ** 26 }, buffer: { kind: 'bplru' }, workload };
  const home = { ftl: { kind: 'ttflash' }, device: { preset: 'ttflash-small' }, workload };
  for (const field of ['device.clock', 'device.channels'])
    expect(atHome(wanted, field)).toEqual({ preset: 'ttflash-small', document: home });
  expect(atHome(wanted, 'ftl.gc_stop')).toBeNull();
  expect(atHome({ ftl: { kind: 'fast' } }, 'device.clock')).toBeNull();
});

test('a host FTL brings a device of lines, unless the one that is set is one', () => {
  const brought = { device: { preset: 'ocssd-virtual-small' } };
  for (const kind of ['pblk', 'pblk-selective']) {
    expect(withChoice({ device: { preset: 'toy' } }, 'ftl.kind', kind)).toEqual({ ftl: { kind }, ...brought });
    const small = { device: { preset: 'ocssd-small', blocks_per_plane: 64 } };
    expect(withChoice(small, 'ftl.kind', kind)).toEqual({ ...small, ftl: { kind } });
  }
});

test('a document may have anything in the place of a name', () => {
  for (const kind of ['constructor', '__proto__', { toString: 1 }, null, [1]]) {
    const document = { device: { preset: { toString: 1 } }, ftl: { kind } };
    expect(atHome(document, 'device.clock')).toBeNull();
    expect(withChoice(document, 'ftl.kind', kind)).toEqual(document);
  }
  expect(entryOf({ a: 1 }, 'a')).toBe(1);
  expect(entryOf({ a: 1 }, 'constructor')).toBeUndefined();
  expect(wordOf({ toString: 1 })).toBe('{"toString":1}');
});

test('__proto__ is a field like any other', () => {
  const document = withValue({}, '__proto__.polluted', 1);
  expect(Object.keys(document)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
