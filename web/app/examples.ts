/** Experiments ready to be opened. */

import type { ExperimentDocument, OperationKind, StepUnit } from '../engine/protocol';

export interface Example {
  id: string;
  title: string;
  /** What to look for, in a few words. */
  note: string;
  document: ExperimentDocument;
  speed: number;
  unit: StepUnit;
  /**
   * Where it opens, and what it then plays into: the next operation of this kind is the moment that the title promises. A test holds the
   * request against the core: the moment comes after a few operations, and says what is promised.
   */
  opens: { at_request: number; into: OperationKind };
}

/** 32 logical blocks of 8 pages, and room for log blocks: every page can be seen. */
const SMALL_DEVICE = { preset: 'micron-lb', pages_per_block: 8, blocks_per_plane: 40, over_provisioning: 0.25 };
/** One request after another: with arrivals of their own, the queue would be all there is to see. */
const SINGLE_WRITES = { request_pages: 1, write_ratio: 1, queue_depth: 1 };

/** 4 channels of 4 planes, found full, so that planes collect almost from the start; 400 reads and 400 writes of single pages a second. */
const STRIPED = {
  device: { preset: 'ttflash-small', channels: 4, chips_per_channel: 4, over_provisioning: 0.28 },
  workload: {
    kind: 'uniform',
    requests: 20_000,
    request_pages: 1,
    write_ratio: 0.5,
    inter_arrival_ms: { mean: 1.25 },
  },
  run: { initial_state: 'full_rand' },
};
const STRIPED_LAYER = { kind: 'ttflash', ram_bytes: 64 * 4096 };

/** A hundredth of 400 GiB, a third of its map in memory; single pages written, a fifth of them four times in five. */
const SELECTIVE = {
  device: { preset: 'ocssd-virtual-small' },
  ftl: { kind: 'pblk-selective' },
  workload: { kind: 'pareto', requests: 1_000_000, request_pages: 1, write_ratio: 1, queue_depth: 1 },
  run: { initial_state: 'full_seq' },
};

