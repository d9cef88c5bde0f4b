/** What a lesson can read off the simulator at a moment, by name: the numbers in its sentences, and the answers to its questions. */

import type { Frame, MapCacheView, Opened, TtflashRead } from '../engine/protocol';
import { NONE, PAGE_STATES, type PageState } from '../engine/protocol';
import { bytes, count, ratio, share, time } from '../render/format';
import { lostWrites } from './lost-writes';

export interface Moment {
  frame: Frame;
  opened: Opened;
}

/** A reading of one of the lanes; lane A is 0. */
export interface LaneReading {
  lane: number;
  reading: ReadingName;
}

export interface Reading {
  /** In words, as in "your answer against the …". */
  title: string;
  /** A verdict's sentence of one, and of any other number, which stands at `#`; without them it is made of the title. */
  told?: Told;
  /** Null where the device has no such thing, or not yet. */
  of: (moment: Moment) => number | null;
  /** As it stands in a sentence. */
  shown: (value: number) => string;
  /** It names something, rather than saying how much: nothing is nearer to it than something else. */
  names?: true;
}

type Told = readonly [one: string, many: string];

const reading = (title: string, of: Reading['of'], shown: Reading['shown'] = count, told?: Told): Reading => ({
  title,
  of,
  shown,
  ...(told ? { told } : {}),
});

/** A count, and how a verdict tells it. */
const counted = (title: string, of: Reading['of'], one: string, many: string): Reading =>
  reading(title, of, count, [one, many]);

/** How long the device takes for an operation, as its document has it. */
const timeOf =
  (field: string): Reading['of'] =>
  ({ opened }) => {
    const device = opened.document.device as Record<string, unknown> | undefined;
    const value = device?.[field];
    return typeof value === 'number' ? value : null;
  };

/** Pages programmed that the host did not write. */
const copiesOf = ({ frame }: Moment): number | null => {
  const written = frame.charts?.write_amplification;
  return written ? written.programs - written.host_pages : null;
};

/** Pages of one state, where every page is in sight. */
const pagesIn =
  (state: PageState): Reading['of'] =>
  ({ frame: { stage } }) =>
    stage?.kind === 'cells' ? stage.page_state.filter((page) => PAGE_STATES[page] === state).length : null;

/** The block that was chosen by the last decision that chose one. */
const chosen = ({ frame }: Moment) => frame.decision?.rows.find((row) => row.chosen) ?? null;

/** Of a cache or a buffer, what has left it for flash. */
const flushed = ({ frame: { charts } }: Moment): { flushes: number; flushed_pages: number } | null =>
  charts?.page_cache ?? charts?.buffer ?? null;

/** Pages of the last request's kind of operation, of the purpose that is meant. */
const tallied =
  (is_meant: (kind: string, purpose: string) => boolean): Reading['of'] =>
  ({ frame }) =>
    frame.charts?.so_far.tallies
      .filter(({ kind, purpose }) => is_meant(kind, purpose))
      .reduce((sum, tally) => sum + tally.count, 0) ?? null;

/** Of a host FTL with only part of its table in memory. */
const mapOf = (frame: Frame): MapCacheView | null => frame.layer.openchannel?.map ?? null;

/** Of a device with stripes: the last read that met a plane that collects. */
const met = ({ frame }: Moment): TtflashRead | null => frame.layer.ttflash?.read ?? null;

/** The response that this share of the reads does not exceed. */
const ofReads =
  (share: number): Reading['of'] =>
  ({ frame }) =>
    frame.charts?.ttflash?.read_tail.find(([of]) => of === share)?.[1] ?? null;

