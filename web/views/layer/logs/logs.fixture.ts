/** Frames made by hand, for tests: FAST freeing its oldest log block, block mapping moving a block, a large device. */

import { emptyLayer } from '../../../engine/layer.fixture';
import {
  type Frame,
  type Geometry,
  type MergeRow,
  type MergeStory,
  NONE,
  type ParkedBlock,
  type StageCells,
} from '../../../engine/protocol';
import type { LogsPicture } from './picture';

export const PAGES = 8;
const COPY_NS = 536_800;
const PROGRAM_NS = 405_900;
const ERASE_NS = 2_000_000;

/** "3·1" is page 1 of logical block 3, "7·4x" a dead one. */
export function log(
  block: number,
  pages: readonly string[],
  role: ParkedBlock['role'] = 'log',
  lbn: number | null = null,
): ParkedBlock {
  const owner = (text: string): number => {
    const [block_part = '0', place = '0'] = text.replace('x', '').split('·');
    return Number(block_part) * PAGES + Number(place);
  };
  const places = Array.from({ length: PAGES }, (_, at) => pages[at]);
  const page_state = places.map((text) => (text === undefined ? 0 : text.endsWith('x') ? 2 : 1));
  const page_owner = places.map((text) => (text === undefined ? NONE : owner(text)));
  const owners = new Set(page_owner.filter((_, at) => page_state[at] === 1).map((lpn) => Math.floor(lpn / PAGES))).size;
  return { role, block, lbn, owners, page_state, page_owner };
}

export const LOGS: readonly ParkedBlock[] = [
  log(43, ['4·0', '4·1', '4·2'], 'sequential', 4),
  log(40, ['3·1x', '7·4x', '12·0x', '3·5x', '21·2', '30·6', '7·7', '12·3x']),
  log(41, ['12·3x', '4·1x', '9·2', '21·5', '5·0', '4·6', '9·7', '30·1']),
  log(42, ['7·4', '10·3', '3·0x', '5·2', '10·5', '12·6x', '9·3', '4·0x']),
];

const places = <T>(make: (place: number) => T): T[] => Array.from({ length: PAGES }, (_, place) => make(place));

export function row(
  lbn: number,
  state: MergeRow['state'],
  logged: Readonly<Record<number, number>>,
  placed: number,
  more: Partial<MergeRow> = {},
): MergeRow {
  const old_block = 100 + lbn;
  const done = places((place) => place < placed);
  return {
    op: state === 'waiting' ? null : 1000 + lbn,
    lbn,
    merge: 'full',
    state,
    old_block,
    new_block: state === 'waiting' ? null : 200 + lbn,
    from: places((place) => logged[place] ?? old_block),
    done,
    host: places(() => false),
    copies: placed,
    erases: state === 'done' ? 1 : 0,
    copies_ahead: PAGES - placed,
    ...more,
  };
}

export function story(rows: MergeRow[], more: Partial<MergeStory> = {}): MergeStory {
  const sum = (of: (one: MergeRow) => number): number => rows.reduce((all, one) => all + of(one), 0);
  return {
    reclaim: { op: 999, block: 40, over: false },
    rows,
    more_rows: 0,
    copy_ns: COPY_NS,
    program_ns: PROGRAM_NS,
    erase_ns: ERASE_NS,
    copies: sum(({ copies }) => copies),
    erases: sum(({ erases }) => erases),
    copies_ahead: sum(({ copies_ahead }) => copies_ahead),
    erases_ahead: rows.filter(({ state }) => state !== 'done').length + 1,
    programs: 0,
    programs_ahead: 1,
    ...more,
  };
}

/** Five rebuilds, the third under way. */
export const EXPLOSION: MergeStory = story([
  row(3, 'done', { 0: 42, 1: 40, 5: 40 }, PAGES),
  row(12, 'done', { 0: 40, 3: 41, 6: 42 }, PAGES),
  row(21, 'running', { 2: 40, 5: 41 }, 4),
  row(30, 'waiting', { 1: 41, 6: 40 }, 0),
  row(7, 'waiting', { 4: 42, 7: 40 }, 0),
]);

/** 32 data blocks in their places; pages that `parked` holds are outdated there. */
export function cellsOf(parked: readonly ParkedBlock[], logical_blocks = 32, blocks = 48): StageCells {
  const pages = blocks * PAGES;
  const cells: StageCells = {
    kind: 'cells',
    page_state: new Uint8Array(pages),
    page_owner: new Uint32Array(pages).fill(NONE),
    page_version: new Uint32Array(pages),
    page_age: new Uint32Array(pages),
    block_state: new Uint8Array(blocks),
    block_valid: new Uint32Array(blocks),
    block_erases: new Uint32Array(blocks),
    mapping: new Uint32Array(logical_blocks * PAGES).fill(NONE),
  };
  for (let lpn = 0; lpn < logical_blocks * PAGES; lpn++) {
    cells.page_state[lpn] = 1;
    cells.page_owner[lpn] = lpn;
    cells.mapping[lpn] = lpn;
  }
  for (const { block, page_state, page_owner } of parked) {
    for (const [offset, state] of page_state.entries()) {
      const lpn = page_owner[offset] ?? NONE;
      const page = block * PAGES + offset;
      cells.page_state[page] = state;
      cells.page_owner[page] = lpn;
      if (lpn === NONE) continue;
      cells.page_state[lpn] = 2;
      if (state === 1) cells.mapping[lpn] = page;
    }
  }
  return cells;
}

export function picture(more: Partial<LogsPicture> = {}): LogsPicture {
  const homes = Array.from({ length: 32 }, (_, lbn) => lbn);
  return {
    kind: 'fast',
    appearances: (lbn) => lbn,
    layer: emptyLayer({ parked: [...LOGS], parked_total: LOGS.length, homes }),
    merges: null,
    cells: cellsOf(LOGS),
    pages_per_block: PAGES,
    logical_pages: 32 * PAGES,
    group_blocks: 1,
    collecting: null,
    durations: { copy_ns: COPY_NS, program_ns: PROGRAM_NS, erase_ns: ERASE_NS },
    last: null,
    tells_cost: true,
    ...more,
  };
}

export const GEOMETRY: Geometry = {
  channels: 1,
  chips_per_channel: 1,
  planes_per_chip: 1,
  blocks: 48,
  pages_per_block: PAGES,
  page_bytes: 2048,
  logical_pages: 32 * PAGES,
  physical_pages: 48 * PAGES,
  endurance: 1000,
};

export function frameOf({ layer, merges, cells, last }: LogsPicture, op = 1): Frame {
  return {
    epoch: 1,
    position: { op, request: 1, requests: 10, simulated_ns: 0, gc_runs: 0, known_ops: op, ended: null },
    operations: last ? [last] : [],
    skipped: 0,
    headline: { text: '', causes: [] },
    decision: null,
    bench: [],
    identities: { lbn: [], appearance: [] },
    layer,
    merges,
    walk: null,
    updates: null,
    conversion: null,
    free_blocks: { now: 4, low: null, high: null },
    bad_blocks: 0,
    replaced_blocks: 0,
    power: { flash_operations: 0, recovers: true, outcome: null },
    stage: cells,
    charts: null,
    gantt: null,
    marks: null,
    stopped_by: null,
    invariants: { checked: 0, broken: null },
    checkpoints: { count: 0, bytes: 0 },
    pace: { page_ops_per_s: 0, seek_ms: 0 },
    state_hash: null,
  };
}