export const EXAMPLES: readonly Example[] = [
  {
    id: 'toy',
    title: 'A device you can count',
    note: '8 blocks of 4 pages: every page can be followed',
    document: {
      device: { preset: 'toy' },
      workload: { kind: 'uniform', write_ratio: 1 },
    },
    speed: 2,
    unit: 'operation',
    opens: { at_request: 6, into: 'gc-start' },
  },
  {
    id: 'block',
    title: 'One page rewritten, 63 others moved',
    note: 'block mapping: rewriting a page moves its whole block',
    document: {
      device: { preset: 'micron-lb', blocks_per_plane: 16, over_provisioning: 0.33 },
      ftl: { kind: 'block' },
      workload: { kind: 'uniform', requests: 200, ...SINGLE_WRITES },
    },
    speed: 4,
    unit: 'merge',
    opens: { at_request: 0, into: 'full-merge' },
  },
  {
    id: 'bast',
    title: 'Four log blocks for 32 blocks',
    note: 'BAST: blocks compete for log blocks (thrashing)',
    document: {
      device: { ...SMALL_DEVICE },
      ftl: { kind: 'bast', log_blocks: 4 },
      workload: { kind: 'uniform', requests: 300, ...SINGLE_WRITES },
    },
    speed: 4,
    unit: 'merge',
    opens: { at_request: 3, into: 'reclaim-start' },
  },
  {
    id: 'fast',
    title: 'One write, six rebuilds',
    note: 'FAST: emptying a log block rebuilds every logical block that has pages in it',
    document: {
      device: { ...SMALL_DEVICE },
      ftl: { kind: 'fast', log_blocks: 6 },
      workload: { kind: 'uniform', requests: 300, ...SINGLE_WRITES },
    },
    speed: 4,
    unit: 'merge',
    opens: { at_request: 42, into: 'reclaim-start' },
  },
  {
    id: 'dftl',
    title: 'A map too large for RAM',
    note: 'DFTL: 16 of 256 map entries are cached; a miss reads a translation page, a dirty entry is written back first',
    document: {
      device: { ...SMALL_DEVICE },
      ftl: { kind: 'dftl', cmt_bytes: 128, map_page_entries: 16 },
      workload: { kind: 'zipf', requests: 400, request_pages: 1, write_ratio: 0.7, queue_depth: 1 },
      run: { initial_state: 'full_seq' },
    },
    speed: 4,
    unit: 'map-miss',
    // The first miss for which a changed entry makes way.
    opens: { at_request: 20, into: 'map-evict' },
  },
  {
    id: 'clash-figure-2',
    title: 'Figure 2 of the C-lash paper',
    note: 'a stack of pages and a block swap places; later a block is flushed',
    document: {
      device: {
        preset: 'toy',
        logical_bytes: 48 * 4 * 2048,
        read_ns: 130_900,
        program_ns: 405_900,
        erase_ns: 2_000_000,
      },
      ftl: { kind: 'clash', p_pages: 8, b_blocks: 2 },
      workload: { kind: 'trace', file: 'clash-figure-2.csv', queue_depth: 1 },
      run: { initial_state: 'full_seq' },
    },
    speed: 1,
    unit: 'operation',
    opens: { at_request: 11, into: 'swap' },
  },
  {
    id: 'clash',
    title: 'A cache in place of a translation layer',
    note: 'C-lash on 1 GiB: only whole blocks reach the flash',
    document: {
      device: { preset: 'micron-lb' },
      ftl: { kind: 'clash' },
      workload: { kind: 'synthetic', sequential_ratio: 0.4 },
      run: { initial_state: 'full_seq' },
    },
    speed: 4,
    unit: 'flush',
    opens: { at_request: 53, into: 'flush-start' },
  },
  {
    id: 'bplru',
    title: 'Whole blocks leave the buffer',
    note: 'BPLRU: the block written least recently is flushed, its holes filled if it is nearly full',
    document: {
      device: { ...SMALL_DEVICE },
      buffer: { kind: 'bplru', bytes: 24 * 2048 },
      ftl: { kind: 'fast', log_blocks: 6 },
      workload: { kind: 'zipf', requests: 400, request_pages: 3, write_ratio: 0.8, queue_depth: 1 },
      run: { initial_state: 'full_seq' },
    },
    speed: 4,
    unit: 'flush',
    opens: { at_request: 12, into: 'flush-start' },
  },
  {
    id: 'lbuffer',
    title: 'A buffer that tunes itself',
    note: 'l-buffer rehearses other values of α and adopts the cheapest',
    document: {
      device: { preset: 'nctu', logical_bytes: 1 << 30, over_provisioning: 0.1 },
      buffer: { kind: 'lbuffer', bytes: 1 << 20, session: 400, alpha: 1 },
      ftl: { kind: 'fast', log_blocks: 24 },
      workload: { kind: 'mix', standin: 'notebook', requests: 20_000, queue_depth: 1 },
      run: { initial_state: 'full_seq' },
    },
    speed: 1000,
    unit: 'session',
    opens: { at_request: 536, into: 'session-end' },
  },
  {
    id: 'ttflash',
    title: 'A read that does not wait',
    note: 'ttFlash: a page on a plane that collects is reconstructed from parity',
    document: { ...STRIPED, ftl: STRIPED_LAYER },
    speed: 60,
    unit: 'rebuild',
    opens: { at_request: 9, into: 'rebuild' },
  },
  {
    id: 'ttflash-base',
    title: 'GC blocks a channel',
    note: 'the same device without ttFlash: every read on the channel waits for GC',
    document: { ...STRIPED, ftl: { ...STRIPED_LAYER, series: 'base' } },
    speed: 60,
    unit: 'wait',
    opens: { at_request: 42, into: 'wait' },
  },
  {
    id: 'figure-4',
    title: 'Nine steps of a miss',
    note: 'pblk: map blocks are fetched and evicted, as in Figure 4 of its paper',
    document: {
      device: { preset: 'figure-4' },
      ftl: { kind: 'pblk-selective' },
      workload: { kind: 'uniform', write_ratio: 0.4, queue_depth: 1 },
      // The first of its requests is the figure's: a read of page 7.
      run: { seed: 45 },
    },
    speed: 0.5,
    unit: 'map-step',
    opens: { at_request: 0, into: 'map-miss' },
  },
  {
    id: 'selective',
    title: 'A third of the map, four fifths of the speed',
    note: 'a hundredth of the paper’s 400 GiB: hot pages lie together, so few map blocks are needed',
    document: SELECTIVE,
    speed: 5000,
    unit: 'map-miss',
    opens: { at_request: 2000, into: 'map-evict' },
  },
  {
    id: 'scattered',
    title: 'The same requests, scattered',
    note: 'every map block holds a few hot pages, so look-ups often miss',
    document: { ...SELECTIVE, workload: { ...SELECTIVE.workload, scatter: true } },
    speed: 5000,
    unit: 'map-miss',
    opens: { at_request: 1000, into: 'map-evict' },
  },
  {
    id: 'journal',
    title: 'A journal that stays in memory',
    note: 'a database on a hundredth of 400 GiB: the map of its journal has priority',
    document: {
      device: { preset: 'ocssd-virtual-small' },
      ftl: { kind: 'pblk-selective', cache_bytes: 655_360 },
      workload: { kind: 'oltp-journal', requests: 500_000, queue_depth: 1 },
      run: { initial_state: 'full_seq' },
    },
    speed: 5000,
    unit: 'map-miss',
    opens: { at_request: 2004, into: 'map-evict' },
  },
  {
    id: 'pblk-limiter',
    title: 'A seesaw of writes',
    note: 'pblk: as free chunks run out, GC takes the ring of writes from the host',
    document: {
      device: { preset: 'ocssd-small', blocks_per_plane: 64, over_provisioning: 0.25 },
      ftl: { kind: 'pblk' },
      workload: { kind: 'pareto', requests: 200_000, request_pages: 1, write_ratio: 1, queue_depth: 64 },
      run: { initial_state: 'full_seq' },
    },
    speed: 20_000,
    unit: 'gc',
    opens: { at_request: 41_791, into: 'gc-start' },
  },
  {
    id: 'hot-cold',
    title: 'A million pages, hot and cold',
    note: '2 GiB, 90 % of the writes go to 10 % of the pages',
    document: {
      device: { preset: 'micron-lb', blocks_per_plane: 16384, over_provisioning: 0.28 },
      workload: {
        kind: 'hotcold',
        requests: 3_100_000,
        request_pages: 1,
        write_ratio: 1,
        hot_request_ratio: 0.9,
        hot_page_ratio: 0.1,
        // One request after another: with arrivals of their own, the queue would be all there is to see.
        queue_depth: 1,
      },
    },
    speed: Infinity,
    unit: 'gc',
    opens: { at_request: 229_183, into: 'gc-start' },
  },
];

