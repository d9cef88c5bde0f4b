import { expect, test } from 'vitest';
import type { OperationKind, OperationTally, Purpose } from '../../engine/protocol';
import {
  areTied,
  type HeadlineText,
  headlineText,
  type LaneNow,
  listed,
  type Moment,
  rangeInWords,
} from './headline-text';

const FULL = 'page slots used 8 + 1 needed > page slots 8';
const tally = (kind: OperationKind, purpose: Purpose, count: number, op: number): OperationTally => ({
  kind,
  purpose,
  count,
  op,
  block: null,
  trigger: kind === 'flush-start' ? FULL : null,
});
const APPEND = [tally('host-write', 'host', 1, 10), tally('program', 'host', 4, 11)];
const FETCH = [tally('host-write', 'host', 1, 10), tally('map-miss', 'map', 4, 11), tally('program', 'host', 4, 16)];
const FLUSH = [
  tally('host-write', 'host', 1, 10),
  tally('flush-start', 'flush', 1, 11),
  tally('read', 'rewrite', 60, 12),
  tally('erase', 'flush', 1, 72),
  tally('program', 'flush', 64, 73),
  tally('cache-insert', 'host', 4, 137),
];
const lane = (
  name: string,
  response_ns: number | null,
  tallies: readonly OperationTally[],
  more: Partial<LaneNow> = {},
): LaneNow => ({
  name,
  request: 44,
  response_ns,
  mean_ns: 1e6,
  erases: 0,
  free_blocks: null,
  tallies,
  stopped_by: null,
  ended: null,
  bad_blocks: 0,
  replaced_blocks: 0,
  has_failures: false,
  power_outcome: null,
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
  divergence: null,
  is_fast: false,
  is_level: true,
  time_ns: null,
  bests: [],
  can_be_fuller: false,
  why: null,
  ...more,
});
function told(moment: Moment): HeadlineText {
  const news = headlineText(moment);
  if (!news) throw new Error('nothing is said');
  return news;
}
const DONE = { kind: 'done', text: 'all requests are served' };

test('where lanes part it says who does what, who is slow, and how slow', () => {
  const { text, causes } = told(moment(FOUR, { divergence: 1 }));
  expect(text).toBe(
    'At request 44 the lanes part. **D** flushes a block: response **35.83\u00a0ms**. A and C program 4 pages, B fetches 4 map entries: response about 1.8\u00a0ms.',
  );
  expect(causes.map(({ label }) => label)).toEqual(['host write', 'flush', '60 reads, 64 programs, 1 erase']);
  expect(causes.map(({ trigger }) => trigger)).toEqual([null, FULL, null]);
  expect(causes.every((cause) => cause.lane === 3)).toBe(true);
  expect(told(moment(FOUR, { divergence: 2 })).text).toContain('the lanes part further.');
});

test('elsewhere it does not say that they part, and where all are alike nobody is marked', () => {
  expect(told(moment(FOUR)).text).toMatch(/^At request 44 \*\*D\*\* flushes a block/);
  const alike = [lane('a', 1.6236e6, APPEND), lane('b', 1.6236e6, APPEND)];
  expect(told(moment(alike)).text).toBe('At request 44 both lanes program 4 pages: response 1.624\u00a0ms.');
});

test('half as long as the slowest is fast, and so is a request that takes no time', () => {
  const two = (...times: number[]) => moment(times.map((ns, at) => lane('ab'.charAt(at), ns, APPEND)));
  expect(told(two(1e6, 2e6)).text).toBe(
    'At request 44 **B** programs 4 pages: response **2\u00a0ms**. A programs 4 pages: response 1\u00a0ms.',
  );
  expect(told(two(0, 0))).toMatchObject({
    text: 'At request 44 both lanes program 4 pages: response no time.',
    causes: [
      { lane: 0, label: 'host write' },
      { lane: 0, label: '4 programs' },
    ],
  });
  expect(told(two(1e6)).text).toBe('At request 44 A programs 4 pages: response 1\u00a0ms.');
});

test('a lane that stopped early has no part in later requests', () => {
  const full = { kind: 'device-full', text: 'no block is left' };
  const early = lane('FAST', 99e6, FETCH, { request: 43, ended: full });
  const { text, causes } = told(moment(FOUR.map((each, at) => (at === 2 ? early : each))));
  expect(text).toBe(
    'C, FAST, stopped early, at request 43 of 60\u202f000: no block is left. ' +
      'At request 44 **D** flushes a block: response **35.83\u00a0ms**. ' +
      'A programs 4 pages, B fetches 4 map entries: response about 1.9\u00a0ms.',
  );
  expect(causes.map((cause) => cause.lane)).toEqual([3, 3, 3]);
});

