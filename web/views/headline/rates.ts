/** What to say when operations go by too fast to be told one by one. */

import type { BufferCharts } from '../../engine/buffer-view';
import type { Charts, Frame } from '../../engine/protocol';
import { count, significant } from '../../render/format';

/** Figures at one instant; rates are differences of two of these. */
export interface Sample {
  at_ms: number;
  op: number;
  gc_runs: number;
  host_pages: number;
  programs: number;
  /** Of layers that keep pages of the host in RAM. */
  page_cache: Pick<PageCache, 'swaps' | 'flushes' | 'flushed_pages'> | null;
  /** Of write buffers. */
  buffer: Pick<BufferCharts, 'flushes' | 'flushed_pages' | 'plugs'> | null;
}

type PageCache = NonNullable<Charts['page_cache']>;

export function sampleOf(frame: Frame, at_ms: number): Sample {
  const { op, gc_runs } = frame.position;
  const { host_pages, programs } = frame.charts?.write_amplification ?? { host_pages: 0, programs: 0 };
  const { page_cache = null, buffer = null } = frame.charts ?? {};
  return { at_ms, op, gc_runs, host_pages, programs, page_cache, buffer };
}

export function ratesInWords(from: Sample, to: Sample): string {
  const seconds = (to.at_ms - from.at_ms) / 1000;
  const operations = `${count(Math.round((to.op - from.op) / seconds))} operations a second`;
  if (from.page_cache && to.page_cache) return `${operations}: ${ramInWords(from.page_cache, to.page_cache, seconds)}.`;
  if (from.buffer && to.buffer) return `${operations}: ${flushesInWords(from.buffer, to.buffer, seconds)}.`;
  const runs = to.gc_runs - from.gc_runs;
  if (runs === 0) return `${operations}, and no garbage collection.`;
  const moved = (to.programs - from.programs - (to.host_pages - from.host_pages)) / runs;
  const each = moved > 0 ? `, ${significant(moved, 2)} pages moved each time` : '';
  return `${operations}: ${rate(runs / seconds)} GC a second${each}.`;
}

const rate = (value: number): string => (value >= 1 ? count(Math.round(value)) : significant(value, 2));

/** How often room was made, and how many pages of a block were in RAM when it went to flash. */
function ramInWords(
  from: NonNullable<Sample['page_cache']>,
  to: NonNullable<Sample['page_cache']>,
  seconds: number,
): string {
  const flushes = to.flushes - from.flushes;
  const swaps = rate((to.swaps - from.swaps) / seconds);
  const full =
    flushes === 0 ? '' : `, ${significant((to.flushed_pages - from.flushed_pages) / flushes, 2)} pages in RAM each`;
  return `${swaps} swaps and ${rate(flushes / seconds)} flushes a second${full}`;
}

/** How often something left for flash, how much at a time, and how often its holes were filled. */
function flushesInWords(
  from: NonNullable<Sample['buffer']>,
  to: NonNullable<Sample['buffer']>,
  seconds: number,
): string {
  const flushes = to.flushes - from.flushes;
  const plugs = to.plugs - from.plugs;
  const each = flushes === 0 ? '' : `, ${significant((to.flushed_pages - from.flushed_pages) / flushes, 2)} pages each`;
  const plugged = plugs === 0 ? '' : `, ${rate(plugs / seconds)} of them plugged`;
  return `${rate(flushes / seconds)} flushes a second${each}${plugged}`;
}
