import { expect, test } from 'vitest';
import type { MapUpdates } from '../../../engine/protocol';
import { MAP_GEOMETRY, mapFrames } from '../../../fixtures/cached-map';
import { batchesOf } from './updates';

// The cache holds 5 and 0 after five requests of the run.
const map = mapFrames().findLast(({ position }) => position.request === 5)?.layer.map;
const updates = (over: boolean, pages: MapUpdates['pages']): MapUpdates => ({
  victim: 1,
  moved: 4,
  lpns: [4, 5, 8, 9],
  over,
  pages,
});

test('cached entries change in the cache, the others fall into their translation pages', () => {
  if (!map) throw new Error('no such frame');
  expect(batchesOf(updates(false, []), map, MAP_GEOMETRY)).toEqual({
    lazy: [5],
    pages: [
      { page: 1, lpns: [4], state: 'waiting' },
      { page: 2, lpns: [8, 9], state: 'waiting' },
    ],
  });
});

test('a translation page is read, then programmed once for all its entries', () => {
  if (!map) throw new Error('no such frame');
  const pages = [
    { id: 17, moved: 2, programmed: true },
    { id: 18, moved: 2, programmed: false },
  ];
  expect(batchesOf(updates(false, pages), map, MAP_GEOMETRY).pages.map(({ state }) => state)).toEqual([
    'programmed',
    'read',
  ]);
});

test('what was left alone by the end was in the cache', () => {
  if (!map) throw new Error('no such frame');
  const { lazy } = batchesOf(updates(true, [{ id: 17, moved: 2, programmed: true }]), map, MAP_GEOMETRY);
  expect(lazy).toEqual([5, 8, 9]);
});
