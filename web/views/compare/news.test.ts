import { expect, test } from 'vitest';
import type { Deed, OperationKind } from '../../engine/protocol';
import { type LaneNow, listed, type Moment, newsOf, rangeInWords } from './news';

const FULL = 'page slots used 8 + 1 needed > page slots 8';
const deed = (kind: OperationKind, purpose: string, count: number, op: number): Deed => ({
  kind,
  purpose,
  count,
  op,
  block: null,
  trigger: kind === 'flush-start' ? FULL : null,
});
const APPEND = [deed('host-write', 'host', 1, 10), deed('program', 'host', 4, 11)];
const FETCH = [deed('host-write', 'host', 1, 10), deed('map-miss', 'map', 4, 11), deed('program', 'host', 4, 16)];
const FLUSH = [
  deed('host-write', 'host', 1, 10),
  deed('flush-start', 'flush', 1, 11),
  deed('read', 'rewrite', 60, 12),
  deed('erase', 'flush', 1, 72),
  deed('program', 'flush', 64, 73),
  deed('cache-insert', 'host', 4, 137),
];
const lane = (
  name: string,
  response_ns: number | null,
  deeds: readonly Deed[],
  more: Partial<LaneNow> = {},
): LaneNow => ({
  name,
  request: 44,
  response_ns,
  mean_ns: 1e6,
  deeds,
  stopped_by: null,
  ended: null,
  ...more,
});
const FOUR = [
  lane('Page mapping', 1.6236e6, APPEND),
  lane('DFTL', 2.1472e6, FETCH),
  lane('FAST', 1.6236e6, APPEND),
  lane('C-lash', 35.8316e6, FLUSH),
];
const moment = (lanes: readonly LaneNow[], more: Partial<Moment> = {}): Moment => ({
  lanes,
  request: 44,
  requests: 60_000,
  parting: null,
  is_fast: false,
  time_ns: null,
  bests: [],
  ...more,
});
const DONE = { kind: 'done', text: 'all requests are served' };

test('where lanes part it says who does what, who is slow, and how slow', () => {
  const { text, causes } = newsOf(moment(FOUR, { parting: 1 }));
  expect(text).toBe(
    'At request 44 the lanes part. **D** flushes a block: **35.83\u00a0ms**. A and C append 4 pages, B fetches 4 map entries: about 1.8\u00a0ms.',
  );
  expect(causes.map(({ label }) => label)).toEqual(['host write', 'flush', '60 reads, 64 programs, 1 erase']);
  expect(causes.map(({ trigger }) => trigger)).toEqual([null, FULL, null]);
  expect(causes.every((cause) => cause.lane === 3)).toBe(true);
  expect(newsOf(moment(FOUR, { parting: 2 })).text).toContain('the lanes part further.');
});

test('elsewhere it does not say that they part, and where all are alike nobody is marked', () => {
  expect(newsOf(moment(FOUR)).text).toMatch(/^At request 44 \*\*D\*\* flushes a block/);
  const alike = [lane('a', 1.6236e6, APPEND), lane('b', 1.6236e6, APPEND)];
  expect(newsOf(moment(alike)).text).toBe('At request 44 all lanes append 4 pages: 1.624\u00a0ms.');
});

test('a request that touches no flash and takes time has waited', () => {
  const swap = [deed('host-write', 'host', 1, 10), deed('swap', 'host', 1, 11), deed('cache-insert', 'host', 4, 12)];
  const { text, causes } = newsOf(moment([FOUR[0] as LaneNow, lane('C-lash', 34e6, swap)]));
  expect(text).toContain('**B** waits behind earlier requests: **34\u00a0ms**');
  expect(causes.at(-1)?.label).toBe('waits behind earlier requests');
});

test('at speed it says who leads and by how much, in the end the result', () => {
  const paced = FOUR.map((each, at) => ({ ...each, mean_ns: [14.8e6, 32.2e6, 74.5e6, 33.7e6][at] ?? null }));
  expect(newsOf(moment(paced, { is_fast: true, bests: ['fewest erases: A, 0'] }))).toEqual({
    text: '**Page mapping (A)** leads: **14.8\u00a0ms** a request so far. B takes 2.2 times as long, D 2.3, C 5.0.',
    causes: [],
    notes: ['fewest erases: A, 0'],
  });
  const ended = paced.map((each) => ({ ...each, ended: DONE }));
  expect(newsOf(moment(ended)).text).toBe(
    'All requests are served. **Page mapping (A)** is fastest: **14.8\u00a0ms** a request. B takes 2.2 times as long, D 2.3, C 5.0.',
  );
  const worn = ended.map((each, at) =>
    at === 2 ? { ...each, ended: { kind: 'device-full', text: 'no block is left' } } : each,
  );
  expect(newsOf(moment(worn)).text).toBe('C, FAST, stops early: no block is left.');
});

test('lanes as good as each other lead together', () => {
  const level = [lane('a', 1, APPEND, { mean_ns: 1e6 }), lane('b', 1, APPEND, { mean_ns: 1.001e6 })];
  expect(newsOf(moment(level, { is_fast: true })).text).toBe('So far all lanes take as long: **1\u00a0ms** a request.');
});

test('held together by time it says how far each has come', () => {
  const apart = FOUR.map((each, at) => ({ ...each, request: [2000, 182, 417, 413][at] ?? 0 }));
  expect(newsOf(moment(apart, { time_ns: 41.6e9 })).text).toBe(
    'In 41.6\u00a0s **A** has come to request **2\u2009000**, C to 417, D to 413, B to 182.',
  );
});

test('at the start it says what is to come; a breakpoint is told; what is not over is not judged', () => {
  expect(newsOf(moment(FOUR, { request: 0 })).text).toBe(
    'Four lanes at the start. Each will be given the same 60\u2009000 requests.',
  );
  const stopped = FOUR.map((each, at) => (at === 1 ? { ...each, stopped_by: 'a map miss' } : each));
  expect(newsOf(moment(stopped)).text).toMatch(/^Stopped in B: a map miss\. /);
  const open = FOUR.map((each, at) => (at > 1 ? { ...each, response_ns: null } : each));
  expect(newsOf(moment(open)).text).toBe('At request 44 C and D are still at it.');
});

test('several times in a few words', () => {
  expect(rangeInWords([0, 0])).toBe('no time');
  expect(rangeInWords([1.62e6, 1.63e6])).toBe('1.63\u00a0ms');
  expect(rangeInWords([1.6e6, 3.2e6])).toBe('1.6 to 3.2\u00a0ms');
  expect(rangeInWords([0.8e6, 3.2e6])).toBe('800\u00a0µs to 3.2\u00a0ms');
  expect(rangeInWords([0, 2.15e6])).toBe('up to 2.15\u00a0ms');
  expect(listed(['A', 'B', 'C'])).toBe('A, B and C');
  expect(listed(['A'])).toBe('A');
});
