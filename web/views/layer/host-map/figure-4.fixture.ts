/** The example of the paper's figure 4 as frames, made by hand: nothing yet, the request, the nine steps, the page. */

import type {
  DirectoryRow,
  FlashMapBlock,
  MapBlockWalk,
  MapCacheSlot,
  MapCacheView,
  MapCosts,
  OpenChannelView,
  TableEntry,
} from '../../../engine/core-types';
import type { Frame } from '../../../engine/protocol';
import { mapFrames } from '../../stage-kit/cached-map.fixture';

const EPB = 4;
const LIMITER = {
  free_chunks: 40,
  high: 24,
  reserved: 4,
  ring: 64,
  user_max: 64,
  gc_max: 0,
  user: 5,
  gc: 0,
  waiting: 0,
};

export const DEVICE: OpenChannelView = {
  pus: 4,
  lines: 8,
  chunk_pages: 4,
  line_states: [1, 1, 2, 2, 2, 1, 0, 0],
  line_valid: [4, 0, 16, 12, 5, 7, 0, 0],
  line_kinds: [1, 1, 0, 0, 0, 0, 0, 0],
  lists: [0, 1, 0, 1, 1],
  gc: null,
  limiter: LIMITER,
  map: null,
  costs: null,
};

const entries = (id: number, ppns: readonly (number | null)[]): TableEntry[] =>
  ppns.map((ppn, i) => [id * EPB + i, ppn]);

const ON_SSD: readonly (readonly number[])[] = [
  [15, 21, 30, 45],
  [24, 55, 96, 43],
  [65, 42, 11, 76],
  [90, 98, 77, 57],
];
const OF_3 = [90, 98, 41, 65];

/** Where the run of the example stands: nothing yet, the request, then the nine steps, then the page itself. */
export const FIGURE_4_FRAMES = 12;
const FIRST_STEP = 2;

/** Frame 0 is before anything, 1 the request, 2 to 10 the nine steps, 11 the page read. */
export function figure4(at: number): Frame {
  const step = Math.min(9, at - FIRST_STEP + 1);
  const map = figure4Map(step);
  return frameOf({ ...DEVICE, map, costs: figure4Costs(step) }, at);
}

function figure4Map(step: number): MapCacheView {
  const [written, filled, counted, over] = [step >= 4, step >= 6, step >= 8, step >= 9];
  const row = (id: number, more: Partial<DirectoryRow>): DirectoryRow => ({
    id,
    hotness: 0,
    line: 1,
    offset: id + 1,
    slot: null,
    address: null,
    dirty: false,
    journal: false,
    ...more,
  });
  const rows = [
    row(0, {}),
    row(1, { hotness: counted ? 8 : 0, ...(over ? { slot: 0, address: 0x3000 } : {}) }),
    row(2, { hotness: 20, slot: 1, address: 0x3020, dirty: true }),
    row(3, {
      hotness: 15,
      dirty: !written,
      ...(over ? {} : { slot: 0, address: 0x3000 }),
      ...(written ? { line: 2, offset: 1 } : {}),
    }),
  ];
  const slots: MapCacheSlot[] = [
    filled
      ? {
          slot: 0,
          address: 0x3000,
          id: 1,
          used: step >= 7,
          dirty: false,
          hotness: counted ? 8 : 0,
          entries: entries(1, ON_SSD[1] ?? []),
        }
      : { slot: 0, address: 0x3000, id: 3, used: step < 6, dirty: !written, hotness: 15, entries: entries(3, OF_3) },
    { slot: 1, address: 0x3020, id: 2, used: true, dirty: true, hotness: 20, entries: entries(2, [24, 55, 96, 43]) },
  ];
  return {
    policy: 'hotness',
    entries_per_block: EPB,
    map_blocks: 4,
    block_pages: 1,
    block_bytes: 32,
    cache_blocks: 2,
    used: 2,
    dirty: written ? 1 : 2,
    memory_bytes: 64 + 160 + 1,
    full_bytes: 128,
    directory_bytes: 160,
    state: [0, over ? 1 : 0, 2, over ? 0 : written ? 1 : 2],
    heat: [0, over ? 170 : 0, 255, over ? 0 : 230],
    least: 15,
    hottest: 20,
    journal: null,
    rows,
    slots,
    walk: step >= 1 ? figure4Walk(step) : null,
  };
}

const figure4Costs = (step: number): MapCosts => ({
  lookups: step >= 1 ? 1 : 0,
  hits: 0,
  loads: step >= 6 ? 1 : 0,
  write_backs: step >= 4 ? 1 : 0,
  page_ns: null,
  full_page_ns: null,
});

function figure4Walk(step: number): MapBlockWalk {
  const written = step >= 4;
  const flash: FlashMapBlock[] = [
    { line: 1, offset: 1, id: 0, state: 'current', entries: entries(0, ON_SSD[0] ?? []) },
    { line: 1, offset: 2, id: 1, state: 'current', entries: entries(1, ON_SSD[1] ?? []) },
    { line: 1, offset: 3, id: 2, state: 'current', entries: entries(2, ON_SSD[2] ?? []) },
    { line: 1, offset: 4, id: 3, state: written ? 'stale' : 'current', entries: entries(3, ON_SSD[3] ?? []) },
    ...(written ? [{ line: 2, offset: 1, id: 3, state: 'new' as const, entries: entries(3, OF_3) }] : []),
  ];
  return {
    op: 1,
    request: 0,
    lbn: 7,
    id: 1,
    entry: 3,
    hit: false,
    cause: 'host-read',
    step,
    slot: step >= 3 ? 0 : null,
    address: step >= 3 ? 0x3000 : null,
    victim: step >= 3 ? { id: 3, hotness: 15, dirty: true, from: [1, 4], to: [2, 1], slot: 0, address: 0x3000 } : null,
    from: step >= 5 ? [1, 2] : null,
    written: written ? 1 : 0,
    read: step >= 5 ? 1 : 0,
    pages: 1,
    hotness_before: 0,
    hotness_after: step >= 8 ? 8 : 0,
    ppn: step >= 9 ? 43 : null,
    ops: Array.from({ length: 9 }, (_, i) => (i < step ? i + 1 : null)),
    flash,
  };
}

/** The example's request answered at once: its block is in memory. */
export function figure4Hit(): Frame {
  const map = figure4Map(0);
  const walk: MapBlockWalk = {
    ...figure4Walk(2),
    lbn: 10,
    id: 2,
    entry: 2,
    hit: true,
    slot: 1,
    address: 0x3020,
    hotness_before: 20,
    hotness_after: 21,
    ppn: 96,
    ops: [1, 1, null, null, null, null, null, null, null],
  };
  return frameOf({ ...DEVICE, map: { ...map, walk }, costs: { ...figure4Costs(0), lookups: 1, hits: 1 } }, 2);
}

export function frameOf(openchannel: OpenChannelView, op: number, requests = 1, request = 1): Frame {
  const frame = mapFrames()[0];
  if (!frame) throw new Error('no frame');
  return {
    ...frame,
    position: { ...frame.position, op, request: op === 0 ? 0 : request, requests, known_ops: op },
    layer: { ...frame.layer, map: null, openchannel },
    stage: null,
  };
}
