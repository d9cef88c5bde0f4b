import { expect, test } from 'vitest';
import type { Frame } from '../../engine/protocol';
import { folded, LINKS_MAX, linksOf } from './causes';
import { piecesOf, plain } from './marked';
import { ratesInWords, type Sample, sampleOf, WINDOW_MS, withSample } from './rates';

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
  expect(words({ request: 10_999, gc_runs: 3 })).toBe('In the last 9\u202f999 requests: no GC.');
  expect(words({ request: 11_000, gc_runs: 3 })).toBe('In the last 10\u00a0k requests: no GC.');
});

test('pages are said of a block where a run moves no more than one has', () => {
  const moved = (pages: number) =>
    ratesInWords(EARLIER, { ...LATER, gc_runs: 4, collections: { moved_pages: 90 + pages, ns: null } }, 64);
  expect(moved(64)).toMatch(/: 1 GC run moved 64 of 64 pages\.$/);
  expect(moved(65)).toMatch(/: 1 GC run moved 65 pages\.$/);
});

test('the time that GC took is of the time that passed, where both are known', () => {
  const words = (from: Partial<Sample>, to: Partial<Sample>) =>
    ratesInWords({ ...EARLIER, ...from }, { ...LATER, ...to }, 64).replace(/^.* average/, '');
  expect(words({ simulated_ns: 1e9 }, {})).toBe('; GC took 50\u00a0% of the time.');
  expect(words({ simulated_ns: 4e9 }, {}), 'planes collect side by side').toBe('; GC took 100\u00a0% of the time.');
  expect(words({ simulated_ns: 5e9 }, {}), 'no time has passed').toBe('.');
  expect(words({ collections: { moved_pages: 90, ns: null } }, {})).toBe('.');
  expect(words({}, { collections: { moved_pages: 462, ns: null } })).toBe('.');
});

