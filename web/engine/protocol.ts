/**
 * What the page and its worker say to each other.
 *
 * One worker runs one lane. Every request carries an id, and the epoch it was made in: a seek or a new experiment begins
 * a new epoch, and a frame of an older one is dropped. Bulk data travels in transferred buffers that were copied out of
 * WebAssembly memory; no view into that memory outlives the call that made it.
 *
 * Times are whole nanoseconds, sizes bytes, shares fractions of 1. `NONE` stands for "no page" in 32-bit arrays.
 */

import type { BufferCharts, BufferView } from './buffer-view';
import type { FigureEntry, FigureMeasure, FigurePlan } from './figures';
import type { GanttView } from './gantt-view';
import type { DeviceObservables } from './observables';
import type { MapBlockDetails, OpenChannelCharts, OpenChannelView } from './openchannel-view';
import type { Schema } from './schema';
import type { SweepDocument, SweepOutcome, SweepPlan, SweepTrace } from './sweep';
import type { StripeCharts, TtflashStripe, TtflashView } from './ttflash-view';
import type { UnwatchedRun } from './unwatched-run';

/** "No page" in arrays of page numbers. */
export const NONE = 0xffff_ffff;

/** Where a lane stands. */
export interface Position {
  /** Operations carried out. */
  op: number;
  /** Requests begun. */
  request: number;
  /** Requests the whole run has. */
  requests: number;
  /** Simulated time. */
  simulated_ns: number;
  /** GC runs begun. */
  gc_runs: number;
  /** Operations known so far: the farthest point this lane has ever reached. */
  known_ops: number;
  /** Why the run cannot go on from here, if so. */
  ended: Ended | null;
}

export interface Ended {
  /** `done`: all requests served. The others are the device's own end, or a broken rule. */
  kind: 'done' | 'device-full' | 'read-only' | 'power-cut' | 'rule';
  text: string;
}

/** The kinds of operation; the core's `engine/operation.rs` explains each. */
export type OperationKind =
  | 'host-read'
  | 'host-write'
  | 'host-trim'
  | 'host-flush'
  | 'read'
  | 'read-unmapped'
  | 'program'
  | 'copy'
  | 'erase'
  | 'trim'
  | 'gc-start'
  | 'gc-end'
  | 'wear-start'
  | 'wear-end'
  | 'switch-merge'
  | 'partial-merge'
  | 'full-merge'
  | 'merge-end'
  | 'reclaim-start'
  | 'reclaim-end'
  | 'map-hit'
  | 'map-miss'
  | 'map-evict'
  | 'map-step'
  | 'convert-start'
  | 'convert-end'
  | 'cache-hit'
  | 'cache-insert'
  | 'set-evict'
  | 'swap'
  | 'flush-start'
  | 'plug-start'
  | 'flush-end'
  | 'session-end'
  | 'rebuild'
  | 'wait'
  | 'held-back'
  | 'plane-dead'
  | 'unreadable'
  | 'resplit'
  | 'block-bad'
  | 'read-only'
  | 'power-cut'
  | 'recovery';

/** One step of the device. Pages are physical page numbers; a block is ⌊page / pages_per_block⌋. */
export interface Operation {
  index: number;
  kind: OperationKind;
  /** The operation that made this one necessary. */
  cause: number | null;
  request: number;
  start_ns: number;
  end_ns: number;
  /** Logical page; from the number of logical pages on, a page of the layer's own: translation page `lpn − logical_pages`. */
  lpn: number | null;
  /** Pages a host request covers, from `lpn` on; 1 for page operations. */
  pages: number;
  /** Page read or moved from. */
  from: number | null;
  /** Page programmed. */
  to: number | null;
  /** Page that became invalid by this operation. */
  stale: number | null;
  /** Block erased, collected or gone bad. */
  block: number | null;
  /** Block slot in RAM. */
  slot: number | null;
  /** What it served: `host`, `gc`, `wear`, `full`, `map` … (`engine/operation.rs`). */
  purpose: string;
}

