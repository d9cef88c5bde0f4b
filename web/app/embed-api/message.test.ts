import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf, isAddressed, MessageError, parseMessage } from './message';

const message = (fields: object) => ({ flashlab: 1, id: 7, ...fields });

test.each([
  [{ type: 'state' }, { type: 'state' }],
  [{ type: 'play' }, { type: 'play', speed: null }],
  [
    { type: 'play', speed: 20 },
    { type: 'play', speed: 20 },
  ],
  [
    { type: 'play', speed: undefined },
    { type: 'play', speed: null },
  ],
  [{ type: 'pause' }, { type: 'pause' }],
  [{ type: 'step' }, { type: 'step', unit: 'operation', count: 1 }],
  [
    { type: 'step', unit: 'gc', count: -2 },
    { type: 'step', unit: 'gc', count: -2 },
  ],
  [
    { type: 'goTo', to: 'start' },
    { type: 'goTo', to: { op: 0 } },
  ],
  [
    { type: 'goTo', to: 'end' },
    { type: 'goTo', to: 'end' },
  ],
  [
    { type: 'goTo', to: { request: 12 } },
    { type: 'goTo', to: { request: 12 } },
  ],
  [
    { type: 'goTo', to: { operation: 0 } },
    { type: 'goTo', to: { op: 0 } },
  ],
  [
    { type: 'set', set: { ftl: { kind: 'dftl' } } },
    { type: 'set', experiment: { ftl: { kind: 'dftl' } } },
  ],
  [
    { type: 'set', set: {} },
    { type: 'set', experiment: {} },
  ],
  [
    { type: 'set', set: { 'ftl.gc.low': 2 } },
    { type: 'set', values: [['ftl.gc.low', 2]] },
  ],
  [
    { type: 'example', example: 'fast' },
    { type: 'example', example: 'fast' },
  ],
  [
    { type: 'lesson', lesson: 'dftl' },
    { type: 'lesson', lesson: 'dftl', step: 1 },
  ],
  [
    { type: 'predict', guess: 9 },
    { type: 'predict', guess: 9 },
  ],
  [{ type: 'picture' }, { type: 'picture' }],
])('%j is understood', (fields, ask) => {
  expect(parseMessage(message(fields))).toEqual({ id: 7, ask });
});

const circular: Record<string, unknown> = {};
circular.device = circular;

test.each([
  [{ flashlab: 2, type: 'state' }, 'flashlab', 'flashlab: 2: expected 1'],
  [{ flashlab: undefined, type: 'state' }, 'flashlab', 'flashlab: missing: expected 1'],
  [{ id: undefined, type: 'state' }, 'id', 'id: missing: expected a text or a number'],
  [{ id: {}, type: 'state' }, 'id', 'id: {}: expected a text or a number'],
  [{ id: Number.NaN, type: 'state' }, 'id', 'id: NaN: expected a text or a number'],
  [{}, 'type', 'type: missing: expected one of state, play, pause, step, goTo, set, example, lesson, predict, picture'],
  [{ type: 'constructor' }, 'type', /^type: "constructor": expected one of state, play/],
  [{ type: 'play', speed: 0 }, 'speed', 'speed: 0: expected operations a second, a number above 0'],
  [{ type: 'play', speed: '9' }, 'speed', 'speed: "9": expected operations a second, a number above 0'],
  [{ type: 'pause', now: true }, 'now', 'now: true: expected no field beside the type "pause"'],
  [{ type: 'step', unit: 'week' }, 'unit', /^unit: "week": expected one of operation, request, gc, merge/],
  [{ type: 'step', unit: 'divergence' }, 'unit', /^unit: "divergence": expected one of operation/],
  [{ type: 'step', count: 0 }, 'count', 'count: 0: expected a whole number other than 0; below 0 is back'],
  [{ type: 'step', count: 1.5 }, 'count', 'count: 1.5: expected a whole number other than 0; below 0 is back'],
  [{ type: 'step', units: 'gc' }, 'units', 'units: "gc": expected only unit, count'],
  [{ type: 'goTo' }, 'to', /^to: missing: expected "start", "end", \{ request: N \}/],
  [{ type: 'goTo', to: 12 }, 'to', /^to: 12: expected/],
  [{ type: 'goTo', to: { request: -1 } }, 'to', /^to: \{"request":-1\}: expected/],
  [{ type: 'goTo', to: { request: 1, operation: 2 } }, 'to', /^to: \{"request":1,"operation":2\}: expected/],
  [{ type: 'goTo', to: { gc: 2 } }, 'to', /^to: \{"gc":2\}: expected/],
  [{ type: 'goTo', to: {} }, 'to', /^to: \{\}: expected/],
  [{ type: 'set' }, 'set', /^set: missing: expected an experiment, or fields of one by path/],
  [{ type: 'set', set: [1] }, 'set', /^set: \[1\]: expected an experiment/],
  [{ type: 'set', set: new Map() }, 'set', /^set: \[object Map\]: expected an experiment/],
  [{ type: 'set', set: circular }, 'set', 'set: [object Object]: expected what JSON can hold'],
  [{ type: 'set', set: { run: { seed: 1n } } }, 'set', 'set: [object Object]: expected what JSON can hold'],
  [
    { type: 'set', set: { 'ftl.kind': 'dftl', run: {} } },
    'set.run',
    'set.run: {}: expected the path of a field such as "ftl.kind", as all others are paths',
  ],
  [{ type: 'set', set: { 'FTL.kind': 1 } }, 'set.FTL.kind', /^set\.FTL\.kind: 1: expected the path of a field/],
  [{ type: 'example', example: 'none' }, 'example', /^example: "none": expected one of toy, block/],
  [{ type: 'lesson', lesson: 3 }, 'lesson', 'lesson: 3: expected the name of a lesson'],
  [{ type: 'lesson', lesson: 'dftl', step: 0 }, 'step', 'step: 0: expected the number of a step, from 1'],
  [{ type: 'predict' }, 'guess', 'guess: missing: expected a number'],
  [{ type: 'picture', scale: 2 }, 'scale', 'scale: 2: expected no field beside the type "picture"'],
])('slip %# is refused by its field', (fields, field, text) => {
  const read = () => parseMessage(message(fields));
  expect(read).toThrow(MessageError);
  expect(read).toThrow(text);
  expect(read).toThrow(expect.objectContaining({ field, expected: expect.any(String) }));
});

