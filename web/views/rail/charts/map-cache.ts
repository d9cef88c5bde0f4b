/** What the map on flash cost so far: translation pages read and programmed, by what for, beside the hit ratio. */

import type { Charts } from '../../../engine/protocol';
import { count, share } from '../../../render/format';
import { label } from '../../charts/marks';
import { LINE, splitBars, sum } from '../../charts/split-bar';
import { type Drawing, plotIn, type RailChart } from '../panel';

type MapCache = NonNullable<Charts['map_cache']>;

/** In the order of the core's counts. */
const PURPOSES = ['look-up', 'update', 'GC'] as const;

export const CHART: RailChart = {
  name: 'map-cache',
  title: 'Map cache',
  height: 54,
  draw: ({ charts: { map_cache } }, width) => map_cache && drawMapCache(map_cache, width),
};

export function drawMapCache(cache: MapCache, width: number): Drawing {
  const { lookups, hits, evictions, write_backs, lazy_updates } = cache;
  const ratio = share(hits / Math.max(1, lookups));
  const bars = [
    { name: 'reads', counts: cache.reads },
    { name: 'writes', counts: cache.programs },
  ];
  const dirty = evictions === 0 ? '' : `${share(write_backs / evictions)} of ${count(evictions)} evicted were dirty`;
  const lazy = lazy_updates === 0 ? '' : `${count(lazy_updates)} moved free`;
  return {
    note: 'map traffic',
    figure: lookups === 0 ? '' : `hits **${ratio}** of ${count(lookups)}`,
    label: `Map cache: ${ratio} of ${count(lookups)} look-ups were hits; ${count(sum(cache.reads))} translation pages read, ${count(sum(cache.programs))} programmed`,
    nodes: [
      ...splitBars(bars, PURPOSES, 'map', plotIn(width, 2 * LINE)),
      label(0, 2 * LINE + 12, [dirty, lazy].filter(Boolean).join(' · '), 'start', 'chart-note'),
    ],
    needs: lookups === 0 ? 'No map look-up yet.' : null,
    table: () => ({
      head: ['for', 'pages read', 'pages programmed'],
      rows: PURPOSES.map((name, i) => [name, count(cache.reads[i] ?? 0), count(cache.programs[i] ?? 0)]),
    }),
  };
}