/** A line of plain text in which `**…**` marks what the policy has chosen. */
export type MarkedText = string;

/** What is happening and why. */
export interface Headline {
  text: MarkedText;
  /** The chain of causes, oldest first, ending with the present operation; `trigger`: the condition that began it when it did. */
  causes: { op: number; label: string; trigger: string | null }[];
}

/** A choice the device made, with those it did not take. */
export interface Decision {
  /** The operation that took it. */
  op: number;
  /** "Why this block?" */
  question: string;
  /** "greedy: fewest valid pages" */
  rule: string;
  /** Column heads after the first, which names the candidate. */
  columns: string[];
  /** Best first; the winner is row 0. At most six rows are sent: the first five and the last. */
  rows: {
    label: string;
    block: number | null;
    chosen: boolean;
    cells: string[] /** 0…1 for the bar: valid share. */;
    share: number | null;
  }[];
  /** How many candidates there were in all. */
  candidates: number;
  /** The tie rule in words, when it decided. */
  tie: string | null;
  /** What was asked next, because of it. */
  further: Decision[];
  /** Pages in RAM that change places by it. */
  moved: Moved[];
  /** What was done, and what else could have been, with their prices; the one that was done first. */
  prices: Price[];
}

/** Pages of a logical block that change places in RAM, or leave it. */
export interface Moved {
  lbn: number;
  /** Their places in it, ascending. */
  offsets: number[];
  /** Where from: a block slot, or null for page slots. */
  from_slot: number | null;
  /** The column that they leave; null where they leave a block slot. */
  column: number | null;
  to: { place: 'pages' } | { place: 'block'; slot: number } | { place: 'flash' };
}

/** What a way of making room costs in flash operations. */
export interface Price {
  label: string;
  reads: number;
  programs: number;
  erases: number;
  ns: number;
}

export type ColourBy = 'state' | 'age' | 'wear' | 'temperature' | 'owner';

/** Page states by number, as in `page_state`. */
export const PAGE_STATES = ['free', 'valid', 'invalid', 'parity', 'translation', 'bad', 'torn'] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** Block states by number, as in `block_state`. */
export const BLOCK_STATES = ['free', 'open', 'closed', 'bad'] as const;

/** A small device in full: every page by state and owner. Sent when the device has at most `CELLS_MAX_PAGES` pages. */
export interface StageCells {
  kind: 'cells';
  /** One byte a page, physical order: index into `PAGE_STATES`. */
  page_state: Uint8Array;
  /** LPN a page holds or held, `NONE` if free. */
  page_owner: Uint32Array;
  /** How often the page's LPN had been written when this copy was made. */
  page_version: Uint32Array;
  /** Host page writes since the page's content was written. */
  page_age: Uint32Array;
  block_state: Uint8Array;
  block_valid: Uint32Array;
  block_erases: Uint32Array;
  /** Where each logical page lives, `NONE` if nowhere. */
  mapping: Uint32Array;
}

export const CELLS_MAX_PAGES = 4096;

/** A large device as a picture: shelves of block columns, page 0 at the foot. Only what changed is sent. */
export interface StageMap {
  kind: 'map';
  layout: MapLayout;
  /** Indices of the shelves in `pixels`, in order. */
  shelves: number[];
  /** RGBA rows of those shelves, `width × shelf_height` each. */
  pixels: Uint8ClampedArray;
}

/** How blocks are laid out on the map. Block b stands on shelf ⌊b / per_shelf⌋ at pixel ⌊(b mod per_shelf) × width / per_shelf⌋. */
export interface MapLayout {
  width: number;
  shelf_height: number;
  shelves: number;
  per_shelf: number;
}

/** What the page wants to see of the stage with each frame. */
export type StageRequest =
  | { kind: 'none' }
  | { kind: 'cells' }
  | {
      kind: 'map';
      layout: MapLayout;
      colour_by: ColourBy;
      palette: Palette;
      isolate: PageState | null /** Send every shelf, not only changed ones. */;
      full: boolean;
    };