test('a request that touches no flash and takes time has waited', () => {
  const swap = [tally('host-write', 'host', 1, 10), tally('swap', 'host', 1, 11), tally('cache-insert', 'host', 4, 12)];
  const { text, causes } = told(moment([FOUR[0] as LaneNow, lane('C-lash', 34e6, swap)]));
  expect(text).toContain('**B** waits behind earlier requests: response **34\u00a0ms**');
  expect(causes.at(-1)?.label).toBe('waits behind earlier requests');
});

test('at speed it says who leads and by how much, in the end the result', () => {
  const paced = FOUR.map((each, at) => ({ ...each, mean_ns: [14.8e6, 32.2e6, 74.5e6, 33.7e6][at] ?? null }));
  expect(told(moment(paced, { is_fast: true, bests: ['fewest erases: A, 0'] }))).toEqual({
    text: '**Page mapping (A)** leads: mean **14.8\u00a0ms** per request so far. B takes 2.2 times as long, D 2.3, C 5.0.',
    causes: [],
    notes: ['fewest erases: A, 0'],
  });
  const ended = paced.map((each) => ({ ...each, ended: DONE }));
  expect(told(moment(ended)).text).toBe(
    'All requests served. **Page mapping (A)** is fastest: mean **14.8\u00a0ms** per request. B takes 2.2 times as long, D 2.3, C 5.0.',
  );
});

test('lanes as good as each other tie; no time is no measure of the others', () => {
  const means = (...all: number[]) => all.map((mean_ns, at) => lane('abcd'.charAt(at), 1, APPEND, { mean_ns }));
  expect(told(moment(means(1e6, 1.001e6), { is_fast: true })).text).toBe(
    'Both lanes tie: mean **1\u00a0ms** per request so far.',
  );
  const ended = (...all: number[]) => moment(means(...all).map((each) => ({ ...each, ended: DONE })));
  expect(told(ended(1e6, 1e6, 1e6, 1e6)).text).toBe(
    'All requests served. All four lanes tie: mean **1\u00a0ms** per request.',
  );
  expect(told(ended(2e6, 0, 1e6)).text).toBe(
    'All requests served. **b (B)** is fastest: mean **0\u00a0ns** per request. C takes 1\u00a0ms, A 2\u00a0ms.',
  );
});

test('some of the lanes may be level, and those without figures are left out', () => {
  const means = (...all: (number | null)[]) =>
    all.map((mean_ns, at) => lane('abcd'.charAt(at), 1, APPEND, { mean_ns }));
  const at_speed = (...all: (number | null)[]) => told(moment(means(...all), { is_fast: true })).text;
  expect(at_speed(1e6, 2e6, 1.001e6)).toBe(
    '**a (A)** leads: mean **1\u00a0ms** per request so far. C takes as long, B 2.0.',
  );
  expect(at_speed(1e6, 1.001e6, 1.002e6, 2e6)).toMatch(/ B takes as long, C as long, D 2\.0\.$/);
  expect(at_speed(2e6, 1e6, 1.001e6)).toMatch(/ C takes as long, A 2\.0\.$/);
  expect(at_speed(1e6, 1.001e6, 2e6)).toMatch(/ B takes as long, C 2\.0\.$/);
  expect(at_speed(2e6, 1e6, 2.001e6)).toMatch(/ A takes 2\.0 times as long, C 2\.0\.$/);
  expect(at_speed(1.001e6, null, 1e6)).toBe('A and C tie: mean **1\u00a0ms** per request so far.');
  expect(at_speed(null, 1e6, null)).toBe('B: mean **1\u00a0ms** per request so far.');
  expect(at_speed(null, null)).toBe('');
  const done = (...all: (number | null)[]) => means(...all).map((each) => ({ ...each, ended: DONE }));
  expect(areTied(done(1e6, 1e6))).toBe(true);
  expect(areTied(done(1e6, null)), 'one that is not known').toBe(false);
  expect(areTied(done(null)), 'none that is known').toBe(false);
});

