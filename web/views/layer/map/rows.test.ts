import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInSight } from './rows';

test('few translation pages all have a row', () => expect(rowsInSight(4, [2], 6)).toEqual([0, 1, 2, 3]));

test('of many, those wanted and the neighbours of the first', () => {
  expect(rowsInSight(1024, [500, 3], 5)).toEqual([3, 499, 500, 501, 502]);
  expect(rowsInSight(1024, [1023], 3)).toEqual([1021, 1022, 1023]);
});

test('never more than there is room for, each once, in order', () => {
  const wanted = fc.array(fc.nat(60), { maxLength: 3 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), wanted, fc.integer({ min: 3, max: 8 }), (pages, asked, max) => {
      const rows = rowsInSight(pages, asked, max);
      expect(rows.length).toBe(Math.min(pages, max));
      expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
      for (const page of asked.filter((one) => one < pages)) expect(rows).toContain(page);
    }),
  );
});
