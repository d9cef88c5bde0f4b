/** What to say when operations go by too fast to be told one by one: what happened in the requests of the last seconds. */

import type { BufferCharts, OpenChannelCharts, StripeCharts } from '../../engine/core-types';
import type { Charts, Frame } from '../../engine/protocol';
import { count, countShort, plural, share, significant } from '../../render/format';

/** Figures at one instant; what is told are differences of two of these. */
export interface Sample {
  at_ms: number;
  op: number;
  request: number;
  simulated_ns: number;
  gc_runs: number;
  pages: Pick<Charts['write_amplification'], 'host_pages' | 'programs'>;
  collections: Charts['collections'];
  /** Each where the device has such. */
  merges: Pick<NonNullable<Charts['merges']>, 'switch' | 'partial' | 'full'> | null;
  map: { lookups: number; hits: number } | null;
  /** Look-ups of a journal, which has priority in the map's memory. */
  journal: { lookups: number; hits: number } | null;
  page_cache: Pick<PageCache, 'swaps' | 'flushes' | 'flushed_pages'> | null;
  buffer: Pick<BufferCharts, 'flushes' | 'flushed_pages' | 'plugs'> | null;
  /** Sessions over, and the α in force, of a buffer that tunes itself. */
  sessions: { index: number; alpha: number } | null;
  stripes: Pick<StripeCharts, 'reads' | 'rebuilt_pages' | 'gc_blocked'> | null;
}

type PageCache = NonNullable<Charts['page_cache']>;

/** The figures of a frame; null where it has none. */
export function sampleOf({ position, charts, layer }: Frame, at_ms: number): Sample | null {
  if (!charts) return null;
  const { op, request, simulated_ns, gc_runs } = position;
  const density = layer.buffer?.density;
  return {
    at_ms,
    op,
    request,
    simulated_ns,
    gc_runs,
    pages: charts.write_amplification,
    collections: charts.collections,
    merges: charts.merges,
    map: charts.openchannel ?? charts.map_cache,
    journal: journalOf(charts.openchannel),
    page_cache: charts.page_cache,
    buffer: charts.buffer,
    sessions: density && density.rehearsals.length > 0 ? { index: density.session.index, alpha: density.alpha } : null,
    stripes: charts.ttflash,
  };
}

function journalOf(charts: OpenChannelCharts | null): Sample['journal'] {
  if (!charts || charts.journal_lookups === 0) return null;
  return { lookups: charts.journal_lookups, hits: charts.journal_hits };
}

/** How far apart the ends of what is told may lie, and how long one sentence stands at least. */
export const WINDOW_MS = 6000;
export const PERIOD_MS = 2000;

/** The samples of the last seconds, oldest first, with one more; only the new one where the run has gone back. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.op < last.op) return [sample];
  return [...samples.filter(({ at_ms }) => sample.at_ms - at_ms <= WINDOW_MS), sample];
}

/** What happened from one instant to another, in a sentence of at most three parts. */
export function ratesInWords(from: Sample, to: Sample, pages_per_block: number): string {
  const requests = to.request - from.request;
  const stretch = requests > 0 ? amount(requests, 'request') : amount(to.op - from.op, 'operation');
  const parts = [
    inRam(from, to),
    leaving(from, to),
    learnt(from, to),
    lookedUp(from, to),
    blocked(from, to),
    merged(from, to),
    amplified(from, to),
    collected(from, to, pages_per_block),
  ].filter((part) => part !== null);
  return `In the last ${stretch}: ${parts.slice(0, 3).join('; ')}.`;
}

/** "500 requests", "1.2 M requests"; "request" where it is one. */
const amount = (value: number, word: string): string => (value === 1 ? word : `${countShort(value)} ${word}s`);

/** How often room was made in page and block slots, and how much of a block was in RAM when it went to flash. */
function inRam({ page_cache: from }: Sample, { page_cache: to }: Sample): string | null {
  if (!from || !to) return null;
  const flushes = to.flushes - from.flushes;
  return `${plural(to.swaps - from.swaps, 'swap')} and ${flushed(flushes, to.flushed_pages - from.flushed_pages)}`;
}

