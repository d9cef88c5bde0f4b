import { expect, test } from 'vitest';
import { EXPLOSION, PAGES, row, story } from '../../../fixtures/log-blocks';
import { alternatives, costOf, freeing, rowCost } from './cost';

const REBUILD_NS = PAGES * 536_800 + 2_000_000;
const ERASE_NS = 2_000_000;
const PROGRAM_NS = 405_900;

test('as many rebuilds as colours, the log block\u2019s own erase, and the page that caused it', () => {
  const cost = costOf(EXPLOSION, false);
  expect(cost.parts.map(({ label }) => label)).toEqual([
    'rebuild B3',
    'rebuild B12',
    'rebuild B21',
    'rebuild B30',
    'rebuild B7',
    'erase',
    'write',
  ]);
  expect(cost.total_ns).toBe(5 * REBUILD_NS + ERASE_NS + PROGRAM_NS);
  expect(cost).toMatchObject({ copies: 40, erases: 6, programs: 1 });
  expect(cost.now_ns).toBe(2 * REBUILD_NS + 4 * 536_800);
});

test('the total is the same at every step of a rebuild', () => {
  const totals = Array.from(
    { length: PAGES + 1 },
    (_, placed) => costOf(story([row(1, 'running', {}, placed)]), false).total_ns,
  );
  expect(new Set(totals)).toEqual(new Set([REBUILD_NS + ERASE_NS + PROGRAM_NS]));
});

test('a page that rides along takes the place of a copy, before it is programmed and after', () => {
  const before = story([row(5, 'running', {}, 2)], { reclaim: null, erases_ahead: 1 });
  const there = row(5, 'running', {}, 3, { host: Array.from({ length: PAGES }, (_, place) => place === 2), copies: 2 });
  const after = story([there], { reclaim: null, erases_ahead: 1, programs: 1, programs_ahead: 0 });
  const expected_ns = (PAGES - 1) * 536_800 + PROGRAM_NS + ERASE_NS;
  expect(costOf(before, true).total_ns).toBe(expected_ns);
  expect(costOf(after, false).total_ns).toBe(expected_ns);
  expect(costOf(after, false).now_ns).toBe(2 * 536_800 + PROGRAM_NS);
});

test('a switch merge costs its erase', () => {
  const switched = row(4, 'done', {}, PAGES, { merge: 'switch', copies: 0, copies_ahead: 0 });
  const told = story([switched], { reclaim: null, erases_ahead: 0 });
  expect(rowCost(switched, told)).toMatchObject({ total_ns: ERASE_NS, copies: 0, erases: 1 });
  expect(alternatives(told, PAGES, true).map(({ total_ns }) => total_ns)).toEqual([REBUILD_NS + ERASE_NS + PROGRAM_NS]);
});

test('rebuilds beyond those told are in the total', () => {
  const rows = [row(1, 'done', {}, PAGES), row(2, 'waiting', {}, 0)];
  const told = story(rows, { more_rows: 3, copies: 2 * PAGES, erases: 2, copies_ahead: 3 * PAGES, erases_ahead: 4 });
  const cost = costOf(told, false);
  expect(cost.parts.map(({ label }) => label)).toEqual([
    'rebuilt before',
    'rebuild B1',
    'rebuild B2',
    'more rebuilds',
    'erase',
    'write',
  ]);
  expect(cost.total_ns).toBe(5 * REBUILD_NS + ERASE_NS + PROGRAM_NS);
});

test('beside an explosion stand one colour, and a whole block in order', () => {
  const [one, in_order] = alternatives(EXPLOSION, PAGES, true);
  expect(one?.text).toBe('had it held one block out of order: 8.7\u00a0ms');
  expect(in_order?.text).toBe('had it held one block: a switch merge, 2.41\u00a0ms');
});

test('what freeing a log block would cost is told by the merge that it would take', () => {
  const durations = { copy_ns: 536_800, program_ns: PROGRAM_NS, erase_ns: ERASE_NS };
  const told = (lacks: number | null, rebuilds = 1) => freeing({ name: 'log 7', rebuilds, lacks }, durations, PAGES);
  expect(told(null, 3)).toMatchObject({
    total_ns: 3 * REBUILD_NS + ERASE_NS + PROGRAM_NS,
    text: 'if log 7 had to be freed now: 21.3\u00a0ms, 3 rebuilds',
  });
  expect(told(2)).toMatchObject({ total_ns: 2 * 536_800 + ERASE_NS + PROGRAM_NS });
  expect(told(2).text).toMatch(/, a partial merge$/);
  expect(told(0)).toMatchObject({ total_ns: ERASE_NS + PROGRAM_NS });
  expect(told(0).text).toMatch(/, a switch merge$/);
});
