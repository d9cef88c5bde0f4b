/** States made by hand, for tests: an l-buffer of a device with blocks of 128 pages, and small buffers of blocks of 4. */

import type { BufferGroup, BufferLine, BufferView, DensityView, LineStep } from '../../../engine/core-types';
import type { LineView } from './line-words';
import type { BufferPicture, DensityPicture } from './model';

export const BLOCK_PAGES = 128;
const SECTORS = 8;

/** Three groups whose densities were worked out by hand. */
export const SPEC_GROUPS = [
  { lbn: 1, age: 100, size: 4 },
  { lbn: 2, age: 10, size: 40 },
  { lbn: 3, age: 50, size: 10 },
] as const;

/** NCTU's times, and merges of associativity 10. */
export const COSTS = { read_ns: 60_000, program_ns: 800_000, erase_ns: 1_500_000, merge_ns_per_page: 8_728_906 };

export const group = (lbn: number, age: number, sectors: number, more: Partial<BufferGroup> = {}): BufferGroup => ({
  lbn,
  pages: Array.from({ length: Math.ceil(sectors / SECTORS) }, (_, page) => page * 3),
  partial: [],
  clean: [],
  sectors,
  age,
  score: age * sectors,
  section: null,
  kept: null,
  ...more,
});

export const density = (more: Partial<DensityView> = {}): DensityView => ({
  alpha: -0.25,
  tuner: 'device',
  grid: [-1, -0.5, -0.25, 0, 0.25, 0.5, 1],
  lambda: 11.64,
  ...COSTS,
  evictions: 1208,
  plugged: 94,
  session: { index: 12, writes: 6400, length: 10_000 },
  history: [0, -0.25, -0.5, -0.25].map((alpha, index) => ({ index: index + 1, alpha, lambda: null })),
  rehearsals: [
    { alpha: -0.5, running: false, cost_ns: 101_200, groups: 60, evictions: 400, trail: [2500, 5200, 101_000] },
    { alpha: -0.25, running: true, cost_ns: 100_000, groups: 68, evictions: 400, trail: [2500, 5000, 100_000] },
    { alpha: 0, running: false, cost_ns: 98_100, groups: 71, evictions: 400, trail: [2500, 4900, 98_500] },
  ],
  memory: { kept: [9000, 2264], full: [30_000, 11_984] },
  ...more,
});

export function bufferView(groups: BufferGroup[], more: Partial<BufferView> = {}): BufferView {
  const used = groups.reduce((total, { sectors }) => total + sectors, 0);
  return {
    kind: 'lbuffer',
    grain: 'sector',
    sectors_per_page: SECTORS,
    pages_per_block: BLOCK_PAGES,
    capacity: 8192,
    used,
    pages: groups.reduce((total, { pages }) => total + pages.length, 0),
    now: 116_400,
    rule: 'the least dense group',
    score: '1 / density',
    sections: [],
    groups,
    all: {
      lbn: groups.map(({ lbn }) => lbn),
      age: groups.map(({ age }) => age),
      size: groups.map(({ sectors }) => sectors),
    },
    groups_total: groups.length,
    next: [],
    line: null,
    flush: null,
    density: null,
    request: null,
    act: null,
    ...more,
  };
}

/** The mock-up's first groups, in order of leaving at α = −0.25. */
export const MOCK_GROUPS: BufferGroup[] = [
  group(412, 2140, 296, { kept: 'bits' }),
  group(88, 3900, 84, { kept: 'bits' }),
  group(1301, 1460, 372, { kept: 'bits' }),
  group(77, 5200, 38, { kept: { records: 19 } }),
  group(640, 820, 610, { kept: 'bits' }),
];

export function densityPicture(more: Partial<DensityView> = {}, view: Partial<BufferView> = {}): DensityPicture {
  const shown = density(more);
  return {
    buffer: bufferView(MOCK_GROUPS, { density: shown, ...view }),
    density: shown,
    appearances: (lbn) => lbn,
    decision: null,
    convert_threshold: 24,
  };
}

/** A small buffer over blocks of four pages. */
export function smallPicture(groups: BufferGroup[], view: Partial<BufferView> = {}): BufferPicture {
  const buffer = bufferView(groups, {
    kind: 'fab',
    grain: 'page',
    sectors_per_page: 1,
    pages_per_block: 4,
    capacity: 8,
    rule: 'the group with most pages',
    score: 'pages',
    ...view,
  });
  return { buffer, appearances: (lbn) => lbn, decision: null, convert_threshold: null };
}

/** Groups A, B, C and D. */
export const SMALL_GROUPS: BufferGroup[] = [
  group(0, 3, 3, { pages: [0, 1, 2], score: 3 }),
  group(2, 10, 2, { pages: [1, 3], score: 2 }),
  group(3, 5, 2, { pages: [2, 3], score: 2 }),
  group(1, 1, 1, { pages: [0], score: 1 }),
];

/** A line of `total` pages, from the page with the highest number at the front to page 0 at the tail. */
export function lineView(total: number, more: Partial<BufferLine> = {}, view: Partial<BufferView> = {}): LineView {
  const pages = Array.from({ length: total }, (_, at) => ({ lpn: total - 1 - at, clean: false }));
  const line: BufferLine = {
    front: pages.slice(0, 160),
    back: pages.slice(160).slice(-160),
    total,
    window: null,
    by_arrival: false,
    keeps: false,
    changed: total,
    high_water: total,
    on_way: 0,
    share: null,
    steps: [],
    ...more,
  };
  const { buffer } = smallPicture([], {
    kind: 'lru',
    capacity: total,
    used: total,
    pages: total,
    rule: 'the page used least recently',
    next: Array.from({ length: Math.min(6, total) }, (_, lpn) => ({ lbn: Math.floor(lpn / 4), lpn })),
    ...view,
  });
  return { ...buffer, line };
}

export const lineStep = (more: Partial<LineStep>): LineStep => ({
  op: 9,
  lpn: 0,
  how: 'overwritten',
  from: 0,
  to: 0,
  share: null,
  ...more,
});
