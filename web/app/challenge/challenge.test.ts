// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { challengeHash, isChallengeAddress, isChallengeList } from './address';
import { keepOwn, ownEntries } from './keep';
import { type ChallengeDraft, documentOf, NO_CHALLENGE } from './state';

beforeEach(() => localStorage.clear());

test('an address is of a challenge, of the list, or of something else', () => {
  expect(isChallengeAddress('#v=1&challenge=zipf&name=a')).toBe(true);
  expect(isChallengeAddress('#v=1&challenge-text=e30')).toBe(true);
  expect(isChallengeAddress('#v=1&ftl.kind=page')).toBe(false);
  expect(isChallengeList(`#${challengeHash(NO_CHALLENGE)}`)).toBe(true);
  expect(isChallengeList('#v=1&challenge=zipf')).toBe(false);
  const open = { link: '#v=1&challenge=zipf' } as never;
  expect(challengeHash({ ...NO_CHALLENGE, open })).toBe('v=1&challenge=zipf');
  const address = '#v=1&challenge=zipf&name=a&formula=age';
  expect(challengeHash({ ...NO_CHALLENGE, open, address })).toBe('v=1&challenge=zipf&name=a&formula=age');
});

test('one’s own entries are kept by challenge; what somebody else has written there is left out', () => {
  keepOwn('#a', [{ name: 'Ada', formula: 'age', k: 2 }]);
  keepOwn('#b', [{ name: 'Bob', formula: 'idle' }]);
  expect(ownEntries('#a')).toEqual([{ name: 'Ada', formula: 'age', k: 2 }]);
  keepOwn('#a', []);
  expect([ownEntries('#a'), ownEntries('#b').length]).toEqual([[], 1]);
  expect(ownEntries('__proto__')).toEqual([]);
  for (const kept of ['{', '3', 'null', '{"#a":[null,{"name":3,"formula":"x"},{"name":"x","formula":"y","k":"1"}]}']) {
    localStorage.setItem('flashlab-challenges', kept);
    expect(ownEntries('#a'), kept).toEqual([]);
  }
});

test('a form that says nothing of goal and limit makes a challenge without; what is no number is passed on as it is', () => {
  const draft: ChallengeDraft = {
    experiment: { device: { preset: 'toy' } },
    title: 'Small',
    about: '',
    of: 'victim',
    minimise: 'erases',
    target: ' ',
    limited: '',
    at_most: '1.1',
    rival: 'greedy',
    seeds: 3,
  };
  expect(documentOf(draft)).toEqual({
    version: 1,
    title: 'Small',
    about: '',
    experiment: { device: { preset: 'toy' } },
    formula: 'victim',
    minimise: 'erases',
    seeds: [1, 2, 3],
  });
  expect(documentOf({ ...draft, target: '1.6', limited: 'erases' })).toMatchObject({
    target: 1.6,
    limits: [{ metric: 'erases', at_most: 1.1, of: 'greedy' }],
  });
  expect(documentOf({ ...draft, limited: 'erases', at_most: 'x', rival: '' })).toMatchObject({
    limits: [{ metric: 'erases', at_most: 'x' }],
  });
});