/** Traces that come with the page, by file name in `traces/`. */
export const SAMPLES: readonly { name: string; title: string; note: string }[] = [
  {
    name: 'sqlite-ext4.csv.gz',
    title: 'A database on ext4',
    note: 'SQLite at work: two journals, lookups, VACUUM; many flushes',
  },
  {
    name: 'file-churn.spc.gz',
    title: 'Files come and go',
    note: 'a source tree unpacked, built, edited, built again, deleted',
  },
  {
    name: 'oltp-ordered.csv.gz',
    title: 'Transactions, metadata journalled',
    note: 'small durable changes to a table on ext4; a third of the bytes are its journal',
  },
  {
    name: 'oltp-journal.csv.gz',
    title: 'The same, data journalled',
    note: 'data=journal: 1.7 times the bytes, seven tenths of them in the journal',
  },
  {
    name: 'postgres.csv.gz',
    title: 'A database server',
    note: 'PostgreSQL under pgbench: one log, written in order, a flush for each transaction',
  },
  {
    name: 'packages.csv.gz',
    title: 'Packages installed',
    note: 'dpkg: 4,212 files, each made durable',
  },
  {
    name: 'mail.csv.gz',
    title: 'A mail store',
    note: 'small files, each made durable: four fifths of the bytes are the file system’s journal',
  },
  {
    name: 'git.csv.gz',
    title: 'A repository at work',
    note: 'git: cloned, built, switched between revisions, committed to, packed',
  },
  {
    name: 'fio.csv.gz',
    title: 'What benchmarks do',
    note: 'fio: in order, at random, mixed, by Zipf’s law, then trimmed',
  },
];

/** Traces that come along for an example. */
const EXAMPLE_TRACES: readonly string[] = ['clash-figure-2.csv'];

/** Whether a trace lies beside the page, so that nobody has to be asked for it. */
export const comesAlong = (trace: string): boolean =>
  EXAMPLE_TRACES.includes(trace) || SAMPLES.some(({ name }) => name === trace);

/** The one of them on which the designs part most. */
export const COMPARED_TRACE = 'sqlite-ext4.csv.gz';