/** Colours as 0xAABBGGRR words, read from the style sheet's tokens. */
export interface Palette {
  /** By `PAGE_STATES`. */
  states: number[];
  wear: number[];
  age: number[];
  temperature: number[];
  owners: number[];
  /** What dimmed pixels fade to. */
  paper: number;
}

/** The pages of a block in action, for the bench below the map. */
export interface BenchBlock {
  role: 'victim' | 'frontier';
  block: number;
  page_state: number[];
  page_owner: number[];
}

/** What a block is there for. */
export type BlockRole = 'frontier' | 'map-frontier' | 'log' | 'sequential' | 'hot' | 'cold' | 'replacement' | 'member';

/** A block in a role of its own: it is written now, or parks updates until they are merged. */
export interface ParkedBlock {
  role: BlockRole;
  block: number;
  /** The logical block it belongs to, where it is one. */
  lbn: number | null;
  /** Distinct logical blocks with valid pages in it: the rebuilds that emptying it takes. */
  owners: number;
  page_state: number[];
  page_owner: number[];
}

/** Blocks of a pool that are lent to some logical blocks together: replacement blocks to one, log blocks to a group. */
export interface SharedBlocks {
  /** First the one being worked on, then those with blocks, who wrote longest ago first, then others; at most 8. */
  owners: BlockOwner[];
  /** How many have blocks. */
  owners_total: number;
  /** Most blocks that each may have. */
  most: number;
  /** Blocks of the pool in a plane, and those not lent. */
  pool: number;
  free: number;
}

export interface BlockOwner {
  /** The logical blocks, at most 16 of `members_total`, with their data blocks. */
  members: { lbn: number; home: BlockPages | null }[];
  members_total: number;
  /** The blocks lent, the oldest first; at most the newest 8 of `lent_total`. */
  lent: BlockPages[];
  lent_total: number;
}

/** The appearances and owners of a block's pages. */
export interface BlockPages {
  block: number;
  page_state: number[];
  page_owner: number[];
}

/** A cached mapping entry. */
export interface CachedEntry {
  lpn: number;
  /** Where it lives; null for nowhere. */
  page: number | null;
  /** Whether the translation page on flash says otherwise. */
  dirty: boolean;
  /** How many logical pages from `lpn` on it maps. */
  run: number;
}

/** A mapping table of which only part is in RAM. */
export interface MapView {
  /** Entries of a translation page. */
  entries_per_page: number;
  /** Protected and probationary segment of the cache, most recently used first; only the first entries are listed. */
  segments: [MapSegment, MapSegment];
  /** Entries that differ from the flash. */
  dirty: number;
  /** Cached entries by stretch of the map, first page to last. */
  resident: number[];
  /** Where translation pages live, from `directory_first` on; null for nowhere. */
  directory: (number | null)[];
  directory_first: number;
  /** Translation pages there are. */
  pages: number;
  /** Logical blocks that one entry maps, each with its block. */
  whole_blocks: [lbn: number, block: number][];
}

export interface MapSegment {
  entries: number;
  capacity: number;
  first: CachedEntry[];
}

/** The translation layer: its blocks in their roles, and its map. */
export interface LayerView {
  /** Log blocks and their kind, the oldest first; blocks being written. */
  parked: ParkedBlock[];
  /** How many there are in all. */
  parked_total: number;
  /** The data block of each logical block, `NONE` where it has none; empty for large devices, and for layers that have none. */
  homes: number[];
  map: MapView | null;
  /** Who shares the blocks that park updates, where each has a few of its own (NFTL, SAST). */
  shared: SharedBlocks | null;
  cache: CacheView | null;
  buffer: BufferView | null;
  ttflash: TtflashView | null;
  openchannel: OpenChannelView | null;
}