test('three parts are told at most', () => {
  const part = { page_cache: { swaps: 0, flushes: 0, flushed_pages: 0 }, map: { lookups: 0, hits: 0 } };
  const from = {
    ...EARLIER,
    ...part,
    buffer: { flushes: 0, flushed_pages: 0, plugs: 0 },
    sessions: { index: 3, alpha: 1 },
  };
  const to = { ...from, request: 1500, sessions: { index: 3, alpha: 0.5 }, map: { lookups: 4, hits: 3 } };
  expect(ratesInWords(from, to, 64)).toBe('In the last 500 requests: 0 swaps and 0 flushes; 0 flushes; α is 0.5.');
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
    'one swap and one flush',
    { page_cache: { swaps: 1, flushes: 2, flushed_pages: 10 } },
    { page_cache: { swaps: 2, flushes: 3, flushed_pages: 11 } },
    '1 swap and 1 flush of 1 page.',
  ],
  [
    'flushes that are not plugged',
    { buffer: { flushes: 2, flushed_pages: 10, plugs: 3 } },
    { buffer: { flushes: 4, flushed_pages: 12, plugs: 3 }, gc_runs: 3 },
    '2 flushes of 1 page on average; no GC.',
  ],
  [
    'some plugged before',
    { buffer: { flushes: 2, flushed_pages: 10, plugs: 3 } },
    { buffer: { flushes: 4, flushed_pages: 14, plugs: 4 }, gc_runs: 3 },
    '2 flushes of 2 pages on average, 1 of them plugged; no GC.',
  ],
  [
    'one merge, and no page written',
    { merges: { switch: 1, partial: 2, full: 3 } },
    { merges: { switch: 1, partial: 2, full: 4 } },
    '1 full merge.',
  ],
  [
    'merges of all sorts',
    { merges: { switch: 1, partial: 2, full: 3 } },
    { merges: { switch: 6, partial: 4, full: 4 } },
    '5 switch, 2 partial and 1 full merge.',
  ],
  [
    'no merges',
    { merges: { switch: 1, partial: 2, full: 3 } },
    { merges: { switch: 1, partial: 2, full: 3 } },
    'no merge.',
  ],
  [
    'pages programmed where there are no merges',
    { pages: { host_pages: 100, programs: 300 } },
    { pages: { host_pages: 150, programs: 610 }, gc_runs: 3 },
    'no GC.',
  ],
  [
    'map look-ups without a journal',
    { map: { lookups: 100, hits: 90 } },
    { map: { lookups: 200, hits: 190 }, gc_runs: 3 },
    '0\u00a0% of map look-ups missed; no GC.',
  ],
  ['no map look-up', { map: { lookups: 100, hits: 90 } }, { map: { lookups: 100, hits: 90 }, gc_runs: 3 }, 'no GC.'],
  [
    'a map that has just come',
    {},
    { map: { lookups: 10, hits: 5 }, gc_runs: 3 },
    '50\u00a0% of map look-ups missed; no GC.',
  ],
  ['a map that is gone', { map: { lookups: 10, hits: 5 } }, { gc_runs: 3 }, 'no GC.'],
  [
    'what was not there before',
    {},
    {
      buffer: { flushes: 12, flushed_pages: 75, plugs: 5 },
      sessions: { index: 5, alpha: 1 },
      stripes: { reads: 220, rebuilt_pages: 1, gc_blocked: 0 },
      gc_runs: 3,
    },
    'no GC.',
  ],
  [
    'slots that were not there before',
    {},
    { page_cache: { swaps: 6, flushes: 12, flushed_pages: 75 }, map: { lookups: 10, hits: 5 } },
    '50\u00a0% of map look-ups missed.',
  ],
  [
    'merges that were not there before',
    {},
    { merges: { switch: 6, partial: 4, full: 4 }, map: { lookups: 10, hits: 5 } },
    '50\u00a0% of map look-ups missed.',
  ],
  [
    'reads of which some waited before',
    { stripes: { reads: 10, rebuilt_pages: 1, gc_blocked: 3 } },
    { stripes: { reads: 11, rebuilt_pages: 2, gc_blocked: 3 }, gc_runs: 3 },
    'of 1 read, none waited for GC, 1 page reconstructed from parity instead; no GC.',
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
  expect(withSample(samples, at(14_000, 12_000)), 'nothing was carried out').toHaveLength(4);
  expect(withSample([at(0, 500), at(10, 900), at(20, 1000)], at(30, 950))).toEqual([at(30, 950)]);
  expect(withSample([at(0, 0)], at(WINDOW_MS, 1))).toHaveLength(2);
  expect(withSample([at(0, 0)], at(WINDOW_MS + 1, 1))).toHaveLength(1);
  expect(withSample(samples, at(14_000, 100))).toEqual([at(14_000, 100)]);
  expect(withSample(samples, at(12_001 + WINDOW_MS, 20_000))).toHaveLength(1);
});

test('a sample is the figures of a frame; without charts there is none', () => {
  const position = { op: 7, request: 3, simulated_ns: 9, gc_runs: 2 };
  const charts = {
    write_amplification: { host_pages: 3, programs: 5 },
    collections: { moved_pages: 4, ns: 8 },
    merges: null,
    openchannel: null as unknown,
    map_cache: { lookups: 6, hits: 1 },
    page_cache: null,
    buffer: null,
    ttflash: null,
  };
  const layer = { buffer: null as unknown };
  const sample = (more: object = {}, within: object = layer) =>
    sampleOf({ position, charts: { ...charts, ...more }, layer: within } as unknown as Frame, 50);
  expect(sampleOf({ position, charts: null, layer } as unknown as Frame, 50)).toBeNull();
  expect(sample()).toMatchObject({ at_ms: 50, ...position, pages: charts.write_amplification, map: charts.map_cache });
  expect(sample()).toMatchObject({ journal: null, sessions: null });
  const openchannel = { lookups: 60, hits: 10, journal_lookups: 8, journal_hits: 7 };
  expect(sample({ openchannel })).toMatchObject({ map: openchannel, journal: { lookups: 8, hits: 7 } });
  expect(sample({ openchannel: { ...openchannel, journal_lookups: 0 } })?.journal).toBeNull();
  const tuned = (rehearsals: number[]) => ({ buffer: { density: { rehearsals, session: { index: 4 }, alpha: 0.5 } } });
  expect(sample({}, tuned([1]))?.sessions).toEqual({ index: 4, alpha: 0.5 });
  expect(sample({}, tuned([]))?.sessions, 'it tunes nothing').toBeNull();
});