test('the end says why: what makes the slowest slower, or what nobody had to do', () => {
  const ended = FOUR.map((each, at) => ({ ...each, mean_ns: 1e6 * (at + 1), ended: DONE }));
  const why = 'D is 4.0 × slower than A: 90\u00a0% of the difference is flushes from RAM.';
  expect(told(moment(ended, { why, bests: ['fewest erases: A, 0'] })).notes).toEqual([why, 'fewest erases: A, 0']);
  const level = ended.map((each, at) => ({ ...each, mean_ns: 1e6, free_blocks: [107, 105, null, 106][at] ?? null }));
  expect(told(moment(level)).notes).toEqual(['No lane ever had to collect: 105 blocks are still free']);
  expect(told(moment(level.map((each) => ({ ...each, free_blocks: null })))).notes).toEqual([
    'No lane ever had to collect',
  ]);
  expect(told(moment(level.map((each) => ({ ...each, free_blocks: 1 })))).notes).toEqual([
    'No lane ever had to collect: 1 block is still free',
  ]);
  expect(told(moment(level.map((each) => ({ ...each, erases: 3 })))).notes).toEqual([]);
  expect(told(moment(level.map((each, at) => ({ ...each, erases: at })))).notes, 'one had to').toEqual([]);
  expect(told(moment(level, { can_be_fuller: true })).offers_full_device).toBe(true);
  expect(told(moment(level)).offers_full_device).toBeUndefined();
  expect(told(moment(ended, { can_be_fuller: true })).offers_full_device).toBeUndefined();
  expect(areTied(level)).toBe(true);
  expect(areTied(ended)).toBe(false);
  expect(areTied(level.map((each, at) => (at === 1 ? { ...each, ended: null } : each)))).toBe(false);
});

test('a lane that stops early is told and not ranked', () => {
  const full = { kind: 'device-full', text: 'no block is left' };
  const ends = FOUR.map((each, at) => ({
    ...each,
    mean_ns: [14.8e6, 32.2e6, 1e6, 33.7e6][at] ?? null,
    ...(at === 2 ? { ended: full } : { request: 184, ended: DONE }),
  }));
  const place = { request: 184, requests: 184 };
  expect(told(moment(ends, place)).text).toBe(
    'C, FAST, stopped early, at request 44 of 184: no block is left. A, B and D served all 184. ' +
      '**Page mapping (A)** is fastest: mean **14.8\u00a0ms** per request. B takes 2.2 times as long, D 2.3.',
  );
  const on_their_way = ends.map((each, at) => (at === 2 ? each : { ...each, request: 100, ended: null }));
  expect(told(moment(on_their_way, { request: 100, requests: 184, is_fast: true })).text).toMatch(
    /^C, FAST, stopped early, at request 44 of 184: no block is left\. \*\*Page mapping \(A\)\*\* leads: .* D 2\.3\.$/,
  );
  expect(told(moment(on_their_way, { request: 100, requests: 184 })).text).not.toContain('not finished');
  const alone = ends.map((each, at) => (at === 0 ? each : { ...each, request: 44, ended: full }));
  expect(told(moment(alone, place)).text).toMatch(/ A served all 184\. A: mean \*\*14\.8\u00a0ms\*\* per request\.$/);
});

test('where all lanes stop early there is nobody to be ranked', () => {
  const full = { kind: 'device-full', text: 'no block is left' };
  const ends = FOUR.slice(0, 2).map((each) => ({ ...each, ended: full }));
  expect(told(moment(ends, { requests: 184 })).text).toBe(
    'A, Page mapping, stopped early, at request 44 of 184: no block is left. ' +
      'B, DFTL, stopped early, at request 44 of 184: no block is left.',
  );
});

test('what is not of the same requests is not judged', () => {
  const apart = { is_level: false, request: 184, requests: 184 };
  expect(headlineText(moment(FOUR, apart)), 'what was said last still holds').toBeNull();
  expect(headlineText(moment(FOUR, { ...apart, is_fast: true }))).toBeNull();
  const two_over = FOUR.map((each, at) => (at < 2 ? { ...each, request: 184, ended: DONE } : each));
  expect(told(moment(two_over, apart)).text).toBe('A and B have ended. C and D are still running.');
  const one_over = two_over.slice(1, 3);
  expect(told(moment(one_over, apart)).text).toBe('A has ended. B is still running.');
  const over = FOUR.map((each) => ({ ...each, request: 184, ended: DONE }));
  expect(told(moment(over, apart)).text, 'figures are of an earlier place').toBe('All lanes have ended.');
});

test('held together by time it says how far each has come', () => {
  const apart = FOUR.map((each, at) => ({ ...each, request: [2000, 182, 417, 413][at] ?? 0 }));
  expect(told(moment(apart, { time_ns: 41.6e9 })).text).toBe(
    'After 41.6\u00a0s **A** has reached request **2\u202f000**, C 417, D 413, B 182.',
  );
  const alike = 'After 41.6\u00a0s all lanes have reached request **44**.';
  expect(told(moment(FOUR, { time_ns: 41.6e9 })).text).toBe(alike);
  const one_behind = FOUR.map((each, at) => (at === 3 ? { ...each, request: 43 } : each));
  expect(told(moment(one_behind, { time_ns: 41.6e9 })).text).toMatch(/request \*\*44\*\*, B 44, C 44, D 43\.$/);
});

