/** States made by hand, for tests: both halves of the papers' Figure 2, blocks of 4 pages, 8 page and 2 block slots. */

import { operation as anOperation } from '../../../engine/operation.fixture';
import type { CacheSet, CacheSlot, CacheView, Decision, Moved, Operation } from '../../../engine/protocol';
import type { Colours, Paint } from '../../../render/colours';
import type { Ink } from '../../stage-kit/page-appearance';
import type { ClashPicture } from './picture';

export const PAGES = 4;

const paint = (fill: string): Paint => ({ fill, on: '#000' });
const COLOURS = {
  owners: Array.from({ length: 8 }, (_, i) => paint(`id-${i}`)),
  cells: { valid: paint('valid'), reading: paint('read'), programming: paint('program') },
} as unknown as Colours;

export const inkOf = (pages_per_block = PAGES, text_px = 12.5): Ink => ({
  colours: COLOURS,
  text_px,
  pages_per_block,
  appearances: (lbn) => lbn,
});

export const operation = (index: number, kind: Operation['kind'], more: Partial<Operation> = {}): Operation =>
  anOperation({ index, kind, ...more });

export const set = (lbn: number, column: number, offsets: number[], last_used = column): CacheSet => ({
  lbn,
  column,
  offsets,
  last_used,
});

export const slot = (lbn: number | null, offsets: number[], rank = 0, last_used = rank): CacheSlot => ({
  lbn,
  offsets,
  clean: [],
  last_used,
  rank,
});

export function cacheOf(sets: CacheSet[], blocks: CacheSlot[], more: Partial<CacheView> = {}): CacheView {
  return {
    page_slots: 8,
    pages_used: sets.reduce((sum, { offsets }) => sum + offsets.length, 0),
    sets,
    sets_total: sets.length,
    blocks,
    now: 20,
    flush: null,
    flash: [4, 5, 7, 9, 10, 12, 21, 30].map((lbn) => ({ lbn, block: lbn, page_state: [1, 1, 1, 1] })),
    request: operation(100, 'host-write', { lpn: 5 * PAGES }),
    act: operation(100, 'host-write', { lpn: 5 * PAGES }),
    ...more,
  };
}

const move = (
  lbn: number,
  offsets: number[],
  from_slot: number | null,
  column: number | null,
  to: Moved['to'],
): Moved => ({
  lbn,
  offsets,
  from_slot,
  column,
  to,
});

function decisionOf(op: number, moved: Moved[], prices: Decision['prices'] = []): Decision {
  return {
    op,
    question: 'Which set leaves?',
    rule: 'most pages of one logical block',
    columns: ['pages'],
    rows: [],
    candidates: 0,
    among: [],
    tie: null,
    further: [],
    moved,
    prices,
  };
}

const SWAP = decisionOf(
  101,
  [move(21, [0, 1, 3], null, 0, { place: 'block', slot: 0 }), move(4, [1, 2], 0, null, { place: 'pages' })],
  [
    { label: 'swap', reads: 0, programs: 0, erases: 0, ns: 0 },
    { label: 'had it flushed B4', reads: 2, programs: 4, erases: 1, ns: 3_885_400 },
  ],
);

const FLUSH = decisionOf(
  101,
  [move(4, [0, 1, 2, 3], 0, null, { place: 'flash' }), move(21, [0, 2], null, 0, { place: 'block', slot: 0 })],
  [{ label: 'flush B4', reads: 0, programs: 4, erases: 1, ns: 3_623_600 }],
);

const OTHERS = [set(7, 1, [0, 2]), set(9, 2, [1]), set(12, 3, [3]), set(30, 4, [0])];

export const picture = (
  cache: CacheView,
  decision: Decision | null = null,
  more: Partial<ClashPicture> = {},
): ClashPicture => ({
  cache,
  decision,
  pages_per_block: PAGES,
  appearances: (lbn) => lbn,
  durations: { reads: 130_900, programs: 405_900, erases: 2_000_000 },
  ...more,
});

/** A swap: before the swap, after it, and when the page that waited has come in. */
export const UPPER = {
  before: picture(cacheOf([set(21, 0, [0, 1, 3]), ...OTHERS], [slot(4, [1, 2]), slot(10, [0, 1], 1)]), SWAP),
  swap: picture(
    cacheOf([...OTHERS, set(4, 5, [1, 2])], [slot(21, [0, 1, 3], 1), slot(10, [0, 1])], {
      act: operation(101, 'swap', { lpn: 21 * PAGES, pages: 3, slot: 0 }),
    }),
    SWAP,
  ),
  after: picture(
    cacheOf([set(5, 0, [0]), ...OTHERS, set(4, 5, [1, 2])], [slot(21, [0, 1, 3], 1), slot(10, [0, 1])], {
      act: operation(102, 'cache-insert', { lpn: 5 * PAGES, stale: 5 * PAGES }),
    }),
    SWAP,
  ),
};

