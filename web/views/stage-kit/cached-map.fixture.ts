/**
 * A run worked out by hand, as frames, one an operation: a cache of one protected and one probationary entry, translation pages of four.
 * Worked by hand for tests: the device below does what the eight requests need and nothing else.
 */

import { emptyLayer } from '../../engine/layer.fixture';
import type { CachedEntry, Frame, Geometry, MapWalk, OperationKind, StageCells } from '../../engine/protocol';
import { NONE } from '../../engine/protocol';

const PAGES = 16;
const EPT = 4;
const PAGES_PER_BLOCK = 4;
const BLOCKS = 12;

export const MAP_GEOMETRY: Geometry = {
  channels: 1,
  chips_per_channel: 1,
  planes_per_chip: 1,
  blocks: BLOCKS,
  pages_per_block: PAGES_PER_BLOCK,
  page_bytes: 16,
  logical_pages: PAGES,
  physical_pages: BLOCKS * PAGES_PER_BLOCK,
  endurance: 100_000,
};

/** `toy`: 1 µs and 4 µs. */
export const MAP_COSTS = { read_ns: 1_000, program_ns: 4_000 };

/** Requests of the run: what, and to which page. */
export const MAP_REQUESTS = ['r0', 'w1', 'r0', 'w5', 'w0', 'r5', 'r9', 'r10'] as const;

type Entry = Pick<CachedEntry, 'lpn' | 'dirty'>;

/** All frames of the run, the first before any operation. */
export function mapFrames(): Frame[] {
  const mapping = Uint32Array.from({ length: PAGES }, (_, lpn) => lpn);
  const directory = [16, 17, 18, 19];
  let [data_free, map_free] = [20, 24];
  let segments: [Entry[], Entry[]] = [[], []];
  let walk: MapWalk | null = null;
  const frames: Frame[] = [];

  const show = (request: number): void => {
    const entry = ({ lpn, dirty }: Entry): CachedEntry => ({ lpn, dirty, page: mapping[lpn] ?? NONE, run: 1 });
    const shown = (list: Entry[]) => ({ entries: list.length, capacity: 1, first: list.map(entry) });
    frames.push(
      b3Frame(frames.length, request, cells(mapping, directory), {
        walk: walk && { ...walk, steps: [...walk.steps] },
        segments: [shown(segments[0]), shown(segments[1])],
        directory: [...directory],
      }),
    );
  };
  const note = (request: number, what: MapWalk['steps'][number]['what'], page: number | null, id: number): void => {
    walk?.steps.push({ op: frames.length - 1, what, page, id });
    show(request);
  };

  show(0);
  for (const [i, text] of MAP_REQUESTS.entries()) {
    const request = i + 1;
    const lpn = Number(text.slice(1));
    const writes = text[0] === 'w';
    const kind: OperationKind = writes ? 'host-write' : 'host-read';
    walk = null;
    show(request);
    const [kept, tried] = segments;
    const known = [...kept, ...tried].find((entry) => entry.lpn === lpn);
    walk = { request: kind, lpn, hit: known !== undefined, steps: [] };
    const all = [...kept, ...tried];
    if (known) {
      const others = [known, ...kept.filter((entry) => entry !== known)];
      segments = [others.slice(0, 1), [...others.slice(1), ...tried.filter((entry) => entry !== known)]];
      note(request, 'look-up', null, lpn);
    } else {
      note(request, 'look-up', null, lpn);
      // Before the protected segment has an entry, the probationary one may use its place.
      if (all.length === 2) {
        const victim = tried.at(-1) as Entry;
        note(request, 'evict', null, victim.lpn);
        const page = Math.floor(victim.lpn / EPT);
        if (victim.dirty) {
          note(request, 'read-map', directory[page] ?? 0, PAGES + page);
          directory[page] = map_free++;
          segments = [kept, tried.slice(0, -1)];
          note(request, 'write-map', directory[page] ?? 0, PAGES + page);
        } else {
          segments = [kept, tried.slice(0, -1)];
        }
      }
      const page = Math.floor(lpn / EPT);
      segments = [segments[0], [{ lpn, dirty: false }, ...segments[1]]];
      note(request, 'read-map', directory[page] ?? 0, PAGES + page);
    }
    if (writes) {
      mapping[lpn] = data_free++;
      for (const entry of segments.flat()) if (entry.lpn === lpn) entry.dirty = true;
    }
    note(request, 'data', mapping[lpn] ?? 0, lpn);
    segments = [segments[0].map((entry) => ({ ...entry })), segments[1].map((entry) => ({ ...entry }))];
  }
  return frames;
}

function cells(mapping: Uint32Array, directory: readonly number[]): StageCells {
  const pages = BLOCKS * PAGES_PER_BLOCK;
  const page_owner = new Uint32Array(pages).fill(NONE);
  const page_state = new Uint8Array(pages);
  for (const [lpn, page] of mapping.entries()) {
    page_state[page] = 1;
    page_owner[page] = lpn;
  }
  for (const [i, page] of directory.entries()) {
    page_state[page] = 4;
    page_owner[page] = PAGES + i;
  }
  return {
    kind: 'cells',
    page_state,
    page_owner,
    page_version: new Uint32Array(pages),
    page_age: new Uint32Array(pages),
    block_state: new Uint8Array(BLOCKS),
    block_valid: new Uint32Array(BLOCKS),
    block_erases: new Uint32Array(BLOCKS),
    mapping: mapping.slice(),
  };
}

interface Told {
  walk: MapWalk | null;
  segments: NonNullable<Frame['layer']['map']>['segments'];
  directory: number[];
}

function b3Frame(op: number, request: number, stage: StageCells, { walk, segments, directory }: Told): Frame {
  const entries = segments.flatMap(({ first }) => first);
  return {
    epoch: 1,
    position: { op, request, requests: 8, simulated_ns: 0, gc_runs: 0, known_ops: op, ended: null },
    operations: [],
    skipped: 0,
    headline: { text: '', causes: [] },
    decision: null,
    bench: [],
    identities: { lbn: [], appearance: [] },
    layer: emptyLayer({
      map: {
        entries_per_page: EPT,
        segments,
        dirty: entries.filter(({ dirty }) => dirty).length,
        resident: directory.map((_, page) => entries.filter(({ lpn }) => Math.floor(lpn / EPT) === page).length),
        directory,
        directory_first: 0,
        pages: directory.length,
        whole_blocks: [],
      },
    }),
    merges: null,
    walk,
    updates: null,
    conversion: null,
    free_blocks: { now: 5, low: 1, high: 2 },
    bad_blocks: 0,
    replaced_blocks: 0,
    power: { flash_operations: 0, recovers: true, outcome: null },
    stage,
    charts: null,
    gantt: null,
    marks: null,
    stopped_by: null,
    invariants: { checked: 0, broken: null },
    checkpoints: { count: 1, bytes: 0 },
    pace: { page_ops_per_s: 0, seek_ms: 0 },
    state_hash: null,
  };
}
