/** What a write buffer was good for so far: pages found in it; how full, and how old, what left it was; what filling up cost. */

import type { BufferCharts } from '../../../engine/core-types';
import { count, plural, share, significant } from '../../../render/format';
import { label } from '../../charts/marks';
import { LINE, splitBars, sum } from '../../charts/split-bar';
import { type Drawing, plotIn, type RailChart } from '../panel';

/** In the order of the core's counts. */
const FOUND = ['found', 'misses'] as const;
const NOTE_LINE = 15;

export const CHART: RailChart = {
  name: 'buffer',
  title: 'Write buffer',
  height: 84,
  draw: ({ charts: { buffer } }, width) => buffer && drawWriteBuffer(buffer, width),
};

export function drawWriteBuffer(buffer: BufferCharts, width: number): Drawing {
  const { read, write } = buffer;
  const bars = [
    { name: 'reads', counts: read },
    { name: 'writes', counts: write },
  ];
  const all = sum(read) + sum(write);
  const ratio = share((read[0] + write[0]) / Math.max(1, all));
  const notes = [leftInWords(buffer), victimsInWords(buffer), readsInWords(buffer)].filter(Boolean);
  return {
    note: '',
    figure: all === 0 ? '' : `found **${ratio}** of ${count(all)}`,
    label: `Write buffer: ${ratio} of ${plural(all, 'page')} found there; ${notes.join('; ')}`,
    nodes: [
      ...splitBars(bars, FOUND, 'ram', plotIn(width, 2 * LINE)),
      ...notes.map((note, i) => label(0, 2 * LINE + 12 + i * NOTE_LINE, note, 'start', 'chart-note')),
    ],
    needs: all === 0 ? 'No page has been accessed yet.' : null,
    table: () => ({
      head: ['pages', 'reads', 'writes'],
      rows: FOUND.map((name, i) => [name, count(read[i] ?? 0), count(write[i] ?? 0)]),
    }),
  };
}

/** How much left at a time: the more, the fewer merges. */
function leftInWords({ flushes, flushed_pages, plugs }: BufferCharts): string {
  if (flushes === 0) return 'nothing evicted yet';
  const plugged = plugs === 0 ? '' : `, ${count(plugs)} plugged`;
  if (flushes === 1) return `1 flush of ${plural(flushed_pages, 'page')}${plugged}`;
  return `${count(flushes)} flushes of ${(flushed_pages / flushes).toFixed(2)} pages each${plugged}`;
}

function victimsInWords({ flushes, victim_age_sum, groups }: BufferCharts): string {
  const held = `${plural(groups, 'block')} in RAM`;
  if (flushes === 0) return held;
  return `${held}; victims untouched for ${significant(victim_age_sum / flushes, 3)} writes`;
}

function readsInWords({ padding_reads, fill_reads }: BufferCharts): string {
  const fills = fill_reads === 0 ? '' : `${count(fill_reads)} to complete pages`;
  const holes = padding_reads === 0 ? '' : `${count(padding_reads)} to fill holes`;
  const both = [holes, fills].filter(Boolean).join(', ');
  return both === '' ? '' : `reads: ${both}`;
}