/** Pages of the host in RAM: in page slots (p-space), in block slots (b-space), and the block on its way to flash. */
export interface CacheView {
  page_slots: number;
  pages_used: number;
  /** Logical blocks with pages in page slots, by column; at most 256 of `sets_total`. */
  sets: CacheSet[];
  sets_total: number;
  blocks: CacheSlot[];
  /** Accesses to pages so far: what `last_used` counts in. */
  now: number;
  /** The block on its way to flash. */
  flush: CacheFlush | null;
  /** The data blocks of logical blocks in the cache, and of the one being worked on: at most 24, by number. */
  flash: { lbn: number; block: number; page_state: number[] }[];
  /** The request being served, and the last operation. */
  request: Operation | null;
  act: Operation | null;
}

export interface CacheSet {
  lbn: number;
  /** Where it stands, from its first page to its last. */
  column: number;
  /** The places of its pages in the logical block, ascending. */
  offsets: number[];
  last_used: number;
}

export interface CacheSlot {
  /** Null while it is free. */
  lbn: number | null;
  offsets: number[];
  /** Of those, pages that are on flash too. */
  clean: number[];
  last_used: number;
  /** How many others would be flushed before it. */
  rank: number;
}

export interface CacheFlush {
  lbn: number;
  /** The block slot that it leaves; null if it leaves page slots. */
  slot: number | null;
  /** The physical block that it goes to; null where a layer below finds places for its pages. */
  block: number | null;
  /** The places of the pages that are to be there in the end, as far as known. */
  offsets: number[];
  /** Of those, pages read up from flash. */
  read_up: number[];
  programmed: number[];
  erased: boolean;
}

/** The merges of the present request: what was rebuilt, what is being rebuilt, what waits, and what it costs. */
export interface MergeStory {
  /** The log block being emptied, where one was chosen. */
  reclaim: { op: number; block: number; over: boolean } | null;
  /** Rebuilds in order: done, at most one running, waiting. At most 16 are told. */
  rows: MergeRow[];
  more_rows: number;
  copy_ns: number;
  program_ns: number;
  erase_ns: number;
  copies: number;
  erases: number;
  copies_ahead: number;
  erases_ahead: number;
  /** Pages of the host's own: programmed since the story began, in a rebuild or after it, and still to come. */
  programs: number;
  programs_ahead: number;
}

export interface MergeRow {
  /** Its operation; null while it waits. */
  op: number | null;
  lbn: number;
  merge: 'switch' | 'partial' | 'full';
  state: 'done' | 'running' | 'waiting';
  old_block: number | null;
  new_block: number | null;
  /** By place: the block that the page came from, or will come from; null where there is no page. */
  from: (number | null)[];
  /** By place: whether the page is in the new block. */
  done: boolean[];
  /** By place: whether the host's own write rode along. */
  host: boolean[];
  copies: number;
  erases: number;
  copies_ahead: number;
}

/** The latest look-up in a map that is only partly in RAM. */
export interface MapWalk {
  /** The request that needs it: `host-read`, `host-write`, `host-trim`. */
  request: OperationKind;
  lpn: number;
  hit: boolean;
  steps: {
    op: number;
    what: 'look-up' | 'evict' | 'read-map' | 'write-map' | 'data';
    /** Physical page read or programmed. */
    page: number | null;
    /** The logical page whose entry leaves, or the translation page (from `logical_pages` on) that is read or programmed. */
    id: number | null;
  }[];
}

/** Translation pages brought up to date after a collection moved data pages. */
export interface MapUpdates {
  victim: number | null;
  /** Data pages moved, and the first of them. */
  moved: number;
  lpns: number[];
  /** Whether the collection is over, and so are its updates. */
  over: boolean;
  /** Translation pages read, and programmed, so far; `moved` counts the data pages of each. */
  pages: { id: number; moved: number; programmed: boolean }[];
}

/** A logical block that is copied in order, so that one entry maps all of it. */
export interface Conversion {
  lbn: number;
  block: number | null;
  /** By place: where the page came from; null while it has not been copied. */
  from: (number | null)[];
  over: boolean;
}

