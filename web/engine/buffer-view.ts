/** What the core tells of a write buffer in front of a layer: its pages by logical block, in the order in which they leave. */

import type { Operation } from './protocol';

/** Pages in RAM by logical block (SPEC 6 and 7). Sizes are in sectors, ages in write requests. */
export interface BufferView {
  kind: string;
  grain: 'page' | 'sector';
  sectors_per_page: number;
  pages_per_block: number;
  /** Sectors that there is room for, and sectors held; pages of which any sector is held. */
  capacity: number;
  used: number;
  pages: number;
  /** Write requests so far. */
  now: number;
  /** What leaves next, in words: "the group with most pages". */
  rule: string;
  /** What `score` is called: "1 / density", "last used", "pages". */
  score: string;
  /** Names of the parts of the order, where it has such: "clean first", "working". */
  sections: string[];
  /** Logical blocks with pages in RAM, in order of leaving; the first 32. */
  groups: BufferGroup[];
  /** All of them in order of leaving, at most 1024: number, age, size. */
  all: { lbn: number[]; age: number[]; size: number[] };
  groups_total: number;
  /** What leaves next, in order, as many as a decision lists: a page, or all pages of a logical block. */
  next: { lbn: number; lpn: number | null }[];
  /** Of buffers from which single pages leave: the line they stand in. */
  line: BufferLine | null;
  /** The group on its way to flash. */
  flush: BufferFlush | null;
  /** Of l-buffer. */
  density: DensityView | null;
  /** The request being served, and the last operation. */
  request: Operation | null;
  act: Operation | null;
}

/** Pages of a logical block in RAM. */
export interface BufferGroup {
  lbn: number;
  /** Their places in the logical block, ascending. */
  pages: number[];
  /** Of those, pages of which only some sectors are held; and pages that flash holds too. */
  partial: number[];
  clean: number[];
  sectors: number;
  /** Write requests since it was last touched; at least 1. */
  age: number;
  /** What the order goes by. */
  score: number;
  section: number | null;
  /** How the running rehearsal keeps it: a list of so many records, or a bitmap. */
  kept: { records: number } | 'bits' | null;
}

/** Pages that leave one by one as they stand: in order of last use, or as they came. */
export interface BufferLine {
  /** The first of them, farthest from leaving; and the last, where there are more than those. */
  front: StandingPage[];
  back: StandingPage[];
  total: number;
  /** Pages at the end among which clean ones leave first; null where the buffer knows no such window. */
  window: number | null;
  /** Whether pages stand as they came, wherever they are used. */
  by_arrival: boolean;
  /** Whether a capacitor keeps what is in RAM through a power cut. */
  keeps: boolean;
  /** Pages in RAM of which flash holds no such version. */
  changed: number;
  /** Sectors: above which pages leave although there is room, and still taken by pages on their way. */
  high_water: number;
  on_way: number;
  /** Where the line shares its room with groups. */
  share: BufferShare | null;
  /** What happened in the line within the present request, oldest first. */
  steps: LineStep[];
}

export interface StandingPage {
  lpn: number;
  clean: boolean;
}

/** Room that single pages and groups share. */
export interface BufferShare {
  /** Pages that may stand in the line: now, at most, and to begin with. */
  now: number;
  most: number;
  first: number;
  /** Pages and logical blocks that left lately and are remembered, the latest first. */
  left_pages: number[];
  left_groups: number[];
  /** Pages of a logical block that make it a group. */
  group_pages: number;
}

/** A page that was used, or that left. Places count from the front, which is 0. */
export interface LineStep {
  op: number;
  lpn: number;
  how: 'arrived' | 'overwritten' | 'read' | 'fetched' | 'dropped' | 'written';
  from: number | null;
  to: number | null;
  /** What the line may have, before and after. */
  share: [number, number] | null;
}

/** A logical block on its way from RAM to flash. */
export interface BufferFlush {
  lbn: number;
  /** Whether its holes are filled. */
  plug: boolean;
  /** The places of its pages that were in RAM; of those read up to fill holes; of those written so far. */
  offsets: number[];
  read_up: number[];
  written: number[];
}

/** How l-buffer chooses and tunes itself (SPEC 7). Costs are in nanoseconds. */
export interface DensityView {
  alpha: number;
  tuner: 'fixed' | 'offline' | 'host' | 'device';
  /** The values that tuning chooses among. */
  grid: number[];
  /** Pages from which holes are filled; null: never. */
  lambda: number | null;
  /** Merge time that a logged page cost in the last session. */
  merge_ns_per_page: number;
  read_ns: number;
  program_ns: number;
  erase_ns: number;
  evictions: number;
  plugged: number;
  session: { index: number; writes: number; length: number };
  /** Sessions that are over, the latest 256. */
  history: { index: number; alpha: number; lambda: number | null }[];
  /** The rehearsals of this session; empty where α is not tuned. */
  rehearsals: Rehearsal[];
  /** Bytes of the rehearsals as they are kept, and what full information would take: of the buffer, of the log. */
  memory: { kept: [number, number]; full: [number, number] } | null;
}

/** The buffer rehearsed with another α. */
export interface Rehearsal {
  alpha: number;
  /** Whether it has the α in force. */
  running: boolean;
  cost_ns: number;
  groups: number;
  evictions: number;
  /** Its cost after each 64th of the session so far. */
  trail: number[];
}

/** What a buffer was good for so far. */
export interface BufferCharts {
  /** Pages that the host asked for: found, not found. */
  read: [number, number];
  write: [number, number];
  /** Groups (or pages, where they leave one by one) that left; of those, with their holes filled. */
  flushes: number;
  plugs: number;
  /** Pages that were in RAM when they left. */
  flushed_pages: number;
  /** Pages read to fill holes, and to complete pages of which only some sectors were in RAM. */
  padding_reads: number;
  fill_reads: number;
  /** Write requests that all victims together had not been touched for. */
  victim_age_sum: number;
  groups: number;
  /** Sectors. */
  used: number;
  capacity: number;
}
