import { expect, test } from 'vitest';
import { folded, LINKS_MAX, linksOf } from './causes';
import { piecesOf, plain } from './marked';
import { ratesInWords } from './rates';

test('marks alternate with plain text', () => {
  expect(piecesOf('GC takes **block 3**: only **2 of 4** are valid')).toEqual([
    { text: 'GC takes ', marked: false },
    { text: 'block 3', marked: true },
    { text: ': only ', marked: false },
    { text: '2 of 4', marked: true },
    { text: ' are valid', marked: false },
  ]);
  expect(plain('a **b** c')).toBe('a b c');
});

test('a short chain is whole; a long one is folded after its beginning', () => {
  const chain = (length: number) => Array.from({ length }, (_, op) => ({ op, label: `cause ${op}` }));
  expect(folded(chain(LINKS_MAX))).toEqual(chain(LINKS_MAX));
  expect(folded(chain(9)).map((link) => ('more' in link ? `+${link.more}` : link.op))).toEqual([
    0,
    1,
    '+3',
    5,
    6,
    7,
    8,
  ]);
});

test('what triggered an operation stands before it', () => {
  const write = { op: 7, label: 'host writes page 3', trigger: null };
  const gc = { op: 8, label: 'GC picks block 2', trigger: 'free blocks 1 ≤ low mark 1' };
  const copy = { op: 9, label: 'copy page 7', trigger: null };
  expect(linksOf([write, gc, copy])).toEqual([write, { because: 'free blocks 1 ≤ low mark 1' }, gc, copy]);
  const reclaim = { ...gc, op: 10, trigger: 'log blocks 4 of 4 in use' };
  const merge = { ...gc, op: 11, trigger: 'its valid pages there 2 > 0' };
  const links = folded(linksOf([write, gc, reclaim, merge, copy]));
  expect(links.map((link) => ('because' in link ? 'T' : 'more' in link ? link.more : link.op))).toEqual([
    7,
    'T',
    2,
    10,
    'T',
    11,
    9,
  ]);
});

test('rates are differences over time', () => {
  const from = { at_ms: 0, op: 0, gc_runs: 0, host_pages: 0, programs: 0, page_cache: null, buffer: null };
  const to = { at_ms: 500, op: 1000, gc_runs: 10, host_pages: 100, programs: 470, page_cache: null, buffer: null };
  expect(ratesInWords(from, to)).toBe('2\u2009000 operations a second: 20 GC a second, 37 pages moved each time.');
  expect(ratesInWords(from, { ...to, gc_runs: 0 })).toBe('2\u2009000 operations a second, and no garbage collection.');
  const ram = (swaps: number, flushes: number, flushed_pages: number) => ({ swaps, flushes, flushed_pages });
  expect(ratesInWords({ ...from, page_cache: ram(1, 2, 10) }, { ...to, page_cache: ram(6, 12, 75) })).toBe(
    '2\u2009000 operations a second: 10 swaps and 20 flushes a second, 6.5 pages in RAM each.',
  );
  const left = (flushes: number, flushed_pages: number, plugs: number) => ({ flushes, flushed_pages, plugs });
  expect(ratesInWords({ ...from, buffer: left(2, 10, 0) }, { ...to, buffer: left(12, 75, 5) })).toBe(
    '2\u2009000 operations a second: 20 flushes a second, 6.5 pages each, 10 of them plugged.',
  );
});