/** Response times of some requests, all together, and what they went to; the parts make the total exactly. */
export interface TimeSums {
  requests: number;
  total_ns: number;
  host_ns: number;
  waiting_ns: number;
  gc_ns: number;
  merge_ns: number;
  map_ns: number;
  padding_ns: number;
  parity_ns: number;
  flush_ns: number;
  other_ns: number;
}

/** The same of all requests, of the slowest hundredth and of the slowest thousandth. */
export interface TimeByPurpose {
  all: TimeSums;
  slowest_1_percent: TimeSums;
  slowest_0_1_percent: TimeSums;
}

/** What a run came to up to the present position: the figures by which lanes are compared. Requests of a warm-up count. */
export interface SoFar {
  /** Where the lane stood when they were taken: operations carried out, and requests begun. Frames may carry older figures. */
  op: number;
  request: number;
  /** Requests that are over. */
  requests: number;
  mean_response_ns: number | null;
  /** To the next 3 % above. */
  p99_ns: number | null;
  /** Of the last request that was begun; null while it is not over. */
  last_response_ns: number | null;
  /** What the time of the requests that are over went to. Those of a background are not among them. */
  time_by_purpose: TimeByPurpose;
  erases: number;
  ram_bytes: number;
  /** What the last request that was begun made necessary, as far as it has come; each sort where its first one stands. */
  tallies: OperationTally[];
}

/** Operations of one kind for one purpose. */
export interface OperationTally {
  kind: OperationKind;
  purpose: string;
  count: number;
  /** The first of them, the block that it names, and the condition that triggered it. */
  op: number;
  block: number | null;
  trigger: string | null;
}

/** Figures for the charts, all of the run up to the present position. */
export interface Charts {
  so_far: SoFar;
  /** Response times in bins of `bin_requests` requests. */
  latency: { bin_requests: number; p50_ns: number[]; p99_ns: number[]; max_ns: number[]; gc_runs: number[] };
  /** Cumulative write amplification at the end of each bin; null before the first host write. */
  write_amplification: {
    values: (number | null)[];
    now: number | null;
    theory: { value: number; label: string } | null;
    host_pages: number;
    programs: number;
  };
  /** Share of requests slower than `ns[i]`. */
  tail: { ns: number[]; share: number[]; count: number };
  erases: {
    /** Blocks by erase count, `first` being the count of bin 0, `step` its width. */ first: number;
    step: number;
    blocks: number[];
    mean: number;
    max: number /** Mean erases in 128 equal stretches of the device. */;
    strip: number[];
  };
  /** What garbage collection cost: `ns` is null where other work goes on beside it. */
  collections: { moved_pages: number; ns: number | null };
  /** Of layers that merge: how often, and log blocks emptied with the logical blocks that had pages in them. */
  merges: {
    switch: number;
    partial: number;
    full: number;
    reclaims: number;
    associativity_sum: number;
    associativity_max: number;
  } | null;
  /** Of layers that keep their map on flash. */
  map_cache: {
    lookups: number;
    hits: number;
    evictions: number;
    write_backs: number;
    lazy_updates: number;
    /** Translation pages read and programmed: looking up, updating after a collection, collecting translation blocks. */
    reads: [number, number, number];
    programs: [number, number, number];
  } | null;
  /** Of layers that keep pages of the host in RAM. */
  page_cache: {
    /** Pages that the host asked for: found in page slots, in block slots, not found. */
    read: [number, number, number];
    write: [number, number, number];
    set_evictions: number;
    swaps: number;
    flushes: number;
    /** Pages that were in RAM when their block was flushed, and pages read up from flash for it. */
    flushed_pages: number;
    read_up: number;
  } | null;
  /** Of write buffers. */
  buffer: BufferCharts | null;
  /** Of devices with stripes. */
  ttflash: StripeCharts | null;
  /** Of host FTLs over open channels. */
  openchannel: OpenChannelCharts | null;
}