test('at the start it says what is to come; a breakpoint is told; what is not over is not judged', () => {
  expect(told(moment(FOUR, { request: 0 })).text).toBe(
    'Four lanes at the start. All get the same 60\u202f000 requests.',
  );
  expect(told(moment(FOUR, { request: 0, requests: 0 })).text, 'while they are opened').toBe(
    'Four lanes at the start.',
  );
  const in_first = FOUR.map((each, at) => (at === 0 ? { ...each, stopped_by: 'an erase' } : each));
  expect(told(moment(in_first)).text).toMatch(/^Stopped in A: an erase\. /);
  const stopped = FOUR.map((each, at) => (at === 1 ? { ...each, stopped_by: 'a map miss' } : each));
  expect(told(moment(stopped)).text).toMatch(/^Stopped in B: a map miss\. /);
  const open = FOUR.map((each, at) => (at > 1 ? { ...each, response_ns: null } : each));
  expect(told(moment(open)).text).toBe('At request 44 C and D have not finished.');
  const one_open = FOUR.slice(0, 2).map((each, at) => ({ ...each, response_ns: at === 0 ? null : 0 }));
  expect(told(moment(one_open)).text).toBe('At request 44 A has not finished.');
  expect(told(moment(one_open)).causes.map((cause) => cause.lane)).toEqual([1, 1, 1]);
});

test('several times in a few words', () => {
  expect(rangeInWords([0, 0])).toBe('no time');
  expect(rangeInWords([1.62e6, 1.63e6])).toBe('1.63\u00a0ms');
  expect(rangeInWords([0.98e6, 1e6])).toBe('1\u00a0ms');
  expect(rangeInWords([1e6, 1.6e6])).toBe('about 1.3\u00a0ms');
  expect(rangeInWords([1.6e6, 3.2e6])).toBe('1.6 to 3.2\u00a0ms');
  expect(rangeInWords([0.8e6, 3.2e6])).toBe('800\u00a0µs to 3.2\u00a0ms');
  expect(rangeInWords([0, 2.15e6])).toBe('up to 2.15\u00a0ms');
  expect(listed(['A', 'B', 'C'])).toBe('A, B and C');
  expect(listed(['A'])).toBe('A');
});

test('bad blocks are counted side by side once an erase or a program fails in any lane', () => {
  const lanes = [
    lane('FAST', 1e6, APPEND, { bad_blocks: 2, has_failures: true }),
    lane('DFTL', 1e6, FETCH, { has_failures: true }),
    lane('Page mapping', 1e6, APPEND),
  ];
  expect(told(moment(lanes)).text).toMatch(/\. Bad blocks: A 2, B none yet, C none\.$/);
  expect(told(moment(lanes.slice(2))).text).not.toMatch('Bad blocks');
  const replaced = [
    lane('FAST', 1e6, APPEND, { bad_blocks: 2, replaced_blocks: 1 }),
    lane('DFTL', 1e6, FETCH, { replaced_blocks: 2 }),
  ];
  expect(told(moment(replaced)).text).toMatch(/\. Bad blocks: A 3 \(1 replaced\), B 2 \(replaced\)\.$/);
});

test('after a power cut it is told who lost least, and what each lost and did', () => {
  const end = { kind: 'power-cut', text: 'power was cut, and the device has recovered' };
  const lost = [0, 3, 0, 12];
  const cut = FOUR.map((each, at) => ({
    ...each,
    ended: end,
    power_outcome: { lost_pages: lost[at] ?? 0, told: `**${lost[at]} lost**; recovery: ${at} pages read` },
  }));
  expect(told(moment(cut))).toEqual({
    text: 'Power was cut: **A and C lose no acknowledged page**, B loses 3, D loses 12.',
    causes: [],
    notes: [0, 1, 2, 3].map((at) => `${'ABCD'[at]}: ${lost[at]} lost; recovery: ${at} pages read`),
  });
  const some_cut = cut.map((each, at) => ({
    ...each,
    power_outcome: at === 0 ? null : { lost_pages: [0, 12, 3, 0][at] ?? 0, told: '' },
  }));
  expect(told(moment(some_cut)).text).toBe('Power was cut: **D loses no acknowledged page**, C loses 3, B loses 12.');
  const all_lose = cut.slice(0, 2).map((each) => ({ ...each, power_outcome: { lost_pages: 1, told: '' } }));
  expect(told(moment(all_lose)).text).toBe('Power was cut: **A and B lose 1 acknowledged page each**.');
});