/** "3 flushes of 6.5 pages each". */
function flushed(flushes: number, pages: number): string {
  const words = `${count(flushes)} ${flushes === 1 ? 'flush' : 'flushes'}`;
  if (flushes === 0) return words;
  const mean = significant(pages / flushes, 2);
  return `${words} of ${mean} ${mean === '1' ? 'page' : 'pages'}${flushes === 1 ? '' : ' on average'}`;
}

/** What left a write buffer. */
function leaving({ buffer: from }: Sample, { buffer: to }: Sample): string | null {
  if (!from || !to) return null;
  const plugs = to.plugs - from.plugs;
  const plugged = plugs === 0 ? '' : `, ${count(plugs)} of them plugged`;
  return `${flushed(to.flushes - from.flushes, to.flushed_pages - from.flushed_pages)}${plugged}`;
}

/** The α in force, of a buffer that tunes itself. */
function learnt({ sessions: from }: Sample, { sessions: to }: Sample): string | null {
  if (!from || !to) return null;
  const over = to.index - from.index;
  return `${over === 0 ? '' : `after ${plural(over, 'session')} `}α is ${signed(to.alpha)}`;
}

const signed = (value: number): string => significant(value, 3).replace('-', '−');

/** How often the map was not where it was looked up. */
function lookedUp(from: Sample, to: Sample): string | null {
  const missed = missRatio(from.map, to.map);
  if (missed === null) return null;
  const journal = missRatio(from.journal, to.journal);
  return `${share(missed, 2)} of map look-ups missed${journal === null ? '' : `, ${share(journal, 2)} of the journal’s`}`;
}

function missRatio(from: Sample['map'], to: Sample['map']): number | null {
  const lookups = (to?.lookups ?? 0) - (from?.lookups ?? 0);
  if (!to || lookups <= 0) return null;
  return 1 - (to.hits - (from?.hits ?? 0)) / lookups;
}

/** Reads that met a collection: those that went round it, those that waited. */
function blocked({ stripes: from }: Sample, { stripes: to }: Sample): string | null {
  if (!from || !to) return null;
  const [reads, rebuilt, waited] = [
    to.reads - from.reads,
    to.rebuilt_pages - from.rebuilt_pages,
    to.gc_blocked - from.gc_blocked,
  ];
  const instead = rebuilt === 0 ? '' : `, ${plural(rebuilt, 'page')} reconstructed from parity instead`;
  return `of ${plural(reads, 'read')}, ${waited === 0 ? 'none' : count(waited)} waited for GC${instead}`;
}

/** Merges by sort. */
function merged({ merges: from }: Sample, { merges: to }: Sample): string | null {
  if (!from || !to) return null;
  const sorts = (['switch', 'partial', 'full'] as const).map((sort) => [sort, to[sort] - from[sort]] as const);
  const done = sorts.filter(([, merges]) => merges > 0);
  if (done.length === 0) return 'no merge';
  const last = done.at(-1)?.[1] ?? 0;
  const words = joined(done.map(([sort, merges]) => `${count(merges)} ${sort}`));
  return `${words} ${last === 1 ? 'merge' : 'merges'}`;
}

/** What merges made of the host's writes. */
function amplified({ pages: from }: Sample, { pages: to, merges }: Sample): string | null {
  const host_pages = to.host_pages - from.host_pages;
  if (!merges || host_pages <= 0) return null;
  return `${significant((to.programs - from.programs) / host_pages, 2)} pages programmed per page written`;
}

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** How often garbage was collected, what was moved for it, and how long that took. */
function collected(from: Sample, to: Sample, pages_per_block: number): string | null {
  if (to.merges || to.page_cache) return null;
  const runs = to.gc_runs - from.gc_runs;
  if (runs === 0) return 'no GC';
  const mean = (to.collections.moved_pages - from.collections.moved_pages) / runs;
  // A line of a host FTL has many blocks.
  const of = mean <= pages_per_block ? ` of ${count(pages_per_block)}` : '';
  const moved = `${plural(runs, 'GC run')} moved ${significant(mean, 2)}${of} pages${runs === 1 ? '' : ' on average'}`;
  return `${moved}${inTime(from, to)}`;
}

function inTime(from: Sample, to: Sample): string {
  const ns = to.simulated_ns - from.simulated_ns;
  if (from.collections.ns === null || to.collections.ns === null || ns <= 0) return '';
  return `; GC took ${share(Math.min(1, (to.collections.ns - from.collections.ns) / ns), 2)} of the time`;
}