/** A mark on the timeline. */
export interface TimelineMarks {
  /** One entry a bin of the timeline (`bins` in the request): how many of each happened in it. */
  gc: number[];
  erase: number[];
  wear: number[];
  merges: number[];
  map_misses: number[];
  swaps: number[];
  flushes: number[];
  plugs: number[];
  sessions: number[];
  rebuilds: number[];
  waits: number[];
  /** Breakpoints hit and other single events, by request. */
  flags: { request: number; label: string }[];
}

/** How the logical blocks in sight are told apart: by hue, pattern and outline, in the order of their first touch. */
export interface Identities {
  /** Their numbers. */
  lbn: number[];
  /** The appearance of each, 0 to 63: hue `appearance mod 8`, then solid, diagonals, dots, bars, then the same with a double outline. */
  appearance: number[];
}

export interface Frame {
  epoch: number;
  position: Position;
  /** Operations carried out since the previous frame of this epoch, the newest `operations_max` of them. */
  operations: Operation[];
  /** Those that were left out. */
  skipped: number;
  headline: Headline;
  decision: Decision | null;
  bench: BenchBlock[];
  identities: Identities;
  layer: LayerView;
  merges: MergeStory | null;
  walk: MapWalk | null;
  updates: MapUpdates | null;
  conversion: Conversion | null;
  /** Of the plane that has fewest; marks where the layer knows such. */
  free_blocks: { now: number; low: number | null; high: number | null };
  stage: StageCells | StageMap | null;
  charts: Charts | null;
  /** What channels and planes did side by side; null on the serial clock, and where it was not asked for. */
  gantt: GanttView | null;
  marks: TimelineMarks | null;
  /** Breakpoint that stopped the last run, in words. */
  stopped_by: string | null;
  invariants: { checked: number; broken: { rule: string; op: number; text: string } | null };
  /** Page operations a second of the worker's last stretch of work. */
  page_ops_per_s: number;
  checkpoints: { count: number; bytes: number; seek_ms: number };
  /** A hash of the lane's whole state, in hex. Sent when asked for. */
  state_hash: string | null;
}

/** The device as opened. */
export interface Geometry {
  channels: number;
  chips_per_channel: number;
  planes_per_chip: number;
  blocks: number;
  pages_per_block: number;
  page_bytes: number;
  logical_pages: number;
  physical_pages: number;
  endurance: number;
}

/** Wanted with every frame. */
export interface View {
  stage: StageRequest;
  charts: boolean;
  gantt: boolean;
  /** 0: no marks wanted. */
  timeline_bins: number;
  operations_max: number;
  state_hash: boolean;
  /** Check every rule of the device after each operation (small devices) or at each frame. */
  check: boolean;
}

export type StepUnit =
  | 'operation'
  | 'request'
  | 'gc'
  | 'merge'
  | 'map-miss'
  | 'map-step'
  | 'swap'
  | 'flush'
  | 'session'
  | 'rebuild'
  | 'wait';

/** Conditions that stop a run. */
export type Breakpoint =
  | { kind: 'gc' }
  | { kind: 'erase' }
  | { kind: 'wear' }
  | { kind: 'full-merge' }
  | { kind: 'reclaim' }
  | { kind: 'map-miss' }
  | { kind: 'swap' }
  | { kind: 'buffer-flush' }
  | { kind: 'session' }
  | { kind: 'rebuild' }
  | { kind: 'wait' }
  | { kind: 'write-amplification'; above: number }
  | { kind: 'block-erases'; block: number | null; count: number }
  | { kind: 'response'; above_ns: number }
  | { kind: 'free-blocks'; below: number }
  | { kind: 'page-written'; lpn: number };

/** An experiment document; `app/experiment.ts` knows its fields. */
export type ExperimentDocument = Record<string, unknown>;

/** Where lanes meet: the beginning of a request, or of the first one before which the device's clock has come to a time. */
export type SyncPoint = { request: number } | { time_ns: number };

/** A run from start to end. */
export interface FullRun {
  /** JSON text, as the command line prints it. */
  report: string;
  /** Of the first counted requests, in order. */
  responses_ns: Float64Array;
  /** The same where two runs have the same requests. */
  fingerprint: string;
}

