import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backWords, isBefore, PATH_UNITS, type Path, pathFrom, pathText } from './path';

const before = (a: string, b: string): boolean => isBefore(pathFrom(a), pathFrom(b));

const place: fc.Arbitrary<Path> = fc.record({
  from: fc.oneof(fc.constant('end' as const), fc.record({ op: fc.nat(9) }), fc.record({ request: fc.nat(9) })),
  moves: fc.array(fc.record({ count: fc.integer({ min: 1, max: 4 }), unit: fc.constantFrom(...PATH_UNITS) }), {
    maxLength: 2,
  }),
});

test.each([
  ['start', 'request 1'],
  ['start', 'operation 1'],
  ['start', 'start, then gc'],
  ['start', 'request 0, then 2 gc'],
  ['request 0', 'operation 3'],
  ['request 7', 'request 12'],
  ['request 12, then gc', 'end'],
  ['request 6, then gc', 'request 6, then 2 gc'],
  ['request 6, then gc', 'request 6, then gc, then merge'],
  ['request 6, then gc', 'request 6, then 2 gc, then merge'],
  ['request 6, then 2 gc, then merge', 'request 6, then 2 gc, then 3 merge'],
])('%s lies before %s, and not the other way round', (a, b) => {
  expect([before(a, b), before(b, a)]).toEqual([true, false]);
});

test.each([
  ['start', 'request 0'],
  ['end', 'end'],
  ['request 7', 'operation 30'],
  ['start, then gc', 'request 2'],
  ['request 6, then gc', 'request 6, then merge'],
  ['request 6, then 2 gc', 'request 6, then gc, then merge'],
])('of %s and %s, words alone do not tell which comes first', (a, b) => {
  expect([before(a, b), before(b, a)]).toEqual([false, false]);
});

test('of two places at most one lies before the other, and none before itself', () => {
  fc.assert(fc.property(place, place, (a, b) => !(isBefore(a, b) && isBefore(b, a)) && !isBefore(a, a)));
});

test.each([
  ['start', 'request 4', 'the start'],
  ['request 8', 'request 8, then gc', 'just before that write'],
  ['request 8', 'request 9', 'just before that write'],
  ['request 8', 'request 12', 'just before write 9'],
  ['request 8', 'end', 'just before write 9'],
  ['request 8, then gc', 'request 9', 'the middle of that write'],
  ['operation 34', 'end', 'operation 34'],
])('back to %s after %s is %s', (to, ended, words) => {
  expect(backWords(pathFrom(to), pathFrom(ended), 'write')).toBe(words);
});

test('a place is read back as it is spelled', () => {
  fc.assert(
    fc.property(place, (path) => {
      expect(pathFrom(pathText(path))).toEqual(path);
    }),
  );
});
