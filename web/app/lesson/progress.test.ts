import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepProgress, nextLesson, progressOf } from './progress';

const IDS = ['one', 'two', 'three'];
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('before any lesson there is none to go on with', () => {
  expect(nextLesson(IDS)).toBeNull();
  keepProgress('two', { step: 0, done: false });
  expect(nextLesson(IDS)).toBeNull();
});

test('what was begun comes first, at its step; the last of several', () => {
  keepProgress('one', { step: 3, done: false });
  keepProgress('three', { step: 0, done: true });
  expect(nextLesson(IDS)).toEqual({ at: 0, step: 3 });
  keepProgress('two', { step: 1, done: true });
  expect(nextLesson(IDS)).toEqual({ at: 1, step: 1 });
});

test('after a lesson that was taken comes the one behind it, and after the last none', () => {
  keepProgress('one', { step: 0, done: true });
  expect(nextLesson(IDS)).toEqual({ at: 1, step: 0 });
  keepProgress('three', { step: 0, done: true });
  expect(nextLesson(IDS)).toBeNull();
});

test.each([
  '{"one":{"step":-1,"done":false}}',
  '{"one":{"step":1e300,"done":false}}',
  '{',
  '5',
  'null',
  '{"one":{"step":"2","done":true}}',
  '{"one":{"step":1.5,"done":true}}',
  '{"one":{"step":1}}',
])('what is kept and means nothing is as if nothing were kept: %s', (text) => {
  kept.set('flashlab-lessons', text);
  expect([progressOf('one'), nextLesson(IDS)]).toEqual([null, null]);
  keepProgress('one', { step: 2, done: false });
  expect(progressOf('one')).toEqual({ step: 2, done: false });
});

test('a browser that keeps nothing says nothing and fails nowhere', () => {
  const refused = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refused, setItem: refused });
  keepProgress('one', { step: 2, done: false });
  expect([progressOf('one'), nextLesson(IDS)]).toEqual([null, null]);
});
