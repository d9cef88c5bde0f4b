// @vitest-environment happy-dom
/** Where there is no room for all of something, what is shown and what is said to be left out are all there is. */

import { expect, test } from 'vitest';
import type { CachedEntry, MapSegment, MapUpdates, MapView } from '../../engine/protocol';
import { densityPicture } from '../../fixtures/buffer';
import { MAP_COSTS, MAP_GEOMETRY, mapFrames } from '../../fixtures/cached-map';
import { log, picture } from '../../fixtures/log-blocks';
import { lensOf } from './buffer/model';
import { ranking } from './buffer/ranking';
import { accounts } from './logs/words';
import { cachePanel } from './map/cache';
import { updatesPanel } from './map/updates';

const numberIn = (words: string): number => Number(/(\d+)/.exec(words)?.[1] ?? Number.NaN);
const MAP = mapFrames().at(-1)?.layer.map as MapView;

const empty = (segment: MapSegment): MapSegment => ({ ...segment, first: [] });

test('log blocks', () => {
  const told = (parked_total: number): readonly string[] => {
    const logs = picture();
    return accounts({ ...logs, layer: { ...logs.layer, parked_total } })[0]?.lines ?? [];
  };
  expect(told(4)).toHaveLength(4);
  expect(told(11).slice(4)).toEqual(['and 7 more']);
  expect(told(5).slice(4)).toEqual(['and 1 more']);
});

test('logical blocks with pages in log blocks', () => {
  const told = (lbns: number): readonly string[] => {
    const parked = Array.from({ length: lbns }, (_, lbn) => log(40 + lbn, [`${lbn}·0`], 'log', null));
    const logs = picture();
    const all = accounts({ ...logs, layer: { ...logs.layer, parked, parked_total: lbns } });
    return all.find(({ name }) => name === 'Pages in the logs')?.lines ?? [];
  };
  expect(told(8)).toHaveLength(8);
  expect(told(9).slice(8)).toEqual(['and 1 more block']);
  expect(told(14).slice(8)).toEqual(['and 6 more blocks']);
});

test('entries of the map cache', () => {
  const entry = (lpn: number): CachedEntry => ({ lpn, page: lpn, dirty: false, run: 1 });
  const first = Array.from({ length: 16 }, (_, lpn) => entry(lpn));
  const none = { first: [], entries: 0, capacity: 0 };
  const panel = cachePanel();
  for (const entries of [3, 4, 5, 16, 90]) {
    const segment = { first: first.slice(0, entries), entries, capacity: 100 };
    panel.show({ ...MAP, segments: [none, segment] }, null, MAP_GEOMETRY, 0);
    const column = panel.element.querySelectorAll('.map-column')[1];
    const shown = column?.querySelectorAll('.map-entry').length ?? 0;
    const more = column?.querySelector('.map-more')?.textContent ?? '';
    expect(shown + (more === '' ? 0 : numberIn(more)), more).toBe(entries);
  }
});

test('translation pages that a collection updates', () => {
  const geometry = { ...MAP_GEOMETRY, logical_pages: 4000 };
  const [kept, tried] = MAP.segments;
  const map: MapView = { ...MAP, segments: [empty(kept), empty(tried)] };
  for (const pages of [1, 5, 8, 9, 30]) {
    const lpns = Array.from({ length: pages }, (_, page) => 4 * page);
    const updates: MapUpdates = { victim: 1, moved: pages, lpns, over: false, pages: [] };
    const panel = updatesPanel();
    panel.show({ ...(mapFrames().at(-1) as ReturnType<typeof mapFrames>[number]), updates }, map, geometry, MAP_COSTS);
    const shown = panel.element.querySelectorAll('.map-batch:not(.is-lazy)').length;
    const more = [...panel.element.querySelectorAll('p.note')].map(({ textContent }) => textContent ?? '').join('');
    expect(shown + (more.includes('more') ? numberIn(more) : 0), more).toBe(pages);
  }
});

test('groups of a buffer', () => {
  for (const groups_total of [5, 6, 40]) {
    const drawn = densityPicture({}, { groups_total });
    const list = ranking(
      () => {},
      () => {},
    );
    list.show(drawn, lensOf(drawn.buffer, -0.25, null), null, 0);
    const shown = list.element.querySelectorAll('.ranking-table tbody tr').length;
    const more = list.element.querySelector('.ranking-more')?.textContent ?? '';
    expect(shown).toBe(5);
    expect(more).toBe(groups_total === 5 ? '' : `◇ and ${groups_total - 5} more in the buffer`);
  }
});