const BELOW = [set(7, 1, [1]), set(9, 2, [0]), set(12, 3, [3]), set(30, 4, [2]), set(40, 5, [0]), set(41, 6, [1])];
const LOWER_SETS = [set(21, 0, [0, 2]), ...BELOW];
const flushing = (programmed: number[], erased: boolean): CacheView['flush'] => ({
  lbn: 4,
  slot: 0,
  block: 4,
  offsets: [0, 1, 2, 3],
  read_up: [],
  programmed,
  erased,
});

/** A flush: before the flush, as it begins, after the erase, after two programs, and at its end. */
export const LOWER = {
  before: picture(cacheOf(LOWER_SETS, [slot(4, [0, 1, 2, 3]), slot(10, [0, 1, 2], 1)]), FLUSH),
  start: picture(
    cacheOf(LOWER_SETS, [slot(null, []), slot(10, [0, 1, 2])], {
      act: operation(101, 'flush-start', { lpn: 16, pages: 4, slot: 0, block: 4, purpose: 'flush' }),
      flush: flushing([], false),
    }),
    FLUSH,
  ),
  erased: picture(
    cacheOf(LOWER_SETS, [slot(null, []), slot(10, [0, 1, 2])], {
      act: operation(102, 'erase', { block: 4, purpose: 'flush' }),
      flush: flushing([], true),
    }),
    FLUSH,
  ),
  programmed: picture(
    cacheOf(LOWER_SETS, [slot(null, []), slot(10, [0, 1, 2])], {
      act: operation(104, 'program', { lpn: 17, to: 17, purpose: 'flush' }),
      flush: flushing([0, 1], true),
    }),
    FLUSH,
  ),
  end: picture(
    cacheOf(LOWER_SETS, [slot(null, []), slot(10, [0, 1, 2])], {
      act: operation(107, 'flush-end', { lpn: 16, slot: 0, block: 4, purpose: 'flush' }),
    }),
    FLUSH,
  ),
};

/** A device of the papers' size: 128 page slots full of single pages, blocks of 64 pages. */
export function large(block_slots = 2): ClashPicture {
  const sets = Array.from({ length: 128 }, (_, i) => set(1000 + 37 * i, i, [i % 64]));
  const blocks = Array.from({ length: block_slots }, (_, i) =>
    slot(
      100 + i,
      Array.from({ length: 1 + (i % 5) }, (_, offset) => 3 * offset),
      i,
    ),
  );
  const flash = Array.from({ length: 24 }, (_, i) => ({
    lbn: 1000 + 37 * i,
    block: 1000 + 37 * i,
    page_state: Array.from({ length: 64 }, (_, offset) => (offset === i % 64 ? 2 : 1)),
  }));
  return picture(cacheOf(sets, blocks, { page_slots: 128, flash }), null, { pages_per_block: 64 });
}

/** A block of 64 pages on its way to flash, read up as far as page 58; four pages a set. */
export function largeFlush(): ClashPicture {
  const sets = Array.from({ length: 32 }, (_, i) => set(1000 + 37 * i, i, [0, 1, 2, 3]));
  const offsets = Array.from({ length: 64 }, (_, offset) => offset);
  const flush = {
    ...flushing([], false),
    offsets: [14, 15, 16, 17],
    read_up: offsets.slice(0, 58),
  } as CacheView['flush'];
  const cache = cacheOf(sets, [slot(null, []), slot(100, [28, 29, 30, 31])], {
    page_slots: 128,
    act: operation(101, 'read', { lpn: 4 * 64 + 58, from: 4 * 64 + 58, purpose: 'flush' }),
    flush,
    flash: [{ lbn: 4, block: 4, page_state: offsets.map((offset) => (offset >= 14 && offset < 18 ? 2 : 1)) }],
  });
  return picture(cache, FLUSH, { pages_per_block: 64 });
}

/** 64 pages written in order: one column as high as a block. */
export function tall(): ClashPicture {
  const whole = Array.from({ length: 64 }, (_, offset) => offset);
  const moved = [move(7, whole, null, 0, { place: 'block' as const, slot: 1 })];
  const cache = cacheOf([set(8, 1, whole)], [slot(6, whole), slot(7, whole, 1)], {
    page_slots: 128,
    act: operation(101, 'set-evict', { lpn: 7 * 64, pages: 64, slot: 1 }),
    request: operation(100, 'host-write', { lpn: 9 * 64 }),
    flash: [],
  });
  return picture(cache, decisionOf(101, moved), { pages_per_block: 64 });
}
