/** Frames made by hand of a device of 400 GiB: in the middle of a write-back, and with its whole table in memory. */

import type { DirectoryRow, MapCacheSlot, MapCacheView, OpenChannelView, TableEntry } from '../../../engine/core-types';
import type { Frame } from '../../../engine/protocol';
import { frameOf } from './figure-4.fixture';

const LARGE_EPB = 16_384;
const LARGE_BLOCKS = 6400;
const LARGE_SLOTS = 2048;

/** A number that looks random and is always the same. */
export function mixed(n: number): number {
  const one = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
  const two = Math.imul(one ^ (one >>> 12), 0x297a2d39);
  return ((two ^ (two >>> 15)) >>> 0) / 2 ** 32;
}

const large = (lbn: number): number => Math.floor(mixed(lbn) * 114_000_000);

function largeEntries(id: number, around: number): TableEntry[] {
  const first = Math.min(LARGE_EPB - 8, Math.max(0, around - 3));
  return Array.from({ length: 8 }, (_, i) => {
    const lbn = id * LARGE_EPB + first + i;
    return [lbn, i === 6 ? null : large(lbn)];
  });
}

/** 400 GiB, a third of the map in memory, seven of sixteen pages written back. */
export function largeFrame(scattered = false, step = 4): Frame {
  const state = Array.from({ length: LARGE_BLOCKS }, (_, id) => {
    const share = scattered ? 0.32 : 1 / (1 + Math.exp((id - 1990) / 90)) + (id > 1990 ? 0.012 : 0);
    const in_memory = id >= LARGE_BLOCKS - 64 || mixed(id + 7) < share;
    if (!in_memory) return !scattered && id > 6000 && id < 6200 ? 3 : 0;
    return mixed(id + 99) < 0.7 ? 2 : 1;
  });
  const heat = state.map((one, id) =>
    one === 1 || one === 2
      ? Math.round(255 * Math.max(0.05, scattered ? mixed(id + 5) ** 2 : 1 - (id / 2200) ** 0.4))
      : 0,
  );
  const row = (id: number, slot: number | null, hotness: number): DirectoryRow => ({
    id,
    hotness,
    line: 990 + (id % 9),
    offset: 1 + ((id * 37) % 7168),
    slot,
    address: slot === null ? null : slot * 65_536,
    dirty: slot !== null && id !== 1203,
    journal: false,
  });
  const [id, entry] = [1204, 5930];
  const victim = 2077;
  const to: [number, number] = [998, 431];
  const slot = (at: number, of: number, dirty: boolean, hotness: number): MapCacheSlot => ({
    slot: at,
    address: at * 65_536,
    id: of,
    used: true,
    dirty,
    hotness,
    entries: largeEntries(of, of === victim ? 800 : entry),
  });
  const map: MapCacheView = {
    policy: 'hotness',
    entries_per_block: LARGE_EPB,
    map_blocks: LARGE_BLOCKS,
    block_pages: 16,
    block_bytes: 65_536,
    cache_blocks: LARGE_SLOTS,
    used: LARGE_SLOTS,
    dirty: state.filter((one) => one === 2).length,
    memory_bytes: LARGE_SLOTS * 65_536 + 256_000 + 256,
    full_bytes: LARGE_BLOCKS * 65_536,
    directory_bytes: 256_000,
    state,
    heat,
    least: 1,
    hottest: 2310,
    journal: { first: LARGE_BLOCKS - 2, end: LARGE_BLOCKS },
    rows: [
      row(1202, 17, 214),
      row(1203, 901, 22),
      row(id, null, 9),
      row(1205, null, 3),
      row(1206, 1300, 77),
      row(victim, 1733, 11),
    ],
    slots: [
      slot(17, 1202, true, 214),
      slot(901, 1203, false, 22),
      slot(1300, 1206, true, 77),
      slot(1733, victim, true, 11),
    ],
    walk: {
      op: 2_000_000,
      request: 412_345,
      lbn: id * LARGE_EPB + entry,
      id,
      entry,
      hit: false,
      cause: 'host-write',
      step,
      slot: 1733,
      address: 1733 * 65_536,
      victim: { id: victim, hotness: 11, dirty: true, from: [993, 6012], to, slot: 1733, address: 1733 * 65_536 },
      from: [992, 1557],
      written: step > 4 ? 16 : 7,
      read: step > 5 ? 16 : step === 5 ? 9 : 0,
      pages: 16,
      hotness_before: 9,
      hotness_after: 19,
      ppn: null,
      ops: Array.from({ length: 9 }, (_, i) => (i < step ? 2_000_000 + i : null)),
      flash: [
        { line: 992, offset: 1557, id, state: 'current', entries: largeEntries(id, entry) },
        {
          line: 993,
          offset: 6012,
          id: victim,
          state: step > 4 ? 'stale' : 'current',
          entries: largeEntries(victim, 800),
        },
        { line: 998, offset: 430, id: 88, state: 'current', entries: largeEntries(88, 800) },
        { line: 998, offset: 431, id: victim, state: 'new', entries: largeEntries(victim, 800) },
      ],
    },
  };
  const costs = {
    lookups: 412_345,
    hits: scattered ? 206_000 : 328_600,
    loads: 83_745,
    write_backs: 80_112,
    page_ns: 40_400,
    full_page_ns: 30_320,
  };
  return frameOf({ ...LARGE, map, costs }, 2_000_010, 1_000_000, 412_346);
}

const LARGE: OpenChannelView = {
  pus: 28,
  lines: 1000,
  chunk_pages: 4096,
  line_states: Array.from({ length: 1000 }, (_, line) =>
    line === 41 ? 3 : line >= 990 ? (line === 998 ? 1 : 2) : line > 931 ? 0 : line === 931 ? 1 : line === 500 ? 4 : 2,
  ),
  line_valid: Array.from({ length: 1000 }, (_, line) =>
    Math.round(
      28 * 4096 * (line >= 990 ? 0.6 : line > 931 ? 0 : line === 41 ? 0.14 : Math.min(1, 0.55 + 0.5 * mixed(line))),
    ),
  ),
  line_kinds: Array.from({ length: 1000 }, (_, line) => (line >= 990 ? 1 : 0)),
  lists: [2, 12, 31, 702, 184],
  gc: { line: 42, valid: 16_110, left: 9_800 },
  limiter: {
    free_chunks: 880,
    high: 1200,
    reserved: 28,
    ring: 1024,
    user_max: 640,
    gc_max: 384,
    user: 602,
    gc: 310,
    waiting: 12,
  },
  map: null,
  costs: null,
};

/** pblk: the whole table is in memory. */
export const wholeFrame = (): Frame => frameOf(LARGE, 100_000, 1_000_000, 60_000);