/** What a worker is asked. `advance`, `step`, `seek`, `follow`, `run` and `refresh` answer with a frame. */
export type Ask =
  | { type: 'open'; document: ExperimentDocument; trace: TraceChoice | null }
  | { type: 'import-trace'; file: Blob; name: string; journal: TraceJournal | null }
  | { type: 'advance'; operations: number; budget_ms: number; view: View }
  | { type: 'step'; unit: StepUnit; count: number; view: View }
  | { type: 'seek'; to: { op: number } | SyncPoint; view: View }
  /** On to where lanes meet, as far as the budget reaches; a breakpoint stops it. */
  | { type: 'follow'; to: SyncPoint; budget_ms: number; view: View }
  | { type: 'run'; view: View }
  | { type: 'refresh'; view: View }
  | { type: 'breakpoints'; list: Breakpoint[] }
  | { type: 'inspect'; page: number }
  /** The stripe of a logical page, of a layer that has stripes. */
  | { type: 'stripe'; lpn: number }
  /** A map block, of a layer that keeps its map in such. */
  | { type: 'map-block'; id: number }
  | { type: 'report' }
  | { type: 'report-of'; document: ExperimentDocument; trace: TraceChoice | null }
  /** Runs an experiment from start to end for a comparison, apart from any lane. */
  | { type: 'full-run'; document: ExperimentDocument; trace: TraceChoice | null; responses_max: number }
  /** Every operation from the beginning of one request up to that of another, or to the end of the run. */
  | { type: 'log'; format: LogFormat; from_request: number; to_request: number | null }
  /** Runs an experiment whose device is too large to be watched. */
  | { type: 'unwatched'; document: ExperimentDocument; trace: TraceChoice | null }
  | { type: 'schema' }
  /** What an experiment takes, nothing of it begun. */
  | { type: 'estimate'; document: ExperimentDocument }
  /** The points of a sweep; the trace is told by its content and its journal. */
  | { type: 'sweep-plan'; sweep: SweepDocument; trace: SweepTrace | null }
  /** Its results as the command line writes them. */
  | {
      type: 'sweep-text';
      sweep: SweepDocument;
      trace: SweepTrace | null;
      points: readonly SweepOutcome[];
      format: 'json' | 'csv';
    }
  | { type: 'figures-list' }
  | { type: 'figure-plan'; figure: string; quick: boolean }
  /** `by`: what carries it out, as the plan says. */
  | { type: 'figure-run'; document: ExperimentDocument; by: string; trace: TraceChoice | null }
  | { type: 'figure-judge'; figure: string; quick: boolean; measures: readonly (FigureMeasure | null)[] };

/** Questions whose answer holds whatever is opened or sought meanwhile. */
const TIMELESS: ReadonlySet<Ask['type']> = new Set([
  'schema',
  'import-trace',
  'breakpoints',
  'sweep-plan',
  'sweep-text',
  'figures-list',
  'figure-plan',
  'figure-run',
  'figure-judge',
]);

/** Whether what was asked in `epoch` is of no interest in `newest`. */
export const isStale = (ask: Ask, epoch: number, newest: number): boolean => epoch < newest && !TIMELESS.has(ask.type);

/** Which of an imported file's devices to replay. */
export interface TraceChoice {
  name: string;
  device: number | null;
}

/** What is known about a page under the pointer. */
export interface PageDetails {
  page: number;
  block: number;
  offset: number;
  state: PageState;
  lpn: number | null;
  version: number;
  age_writes: number;
  block_erases: number;
  block_valid: number;
  mean_erases: number;
}

/** Where the file system recorded in a trace kept its journal, in bytes of the trace's addresses. */
export interface TraceJournal {
  first_byte: number;
  bytes: number;
}

