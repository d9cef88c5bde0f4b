import { expect, test } from 'vitest';
import { folded, LINKS_MAX, linksOf } from './causes';
import { piecesOf, plain } from './marked';
import { ratesInWords, type Sample, WINDOW_MS, withSample } from './rates';

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
  const write = { op: 7, label: 'host writes LPN 3', trigger: null };
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

const NOTHING: Sample = {
  at_ms: 0,
  op: 0,
  request: 0,
  simulated_ns: 0,
  gc_runs: 0,
  pages: { host_pages: 0, programs: 0 },
  collections: { moved_pages: 0, ns: 0 },
  merges: null,
  map: null,
  journal: null,
  page_cache: null,
  buffer: null,
  sessions: null,
  stripes: null,
};
const EARLIER: Sample = { ...NOTHING, request: 1000, op: 4000, gc_runs: 3, collections: { moved_pages: 90, ns: 1e9 } };
const LATER: Sample = {
  ...EARLIER,
  request: 1500,
  op: 7000,
  gc_runs: 15,
  simulated_ns: 5e9,
  collections: { moved_pages: 462, ns: 3e9 },
};

test('at speed the headline sums up a stated stretch: collections, what they moved, and their time', () => {
  const words = (to: Partial<Sample>, from: Sample = EARLIER) => ratesInWords(from, { ...LATER, ...to }, 64);
  expect(words({})).toBe(
    'In the last 500 requests: 12 GC runs moved 31 of 64 pages on average; GC took 40\u00a0% of the time.',
  );
  expect(words({ gc_runs: 4, collections: { moved_pages: 121, ns: null } })).toBe(
    'In the last 500 requests: 1 GC run moved 31 of 64 pages.',
  );
  expect(words({ gc_runs: 3 })).toBe('In the last 500 requests: no GC.');
  expect(words({ request: 1001, gc_runs: 3 })).toBe('In the last request: no GC.');
  expect(words({ request: 1000, gc_runs: 3 })).toBe('In the last 3\u202f000 operations: no GC.');
  expect(words({ request: 209_000, gc_runs: 3 })).toBe('In the last 208\u00a0k requests: no GC.');
});

test.each([
  [
    'merges',
    { merges: { switch: 1, partial: 2, full: 3 }, pages: { host_pages: 100, programs: 300 } },
    { merges: { switch: 1, partial: 6, full: 13 }, pages: { host_pages: 150, programs: 610 } },
    '4 partial and 10 full merges; 6.2 pages programmed per page written.',
  ],
  [
    'map misses',
    { map: { lookups: 100, hits: 90 }, journal: { lookups: 20, hits: 20 } },
    { map: { lookups: 200, hits: 167 }, journal: { lookups: 60, hits: 60 }, gc_runs: 3 },
    '23\u00a0% of map look-ups missed, 0\u00a0% of the journal’s; no GC.',
  ],
  [
    'swaps and flushes',
    { page_cache: { swaps: 1, flushes: 2, flushed_pages: 10 } },
    { page_cache: { swaps: 6, flushes: 12, flushed_pages: 75 } },
    '5 swaps and 10 flushes of 6.5 pages on average.',
  ],
  [
    'a buffer that tunes itself',
    { buffer: { flushes: 2, flushed_pages: 10, plugs: 0 }, sessions: { index: 3, alpha: 1 } },
    { buffer: { flushes: 12, flushed_pages: 75, plugs: 5 }, sessions: { index: 5, alpha: -0.25 }, gc_runs: 3 },
    '10 flushes of 6.5 pages on average, 5 of them plugged; after 2 sessions α is −0.25; no GC.',
  ],
  [
    'rebuilds',
    { stripes: { reads: 10, rebuilt_pages: 1, gc_blocked: 0 } },
    { stripes: { reads: 220, rebuilt_pages: 13, gc_blocked: 2 }, collections: { moved_pages: 606, ns: null } },
    'of 210 reads, 2 waited for GC, 12 pages reconstructed from parity instead; 12 GC runs moved 43 of 64 pages on average.',
  ],
  [
    'reads that meet no collection',
    { stripes: { reads: 10, rebuilt_pages: 1, gc_blocked: 0 } },
    { stripes: { reads: 220, rebuilt_pages: 1, gc_blocked: 0 }, gc_runs: 3 },
    'of 210 reads, none waited for GC; no GC.',
  ],
])('%s are summed up', (_, before, after, words) => {
  expect(ratesInWords({ ...EARLIER, ...before }, { ...LATER, ...after }, 64)).toBe(
    `In the last 500 requests: ${words}`,
  );
});

test('what is summed up are the last seconds; going back, or a pause, begins anew', () => {
  const at = (at_ms: number, op: number): Sample => ({ ...NOTHING, at_ms, op });
  let samples: Sample[] = [];
  for (let at_ms = 0; at_ms <= 12_000; at_ms += 2000) samples = withSample(samples, at(at_ms, at_ms));
  expect(samples.map(({ at_ms }) => at_ms)).toEqual([6000, 8000, 10_000, 12_000]);
  expect(withSample(samples, at(14_000, 100))).toEqual([at(14_000, 100)]);
  expect(withSample(samples, at(12_001 + WINDOW_MS, 20_000))).toHaveLength(1);
});
