/** What the core tells of a host FTL over open channels (`sim-core/src/view/openchannel.rs`). Lines and places count from 1, as in the paper. */

export interface OpenChannelView {
  pus: number;
  lines: number;
  chunk_pages: number;
  /** By line: 0 free, 1 open, 2 closed, 3 being collected, 4 bad. */
  line_states: number[];
  line_valid: number[];
  /** By line: 0 data, 1 map. */
  line_kinds: number[];
  /** Closed data lines by what is left in them: nothing, little (below a quarter), below half, more, all. */
  lists: [full: number, high: number, mid: number, low: number, empty: number];
  gc: { line: number; valid: number; left: number } | null;
  limiter: RateLimiter;
  /** Null where the whole table is in memory. */
  map: MapCacheView | null;
  /** Null where `map` is. */
  costs: MapCosts | null;
}

/** Look-ups so far, and the time of a host page with and without what they cost; null where it is not known. */
export interface MapCosts {
  lookups: number;
  hits: number;
  loads: number;
  write_backs: number;
  page_ns: number | null;
  full_page_ns: number | null;
}

/** Who may fill the ring of writes: the host, or garbage collection (SPEC 10.2). */
export interface RateLimiter {
  free_chunks: number;
  /** Chunks at or above which the host has the ring alone. */
  high: number;
  /** Chunks at or below which it may not write. */
  reserved: number;
  ring: number;
  user_max: number;
  gc_max: number;
  /** Entries of the ring taken now. */
  user: number;
  gc: number;
  /** Pages of writes that wait to enter it. */
  waiting: number;
}

export interface MapCacheView {
  policy: string;
  entries_per_block: number;
  map_blocks: number;
  /** Flash pages of a map block. */
  block_pages: number;
  block_bytes: number;
  cache_blocks: number;
  used: number;
  dirty: number;
  /** Cache, directory and bitmap; and the whole table. */
  memory_bytes: number;
  full_bytes: number;
  directory_bytes: number;
  /** By map block, in address order: 0 on the SSD, 1 in memory, 2 in memory and changed, 3 never written. */
  state: number[];
  /** By map block in memory: hotness from 0 to 255 by logarithm, from the least now to the hottest; 0 for the others. */
  heat: number[];
  /** What the least and the most of those in memory are worth: the ends of the scale of `heat`. */
  least: number;
  hottest: number;
  /** Map blocks that have entries of the journal: the first, and the one behind the last. */
  journal: { first: number; end: number } | null;
  /** Rows of the directory around the map block looked up. */
  rows: DirectoryRow[];
  slots: CacheSlot[];
  /** The look-up under way, or the last. */
  walk: MapBlockWalk | null;
}

export interface DirectoryRow {
  id: number;
  hotness: number;
  line: number | null;
  offset: number | null;
  /** Its place in the cache; null while it is on the SSD alone. */
  slot: number | null;
  address: number | null;
  dirty: boolean;
  journal: boolean;
}

/** An entry of the table: a logical page and where it is; null for nowhere. */
export type TableEntry = [lbn: number, ppn: number | null];

export interface CacheSlot {
  slot: number;
  address: number;
  id: number | null;
  /** Whether the bitmap says that it is used. */
  used: boolean;
  dirty: boolean;
  hotness: number;
  entries: TableEntry[];
}

export interface MapBlockWalk {
  op: number;
  request: number;
  lbn: number;
  id: number;
  /** The place of its entry in the map block. */
  entry: number;
  hit: boolean;
  cause: 'host-read' | 'host-write' | 'host-trim' | 'gc';
  /** The step last carried out, 1 to 9; a hit is over after 2. */
  step: number;
  /** Where the block goes. */
  slot: number | null;
  address: number | null;
  victim: {
    id: number;
    hotness: number;
    dirty: boolean;
    from: [line: number, offset: number] | null;
    to: [line: number, offset: number] | null;
    slot: number;
    address: number;
  } | null;
  /** Where the block comes from; null where it was never written. */
  from: [line: number, offset: number] | null;
  /** Pages written back and read so far, and of a map block. */
  written: number;
  read: number;
  pages: number;
  hotness_before: number;
  hotness_after: number;
  ppn: number | null;
  /** The operation of each of the nine steps; null for one that is to come, or is not needed. */
  ops: (number | null)[];
  /** Map blocks where they lie on the SSD: the victim's old and new place, the block fetched, and neighbours. */
  flash: FlashMapBlock[];
}

export interface FlashMapBlock {
  line: number;
  offset: number;
  id: number;
  state: 'current' | 'stale' | 'new';
  entries: TableEntry[];
}

/** A map block anybody asks for. */
export interface MapBlockDetails {
  row: DirectoryRow;
  first_lbn: number;
  entries: TableEntry[];
}

export interface OpenChannelCharts {
  lookups: number;
  hits: number;
  journal_lookups: number;
  journal_hits: number;
  /** By bin of the response times: requests, and map blocks that they had to wait for. */
  per_bin: [requests: number, misses: number][];
}
