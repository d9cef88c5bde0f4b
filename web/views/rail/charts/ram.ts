/** What pages in RAM were good for so far: accesses found in page slots, in block slots, and not at all; and how full flushes were. */

import type { Charts } from '../../../engine/protocol';
import { count, plural, share } from '../../../render/format';
import { label } from '../../charts/marks';
import { LINE, splitBars, sum } from '../../charts/split-bar';
import { type Drawing, plotIn, type RailChart } from '../panel';

type PageCache = NonNullable<Charts['page_cache']>;

/** In the order of the core's counts. */
const PLACES = ['page slots', 'block slots', 'misses'] as const;
const SHORT = ['pages', 'blocks', 'misses'] as const;
const NOTE_LINE = 15;

export const CHART: RailChart = {
  name: 'ram',
  title: 'Pages in RAM',
  height: 68,
  draw: ({ charts: { page_cache }, opened }, width) =>
    page_cache && drawPageCache(page_cache, opened.geometry.pages_per_block, width),
};

export function drawPageCache(cache: PageCache, pages_per_block: number, width: number): Drawing {
  const { read, write, swaps, set_evictions } = cache;
  const bars = [
    { name: 'reads', counts: read },
    { name: 'writes', counts: write },
  ];
  const all = sum(read) + sum(write);
  const hits = all - read[2] - write[2];
  const ratio = share(hits / Math.max(1, all));
  return {
    note: '',
    figure: all === 0 ? '' : `found **${ratio}** of ${count(all)}`,
    label: `Pages in RAM: ${ratio} of ${count(all)} accesses found there; ${movesInWords(swaps, set_evictions)}; ${flushesInWords(cache, pages_per_block)}`,
    nodes: [
      ...splitBars(bars, SHORT, 'cache', plotIn(width, 2 * LINE)),
      label(0, 2 * LINE + 12, movesInWords(swaps, set_evictions), 'start', 'chart-note'),
      label(0, 2 * LINE + 12 + NOTE_LINE, flushesInWords(cache, pages_per_block), 'start', 'chart-note'),
    ],
    needs: all === 0 ? 'No page has been accessed yet.' : null,
    table: () => ({
      head: ['found in', 'reads', 'writes'],
      rows: PLACES.map((name, i) => [name, count(read[i] ?? 0), count(write[i] ?? 0)]),
    }),
  };
}

const movesInWords = (swaps: number, down: number): string =>
  `${plural(swaps, 'swap')}, ${plural(down, 'set')} down to a slot`;

/** How full blocks were when they went to flash: the fuller, the less has to be read from flash. */
function flushesInWords({ flushes, flushed_pages, read_up }: PageCache, pages_per_block: number): string {
  if (flushes === 0) return 'no flush yet';
  const each = (total: number): string => (total / flushes).toFixed(2);
  const name = flushes === 1 ? '1 flush' : `${count(flushes)} flushes`;
  return `${name}: ${each(flushed_pages)} of ${pages_per_block} pages in RAM, ${each(read_up)} from flash`;
}