/** What an imported trace is. */
export interface TraceReport {
  name: string;
  format: string;
  confidence: string;
  time_unit: string;
  address_unit: string;
  /** Of the file as stored; null where it was not taken. */
  sha256: string | null;
  devices: {
    device: number;
    label: string;
    requests: number;
    reads: number;
    writes: number;
    trims: number;
    flushes: number;
    span_ns: number;
    write_share: number;
    sequential_share: number;
    mean_bytes: number;
    footprint_bytes: number;
    arrivals: number[];
  }[];
  bad_lines: BadLines;
  /** Why there is less than the whole trace; null if it is whole. */
  ended_early: string | null;
  notes: string[];
}

/** Lines of a trace that are not requests. */
export interface BadLines {
  count: number;
  /** The first few. */
  first: { line: number; text: string; reason: string }[];
}

/** What is replayed of a trace, and what of it is left out. */
export interface Coverage {
  file: string;
  lines: number;
  /** Of all devices. */
  requests: number;
  bad_lines: BadLines;
  ended_early: string | null;
  /** The device that is replayed. */
  device: number;
  devices: { device: number; label: string; requests: number }[];
}

/** What an experiment takes, rather too much than too little. */
export interface Estimate {
  /** Physical pages. */
  pages: number;
  /** Whether the device is small enough to be watched: others are refused at once. */
  watchable: boolean;
  watched_bytes: number;
  /** Memory of a run that nobody watches. */
  run_bytes: number;
  /** Pages that are written before the first request. */
  prepared_pages: number;
  /** Null for a trace. */
  requests: number | null;
}

/** Something refused, or gone wrong; text for people, with the field where there is one. */
export interface Failure {
  /** `large`: nothing is wrong, but it takes so much that it waits for a word. */
  kind:
    | 'value'
    | 'unknown-field'
    | 'conflict'
    | 'too-large'
    | 'document'
    | 'trace'
    | 'run'
    | 'trap'
    | 'cancelled'
    | 'large';
  text: string;
  field: string | null;
  /** JSON text of the nearest value that would do. */
  nearest: string | null;
}

export interface Opened {
  /** The document with every default filled in. */
  document: ExperimentDocument;
  geometry: Geometry;
  /** How trace addresses were fitted to the device; null for generators. */
  address_mode: string | null;
  /** Whether its clock charges the fixed part of a command once for many pages; else each page is charged it. */
  joins_commands: boolean;
  observables: DeviceObservables;
  /** What is replayed of a trace; null for generators. */
  trace?: Coverage | null;
}

export type LogFormat = 'csv' | 'chrome';

/** The bytes of `flashlab log`. */
export interface OperationLog {
  file: Blob;
  /** The request before which it ends because more does not fit; null where it has all that was asked for. */
  cut_at: number | null;
}

/** The answer to each kind of question. */
export interface Answers {
  open: Opened;
  'import-trace': TraceReport;
  advance: Frame;
  step: Frame;
  seek: Frame;
  follow: Frame;
  run: Frame;
  refresh: Frame;
  breakpoints: null;
  inspect: PageDetails;
  /** Null where the layer has none. */
  stripe: TtflashStripe | null;
  'map-block': MapBlockDetails | null;
  report: string;
  log: OperationLog;
  /** Of an experiment that is not opened for it: whatever the worker had open is closed. */
  'report-of': string;
  /** Likewise. */
  'full-run': FullRun;
  /** Likewise. */
  unwatched: UnwatchedRun;
  schema: Schema;
  estimate: Estimate;
  'sweep-plan': SweepPlan;
  'sweep-text': string;
  'figures-list': FigureEntry[];
  'figure-plan': FigurePlan;
  'figure-run': FigureMeasure;
  /** JSON text: the bytes of the command line's. */
  'figure-judge': string;
}

export type ToWorker = { id: number; epoch: number; ask: Ask } | { cancel: number };

export type FromWorker =
  | { id: number; ok: true; answer: Answers[keyof Answers] }
  | { id: number; ok: false; failure: Failure }
  | { id: number; progress: { done: number; total: number | null; unit: 'bytes' | 'requests'; label: string } };
