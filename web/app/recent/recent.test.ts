// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { forgetAll, forgetRecent, keepRecent, RECENT_MAX, recentOnes } from './recent';
import { titleOf } from './title';

const recent = (n: number) => ({ hash: `#v=1&run.seed=${n}`, title: `seed ${n}`, opened_ms: n });

beforeEach(() => localStorage.clear());

test('the newest comes first, what is opened again moves up, and no more than eight are kept', () => {
  for (let n = 0; n < 12; n++) keepRecent(recent(n));
  keepRecent(recent(9));
  expect(recentOnes().map(({ opened_ms }) => opened_ms)).toEqual([9, 11, 10, 8, 7, 6, 5, 4]);
  expect(recentOnes()).toHaveLength(RECENT_MAX);
});

test('one is removed, or all', () => {
  for (let n = 0; n < 3; n++) keepRecent(recent(n));
  forgetRecent(recent(1).hash);
  expect(recentOnes().map(({ opened_ms }) => opened_ms)).toEqual([2, 0]);
  forgetAll();
  expect(recentOnes()).toEqual([]);
});

test('what somebody else has written there is left out', () => {
  for (const kept of ['{', '3', '{"0":1}', '[null,3,{"hash":"javascript:1","title":"x","opened_ms":1}]']) {
    localStorage.setItem('flashlab-recent', kept);
    expect(recentOnes(), kept).toEqual([]);
  }
});

test('a title is made of what differs from the defaults', () => {
  expect(titleOf([{}])).toBe('All defaults');
  expect(titleOf([{ ftl: { kind: 'dftl' }, device: { preset: 'toy', over_provisioning: 2 } }])).toBe(
    'dftl, toy, over provisioning 2',
  );
  expect(titleOf([{ workload: { kind: 'trace', file: 'a.csv.gz' } }]), 'a trace by its name').toBe('a.csv.gz');
  expect(titleOf([{}, { ftl: { kind: 'fast' } }])).toBe('page against fast');
  expect(titleOf([{ ftl: { kind: [{ toString: 1 }] } }]), 'of whatever a link says').toBe('[{"toString":1}]');
});