test('whatever is posted is read or refused in words', () => {
  const anything = fc.anything({ withMap: true, withDate: true, withBigInt: true, withSparseArray: true });
  const types = fc.constantFrom('play', 'step', 'goTo', 'set', 'example', 'lesson', 'predict', 'picture');
  const fields = fc.dictionary(fc.constantFrom('unit', 'count', 'to', 'set', 'step', 'speed', 'guess', 'x'), anything);
  fc.assert(
    fc.property(types, fields, (type, rest) => {
      try {
        parseMessage({ flashlab: 1, id: 1, type, ...rest });
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(MessageError);
        expect((thrown as MessageError).message).toMatch(/^\S.*: expected ./s);
      }
    }),
  );
});

test('what is small until it is written out is refused at once, and so is a list of nothing', () => {
  let wide: unknown = 0;
  for (let i = 0; i < 14; i++) wide = Array(10).fill(wide);
  for (const value of [wide, new Array(2 ** 32 - 1), 'x'.repeat(5_000_000)]) {
    const begin_ms = performance.now();
    expect(() => parseMessage(message({ type: 'set', set: { 'run.a': value } }))).toThrow(
      /expected what JSON can hold/,
    );
    expect(performance.now() - begin_ms).toBeLessThan(1000);
  }
});

test('a path of more parts than any field has is no path', () => {
  const read = () => parseMessage(message({ type: 'set', set: { [`ftl${'.a'.repeat(20_000)}`]: 1 } }));
  expect(read).toThrow(/^set\.ftl\.a.*…: 1: expected the path of a field/);
});

test('a field of any name is told in a sentence', () => {
  const read = () => parseMessage(message({ type: 'play', [`a\n\u0000${'x'.repeat(9_000)}`]: { toString: 1, a: 1n } }));
  expect(read).toThrow(/^a\ufffd\ufffdx{57}…: \[object Object\]: expected only speed$/);
});

test('what is addressed to somebody else is left to them', () => {
  for (const data of [undefined, null, 'state', 4, [], { type: 'state' }, new Map([['flashlab', 1]])])
    expect(isAddressed(data)).toBe(false);
  expect(isAddressed({ flashlab: 9 })).toBe(true);
});

test('an answer to what cannot be read carries its id, where there is one', () => {
  expect(idOf({ id: 'a' })).toBe('a');
  expect(idOf({ id: ['a'] })).toBeNull();
  expect(idOf({})).toBeNull();
});
