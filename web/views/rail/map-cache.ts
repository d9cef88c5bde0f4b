/** What the map on flash cost so far: translation pages read and programmed, by what for, beside the hit ratio. */

import type { Charts } from '../../engine/protocol';
import { count, share } from '../../render/format';
import { label, rect } from './marks';
import { AXIS_WIDTH, type Drawing, RIGHT_MARGIN } from './panel';

type MapCache = NonNullable<Charts['map_cache']>;

/** In the order of the core's counts. */
const PURPOSES = ['look-up', 'update', 'GC'] as const;
const BAR_HEIGHT = 13;
const LINE = 19;
const VALUE_ROOM = 46;
const LABEL_MIN = 50;

export function drawMapCache(cache: MapCache, width: number): Drawing {
  const { lookups, hits, evictions, write_backs, lazy_updates } = cache;
  const ratio = share(hits / Math.max(1, lookups));
  const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);
  const most = Math.max(1, sum(cache.reads), sum(cache.programs));
  const lines = [
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
      ...lines.flatMap(({ name, counts }, i) => traffic(name, counts, most, i * LINE, width)),
      label(0, 2 * LINE + 12, [dirty, lazy].filter(Boolean).join(' · '), 'start', 'chart-note'),
    ],
    needs: lookups === 0 ? 'Needs 1 look-up, has none.' : null,
    table: () => ({
      head: ['for', 'pages read', 'pages programmed'],
      rows: PURPOSES.map((name, i) => [name, count(cache.reads[i] ?? 0), count(cache.programs[i] ?? 0)]),
    }),
  };
}

function traffic(name: string, counts: readonly number[], most: number, y: number, width: number): Node[] {
  const scale = (width - AXIS_WIDTH - RIGHT_MARGIN - VALUE_ROOM) / most;
  let x = AXIS_WIDTH;
  const pieces = counts.flatMap((n, i) => {
    const part = n * scale;
    const left = x;
    x += part;
    if (n === 0) return [];
    const words =
      part < LABEL_MIN
        ? []
        : [label(left + part / 2, y + BAR_HEIGHT - 3, PURPOSES[i] ?? '', 'middle', `chart-on-map-${i}`)];
    return [rect(`chart-map-${i}`, left, y, Math.max(1, part - 1), BAR_HEIGHT), ...words];
  });
  const total = counts.reduce((sum, n) => sum + n, 0);
  return [
    label(AXIS_WIDTH - 5, y + BAR_HEIGHT - 2, name, 'end', 'chart-tick'),
    ...pieces,
    label(x + 5, y + BAR_HEIGHT - 2, count(total), 'start', 'chart-note'),
  ];
}
