/**
 * What the page and its worker say to each other.
 *
 * One worker runs one lane. Every request carries an id, and the epoch it was made in: a seek or a new experiment begins
 * a new epoch, and a frame of an older one is dropped. Bulk data travels in transferred buffers that were copied out of
 * WebAssembly memory; no view into that memory outlives the call that made it.
 *
 * Times are whole nanoseconds, sizes bytes, shares fractions of 1. `NONE` stands for "no page" in 32-bit arrays.
 */

import type { CoreFrame, MapBlockDetails, MapLayout, PageDetails, PageState, Stage, TtflashStripe } from './core-types';
import type { FigureEntry, FigureMeasure, FigurePlan } from './figures';
import type { Schema } from './schema';
import type { SweepDocument, SweepOutcome, SweepPlan, SweepTrace } from './sweep';
import type { UnwatchedRun } from './unwatched-run';

export type * from './core-types';

/** "No page" in arrays of page numbers. */
export const NONE = 0xffff_ffff;

/** A line of plain text in which `**…**` marks what the policy has chosen. */
export type MarkedText = string;

export type ColourBy = 'state' | 'age' | 'wear' | 'temperature' | 'owner';

/** Page states by number, as in `page_state`. */
export const PAGE_STATES = [
  'free',
  'valid',
  'invalid',
  'parity',
  'translation',
  'bad',
  'torn',
] as const satisfies readonly PageState[];

/** Block states by number, as in `block_state`. */
export const BLOCK_STATES = ['free', 'open', 'closed', 'bad'] as const;

/** A small device in full: every page by state and owner. Sent when the device has at most `CELLS_MAX_PAGES` pages. */
export interface StageCells extends Extract<Stage, { kind: 'cells' }> {
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
export interface StageMap extends Extract<Stage, { kind: 'map' }> {
  /** RGBA rows of the shelves, `width × shelf_height` each. */
  pixels: Uint8ClampedArray;
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

/** What the worker's clock says: how fast it worked, how long the last seek took. */
export interface Pace {
  /** Page operations a second of the last stretch of work. */
  page_ops_per_s: number;
  seek_ms: number;
}

/** The core's frame with the arrays of its stage, and what only the worker knows. */
export interface Frame extends Omit<CoreFrame, 'stage'> {
  epoch: number;
  stage: StageCells | StageMap | null;
  pace: Pace;
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