export const READINGS = {
  requests: counted(
    'requests so far',
    ({ frame }) => frame.position.request,
    '# request has been served',
    '# requests have been served',
  ),
  operations: counted(
    'operations so far',
    ({ frame }) => frame.position.op,
    '# operation has been carried out',
    '# operations have been carried out',
  ),
  'gc-runs': reading('GC runs so far', ({ frame }) => frame.position.gc_runs),
  erases: counted(
    'erases so far',
    ({ frame }) => frame.charts?.so_far.erases ?? null,
    '# block has been erased',
    '# blocks have been erased',
  ),
  'host-pages': reading(
    'pages written by the host',
    ({ frame }) => frame.charts?.write_amplification.host_pages ?? null,
  ),
  programs: counted(
    'page programs',
    ({ frame }) => frame.charts?.write_amplification.programs ?? null,
    '# page has been programmed',
    '# pages have been programmed',
  ),
  copies: counted('pages copied', copiesOf, '# page has been copied', '# pages have been copied'),
  'write-amplification': reading(
    'write amplification',
    ({ frame }) => frame.charts?.write_amplification.now ?? null,
    ratio,
  ),
  'theory-write-amplification': reading(
    'write amplification of the closed form',
    ({ frame }) => frame.charts?.write_amplification.theory?.value ?? null,
    ratio,
  ),
  'effective-alpha': reading(
    'α, pages that can be full for each logical page',
    ({ opened }) => opened.theory?.alpha ?? null,
    ratio,
  ),
  'victim-fill': reading(
    'valid pages of a victim, on average',
    (moment) => {
      const [copies, erases] = [copiesOf(moment), moment.frame.charts?.so_far.erases ?? 0];
      return copies !== null && erases > 0 ? copies / erases : null;
    },
    ratio,
  ),
  'theory-victim-fill': reading(
    'valid pages of a victim by the closed form',
    ({ frame, opened }) => {
      const theory = frame.charts?.write_amplification.theory;
      // Of n programs, n − u are of the host.
      return theory ? opened.geometry.pages_per_block * (1 - 1 / theory.value) : null;
    },
    ratio,
  ),
  'free-blocks': reading('free blocks', ({ frame }) => frame.free_blocks.now),
  'low-mark': reading('low mark', ({ frame }) => frame.free_blocks.low),
  'valid-pages': counted('valid pages', pagesIn('valid'), '# page is valid', '# pages are valid'),
  'invalid-pages': counted('invalid pages', pagesIn('invalid'), '# page is invalid', '# pages are invalid'),
  'free-pages': counted('free pages', pagesIn('free'), '# page is free', '# pages are free'),
  victim: { title: 'block', of: (moment) => chosen(moment)?.block ?? null, shown: String, names: true },
  'victim-valid-pages': reading('valid pages of the block that was chosen', (moment) => {
    const row = chosen(moment);
    return row?.share == null ? null : Math.round(row.share * moment.opened.geometry.pages_per_block);
  }),
  'request-reads': counted(
    'flash reads of the last request',
    tallied((kind) => kind === 'read'),
    '# page of flash is read for it',
    '# pages of flash are read for it',
  ),
  'request-programs': counted(
    'programs of the last request',
    tallied((kind) => kind === 'program' || kind === 'copy'),
    '# page is programmed for it',
    '# pages are programmed for it',
  ),
  'request-copies': counted(
    'pages that the last request made move',
    tallied((kind) => kind === 'copy'),
    '# page is copied for it',
    '# pages are copied for it',
  ),
  'request-erases': counted(
    'erases of the last request',
    tallied((kind) => kind === 'erase'),
    '# block is erased for it',
    '# blocks are erased for it',
  ),
  response: reading(
    'response time of the last request',
    ({ frame }) => frame.charts?.so_far.last_response_ns ?? null,
    time,
  ),
  'most-erases': counted(
    'erases of the block erased most often',
    ({ frame }) => frame.charts?.erases.max ?? null,
    'the most worn block was erased once',
    'the most worn block was erased # times',
  ),
  'fewest-erases': reading('erases of the block erased least often', ({ frame: { stage } }) =>
    stage?.kind === 'cells' ? Math.min(...stage.block_erases) : null,
  ),
  'unerased-blocks': counted(
    'blocks that were never erased',
    ({ frame: { stage } }) =>
      stage?.kind === 'cells' ? stage.block_erases.filter((erases) => erases === 0).length : null,
    '# block was never erased',
    '# blocks were never erased',
  ),
  'mean-response': reading('mean response time', ({ frame }) => frame.charts?.so_far.mean_response_ns ?? null, time),
  p99: reading('99th percentile of response times', ({ frame }) => frame.charts?.so_far.p99_ns ?? null, time),
  ram: reading('RAM for tables and buffers', ({ frame }) => frame.charts?.so_far.ram_bytes ?? null, bytes),
  'full-merges': counted(
    'full merges',
    ({ frame }) => frame.charts?.merges?.full ?? null,
    'there was # full merge',
    'there were # full merges',
  ),
  'switch-merges': reading('switch merges', ({ frame }) => frame.charts?.merges?.switch ?? null),
  'partial-merges': reading('partial merges', ({ frame }) => frame.charts?.merges?.partial ?? null),
  merges: counted(
    'merges',
    ({ frame }) => {
      const merges = frame.charts?.merges;
      return merges ? merges.switch + merges.partial + merges.full : null;
    },
    'there was # merge',
    'there were # merges',
  ),
  'cached-entries': reading(
    'map entries in the cache',
    ({ frame }) => frame.layer?.map?.segments.reduce((sum, segment) => sum + segment.entries, 0) ?? null,
  ),
  'dirty-entries': reading('dirty map entries', ({ frame }) => frame.layer?.map?.dirty ?? null),
  'request-map-updates': counted(
    'translation pages that garbage collection wrote for the last request',
    tallied((kind, purpose) => kind === 'program' && purpose === 'map-update'),
    '# translation page is written for it',
    '# translation pages are written for it',
  ),
  'map-hit-ratio': reading(
    'map hit ratio',
    ({ frame: { charts } }) => {
      const cache = charts?.map_cache ?? charts?.openchannel;
      return cache && cache.lookups > 0 ? cache.hits / cache.lookups : null;
    },
    share,
  ),
  'map-misses': counted(
    'map misses so far',
    ({ frame }) => {
      const map = frame.charts?.openchannel;
      return map ? map.lookups - map.hits : null;
    },
    '# look-up missed',
    '# look-ups missed',
  ),
  'journal-misses': counted(
    'map misses of the journal so far',
    ({ frame }) => {
      const map = frame.charts?.openchannel;
      return map ? map.journal_lookups - map.journal_hits : null;
    },
    '# look-up of the journal missed',
    '# look-ups of the journal missed',
  ),
  'journal-lookups': reading(
    'look-ups of journal pages',
    ({ frame }) => frame.charts?.openchannel?.journal_lookups ?? null,
  ),
  'map-block': { title: 'map block', of: ({ frame }) => mapOf(frame)?.walk?.id ?? null, shown: String, names: true },
  'map-victim': {
    title: 'map block',
    of: ({ frame }) => mapOf(frame)?.walk?.victim?.id ?? null,
    shown: String,
    names: true,
  },
  'map-blocks': reading('map blocks', ({ frame }) => mapOf(frame)?.map_blocks ?? null),
  'cached-map-blocks': reading(
    'map blocks that memory has room for',
    ({ frame }) => mapOf(frame)?.cache_blocks ?? null,
  ),
  'map-speed': reading(
    'share of the speed with the whole table',
    ({ frame }) => {
      const costs = frame.layer.openchannel?.costs;
      return costs?.page_ns && costs.full_page_ns ? costs.full_page_ns / costs.page_ns : null;
    },
    share,
  ),
  'torn-pages': reading('torn pages', pagesIn('torn')),
  'recovery-reads': counted(
    'pages read to find the data',
    ({ frame }) => frame.operations.findLast(({ kind }) => kind === 'recovery')?.pages ?? null,
    '# page is read to find the data',
    '# pages are read to find the data',
  ),
  'lost-writes': counted(
    'acknowledged writes lost',
    lostWrites,
    '# acknowledged write is lost',
    '# acknowledged writes are lost',
  ),
  'empty-pages': counted(
    'logical pages that are nowhere',
    ({ frame: { stage } }) => (stage?.kind === 'cells' ? stage.mapping.filter((page) => page === NONE).length : null),
    '# logical page is nowhere',
    '# logical pages are nowhere',
  ),
  'page-slots': reading('page slots', ({ frame }) => frame.layer.cache?.page_slots ?? null),
  'page-slots-used': reading('page slots in use', ({ frame }) => frame.layer.cache?.pages_used ?? null),
  swaps: reading('swaps so far', ({ frame }) => frame.charts?.page_cache?.swaps ?? null),
  flushes: reading('flushes so far', (moment) => flushed(moment)?.flushes ?? null),
  'pages-a-flush': reading(
    'mean number of pages in RAM at a flush',
    (moment) => {
      const so_far = flushed(moment);
      return so_far && so_far.flushes > 0 ? so_far.flushed_pages / so_far.flushes : null;
    },
    ratio,
  ),
  'buffer-free-pages': counted(
    'free pages of the buffer',
    ({ frame: { layer } }) => {
      const buffer = layer.buffer;
      return buffer ? Math.floor((buffer.capacity - buffer.used) / buffer.sectors_per_page) : null;
    },
    '# page of the buffer is free',
    '# pages of the buffer are free',
  ),
  plugs: reading('groups plugged so far', ({ frame }) => frame.charts?.buffer?.plugs ?? null),
  lambda: reading(
    'pages from which holes are plugged',
    ({ frame: { layer } }) => layer.buffer?.density?.lambda ?? null,
    ratio,
  ),
  alpha: reading(
    'weight α',
    ({ frame: { layer } }) => layer.buffer?.density?.alpha ?? null,
    (alpha) => String(alpha).replace('-', '−'),
  ),
  'kept-bytes': reading('bytes that the rehearsals take', ({ frame: { layer } }) => {
    const kept = layer.buffer?.density?.memory?.kept;
    return kept ? kept[0] + kept[1] : null;
  }),
  'full-bytes': reading('bytes that full information would take', ({ frame: { layer } }) => {
    const full = layer.buffer?.density?.memory?.full;
    return full ? full[0] + full[1] : null;
  }),
  leaver: {
    title: 'logical block',
    of: ({ frame: { layer } }) => (layer.cache ?? layer.buffer)?.flush?.lbn ?? null,
    shown: (lbn) => `B${lbn}`,
    names: true,
  },
  reads: reading('reads so far', ({ frame }) => frame.charts?.ttflash?.reads ?? null),
  'gc-waits': counted(
    'reads that waited for GC',
    ({ frame }) => {
      const stripes = frame.charts?.ttflash;
      return stripes ? stripes.waits_chosen + stripes.waits_forced : null;
    },
    '# read waited for GC',
    '# reads waited for GC',
  ),
  'reconstructed-reads': reading(
    'reads answered by the rest of their stripe',
    ({ frame }) => frame.charts?.ttflash?.rebuilt_pages ?? null,
  ),
  'read-half': reading('time within which half of the reads are answered', ofReads(0.5), time),
  'slowest-hundredth': reading('time that one read in a hundred exceeds', ofReads(0.99), time),
  'slowest-thousandth': reading('time that one read in a thousand exceeds', ofReads(0.999), time),
  'gc-left': reading('time that GC still takes', (moment) => met(moment)?.remaining_ns ?? null, time),
  'wait-time': reading('time of a read that waits', (moment) => met(moment)?.wait_ns ?? null, time),
  'other-reads': reading('pages read in its place', (moment) => met(moment)?.others.length ?? null),
  'other-reads-time': reading('time of a reconstructed read', (moment) => met(moment)?.rebuild_ns ?? null, time),
  'held-pages': reading(
    'pages held in RAM for a plane that collects',
    ({ frame }) => frame.layer.ttflash?.ram.held ?? null,
  ),
  'read-time': reading('time to read a page', timeOf('read_ns'), time),
  'program-time': reading('time to program a page', timeOf('program_ns'), time),
  'erase-time': reading('time to erase a block', timeOf('erase_ns'), time),
  'transfer-time': reading('time to transfer a page over the channel', timeOf('transfer_ns'), time),
  'pages-per-block': reading('pages in a block', ({ opened }) => opened.geometry.pages_per_block),
  blocks: reading('blocks', ({ opened }) => opened.geometry.blocks),
  'logical-pages': reading('logical pages', ({ opened }) => opened.geometry.logical_pages),
  'physical-pages': reading('pages of the flash', ({ opened }) => opened.geometry.physical_pages),
} satisfies Record<string, Reading>;

