import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barHeight, markPath, mergeMarks } from './marks';

test('one GC with its erase is one triangle', () => {
  expect(mergeMarks({ gc: [0, 1], erase: [0, 1], wear: [0, 0] })).toEqual([
    { kind: 'gc', bin: 1, count: 1, text: '1 GC run' },
  ]);
});

test('an erase without a run is a bar of its own', () => {
  expect(mergeMarks({ gc: [0], erase: [1], wear: [0] })[0]?.kind).toBe('erase');
});

test('several in one bin merge, and are told apart in words', () => {
  expect(mergeMarks({ gc: [2], erase: [4], wear: [1] })).toEqual([
    { kind: 'many', bin: 0, count: 4, text: '2 GC runs, 1 wear-levelling run, 1 erase' },
  ]);
});

test('merges are squares, or a bar of their own colour; their erases are not counted again', () => {
  const none = [0, 0];
  const marks = mergeMarks({ gc: none, erase: [2, 6], wear: none, merges: [1, 3], map_misses: none });
  expect(marks).toEqual([
    { kind: 'merge', bin: 0, count: 1, text: '1 merge' },
    { kind: 'merges', bin: 1, count: 3, text: '3 merges' },
  ]);
});

test('a map miss is a ring where nothing else happened, and words everywhere', () => {
  const marks = mergeMarks({ gc: [0, 1], erase: [0, 1], wear: [0, 0], merges: [0, 0], map_misses: [1, 4] });
  expect(marks).toEqual([
    { kind: 'miss', bin: 0, count: 0, text: '1 map miss' },
    { kind: 'gc', bin: 1, count: 1, text: '1 GC run, 4 map misses' },
  ]);
  expect(mergeMarks({ gc: [0], erase: [0], wear: [0], map_misses: [4] })).toEqual([
    { kind: 'misses', bin: 0, count: 0, text: '4 map misses' },
  ]);
});

test('a swap is a half-disc, a flush a square that tells its erase too; several are a bar', () => {
  const none = [0, 0, 0, 0];
  const rest = { gc: none, wear: none, merges: none, map_misses: none };
  expect(mergeMarks({ ...rest, erase: [0, 1, 2, 1], swaps: [1, 0, 1, 3], flushes: [0, 1, 2, 1] })).toEqual([
    { kind: 'swap', bin: 0, count: 1, text: '1 swap' },
    { kind: 'flush', bin: 1, count: 1, text: '1 flush' },
    { kind: 'flushes', bin: 2, count: 3, text: '1 swap, 2 flushes' },
    { kind: 'swaps', bin: 3, count: 4, text: '3 swaps, 1 flush' },
  ]);
});

test('an eviction that fills holes is an arch, one that does not a square; the end of a session keeps its mark among others', () => {
  const none = [0, 0, 0, 0];
  const rest = { gc: none, wear: none, erase: none };
  const marks = { flushes: [1, 1, 3, 4], plugs: [0, 1, 3, 1], sessions: [0, 0, 0, 1], merges: [0, 1, 0, 0] };
  expect(mergeMarks({ ...rest, ...marks })).toEqual([
    { kind: 'flush', bin: 0, count: 1, text: '1 flush' },
    { kind: 'plug', bin: 1, count: 1, text: '1 merge, 1 plug' },
    { kind: 'plugs', bin: 2, count: 3, text: '3 plugs' },
    { kind: 'session', bin: 3, count: 5, text: '1 session ends, 3 flushes, 1 plug' },
  ]);
});

test('a page reconstructed is a ring, one that waited a dot; who waited is seen among whatever else happened', () => {
  const none = [0, 0, 0, 0, 0];
  const rest = { wear: none, flushes: none };
  const marks = { gc: [0, 0, 1, 1, 3], erase: [0, 0, 1, 1, 3], rebuilds: [1, 0, 4, 9, 2], waits: [0, 1, 0, 2, 0] };
  expect(mergeMarks({ ...rest, ...marks })).toEqual([
    { kind: 'rebuild', bin: 0, count: 1, text: '1 page reconstructed' },
    { kind: 'wait', bin: 1, count: 1, text: '1 page waited for GC' },
    { kind: 'rebuilds', bin: 2, count: 5, text: '4 pages reconstructed, 1 GC run' },
    { kind: 'waits', bin: 3, count: 12, text: '2 pages waited for GC, 9 pages reconstructed, 1 GC run' },
    { kind: 'many', bin: 4, count: 5, text: '2 pages reconstructed, 3 GC runs' },
  ]);
});

test('where each stripe that leaves is a flush, flushes are told in words alone', () => {
  const marks = { gc: [0, 1], erase: [0, 1], wear: [0, 0], flushes: [7, 5] };
  expect(mergeMarks(marks, true)).toEqual([{ kind: 'gc', bin: 1, count: 1, text: '1 GC run, 5 flushes' }]);
  expect(mergeMarks(marks)).toHaveLength(2);
});

test('a bar has a colour of its own where more than half of what it stands for has', () => {
  expect(mergeMarks({ gc: [2], erase: [2], wear: [0], swaps: [2] })[0]?.kind).toBe('many');
  expect(mergeMarks({ gc: [2], erase: [2], wear: [0], swaps: [3] })[0]?.kind).toBe('swaps');
});

test('each kind of bar is as wide, and as high as its count', () => {
  for (const kind of ['merges', 'swaps', 'flushes', 'plugs', 'rebuilds', 'waits', 'many'] as const)
    expect(markPath({ kind, count: 15 }, 30)).toBe('M-3 0v-12.5h6v12.5z');
  for (const kind of ['misses', 'rebuild'] as const)
    expect(markPath({ kind, count: 1 }, 1)).toMatch(/^M-2\.7 -4a2\.7 2\.7 0/);
});

test('kinds that can stand on one timeline differ in shape', () => {
  const kinds = ['gc', 'erase', 'wear', 'swap', 'flush', 'plug', 'session', 'miss', 'wait'] as const;
  const shapes = kinds.map((kind) => markPath({ kind, count: 1 }, 1));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('there is at most one mark a bin, and none where nothing happened', () => {
  const bins = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { maxLength: 50 });
  fc.assert(
    fc.property(bins, (events) => {
      const marks = mergeMarks({
        gc: events.map(([n]) => n),
        erase: events.map(([, n]) => n),
        wear: events.map(([, , n]) => n),
      });
      expect(marks.map(({ bin }) => bin)).toEqual(events.flatMap((counts, bin) => (counts.some(Boolean) ? [bin] : [])));
    }),
  );
});

test('a bar is as high as its count, beside the highest', () => {
  expect(barHeight(30, 30)).toBe(20);
  expect(barHeight(15, 30)).toBeGreaterThan(barHeight(3, 30));
  expect(barHeight(2, 1000)).toBeGreaterThanOrEqual(5);
});