export type ReadingName = keyof typeof READINGS;

/** The moments of all lanes, A first; null for one that is not open. */
export type Moments = readonly (Moment | null)[];

/** What `source` is at these moments; null where there is nothing to read. */
export function readingAt({ lane, reading }: LaneReading, moments: Moments): number | null {
  const moment = moments[lane];
  return moment ? READINGS[reading].of(moment) : null;
}

/** As it stands in a sentence; a dash where there is nothing to read. */
export const shownValue = (reading: ReadingName, value: number | null): string =>
  value === null ? '–' : READINGS[reading].shown(value);

/** Reading and value as a clause: "9 pages are invalid", "the write amplification is 1.79", "it is block 3". */
export function inWords(reading: ReadingName, value: number): string {
  const { title, told, shown, names }: Reading = READINGS[reading];
  if (names) return `it is ${title} ${shown(value)}`;
  if (told) return told[value === 1 ? 0 : 1].replace('#', shown(value));
  return `the ${shown === count ? 'number of ' : ''}${title} is ${shown(value)}`;
}

const LANES = 'abcd';

/** As a lesson spells it: `erases`, and `b.erases` of another lane than A. */
export const sourceName = ({ lane, reading }: LaneReading): string =>
  lane === 0 ? reading : `${LANES[lane]}.${reading}`;

/** The reading that is spelt so: `erases`, `a.erases`, `b.erases`; null where `text` is spelt like none. */
export function sourceParts(text: string): { lane: number; name: string } | null {
  const [, lane = 'a', name] = /^(?:([a-d])\.)?([a-z0-9-]+)$/.exec(text) ?? [];
  return name === undefined ? null : { lane: LANES.indexOf(lane), name };
}
