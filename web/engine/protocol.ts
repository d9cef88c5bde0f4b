/**
 * What the page and its worker say to each other. What the core says itself is in `core-types.ts`, made from its own types.
 *
 * One worker runs one lane. Every request carries an id, and the epoch it was made in: a seek or a new experiment begins
 * a new epoch, and a frame of an older one is dropped. Bulk data travels in transferred buffers that were copied out of
 * WebAssembly memory; no view into that memory outlives the call that made it.
 *
 * Times are whole nanoseconds, sizes bytes, shares fractions of 1. `NONE` stands for "no page" in 32-bit arrays.
 */

import type { ChallengeDocument, EntryAsk, RunAsk } from './challenge';
import type {
  BadLines,
  Breakpoint,
  ChallengeBoard,
  ChallengeChoices,
  ChallengeMeasure,
  ChallengeOf,
  ChallengeOpened,
  CoreFrame,
  CoreSchema,
  Estimate,
  FigureEntry,
  FigureMeasure,
  FigurePlan,
  FigureResult,
  FormulaProblem,
  FormulaRanking,
  LogFormat,
  MapBlockDetails,
  MappedFootprint,
  Opened,
  OwnTrace,
  PageDetails,
  PageState,
  Refusal,
  Sensitivity,
  Stage,
  StepUnit,
  SweepPlan,
  SweepTrace,
  SyncPoint,
  TraceJournal,
  TraceOverview,
  TraceSheet,
  TraceSheetReading,
  TraceWindow,
  TtflashStripe,
  View,
} from './core-types';
import type { ExperimentDocument } from './experiment-document';
import type { SweepDocument, SweepOutcome } from './sweep';
import type { UnwatchedRun } from './unwatched-run';

export type * from './core-types';
export type { ExperimentDocument } from './experiment-document';

/** "No page" in arrays of page numbers. */
export const NONE = 0xffff_ffff;

/** A line of plain text in which `**…**` marks what the policy has chosen. */
export type MarkedText = string;

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

/** What a formula is of: which block is collected, or what leaves a write buffer. */
export type FormulaOf = ChallengeOf;

/** Everything that can be set in an experiment. */
export interface Schema extends CoreSchema {
  /** The version of the core that says this. */
  core_version: string;
}

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
  /** `columns`: what its columns are, as `workload.columns` has it, where the content does not tell. */
  | { type: 'import-trace'; file: Blob; name: string; journal: TraceJournal | null; columns?: string | null }
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
  /** The candidates of this moment under a formula, the first `most` of them. */
  | { type: 'rank'; of: FormulaOf; text: string; k: number; most: number }
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
  /** The challenges that come along, and what one may be made of. */
  | { type: 'challenges' }
  /** What an address says: a challenge, and perhaps an entry with its claim. */
  | { type: 'challenge-open'; address: string }
  | { type: 'challenge-of'; document: ChallengeDocument }
  /** The experiment of an entry at each seed. */
  | { type: 'challenge-documents'; document: ChallengeDocument; entry: EntryAsk }
  | { type: 'challenge-run'; document: ExperimentDocument }
  | { type: 'challenge-board'; document: ChallengeDocument; runs: readonly RunAsk[] }
  /** The hash of an address that holds the entry and, once all of it is there, what came of it. */
  | { type: 'challenge-link'; document: ChallengeDocument; run: RunAsk }
  /** What is wrong with a text as a formula. */
  | { type: 'formula-problem'; of: FormulaOf; text: string }
  /** What the requests of a trace that was read are, in a window; null is all of it. */
  | { type: 'trace-overview'; trace: TraceChoice; window: TraceWindow | null }
  /** What each address mapping of the document's device leaves of it. */
  | { type: 'trace-mapped'; trace: TraceChoice; window: TraceWindow | null; document: ExperimentDocument }
  /** The same overview of the first requests of a generator. */
  | { type: 'trace-generated'; document: ExperimentDocument; most: number }
  /** The window as a trace of its own, in a format; with the times and addresses that it has in an experiment, or null for those that it was recorded with. */
  | {
      type: 'trace-save';
      trace: TraceChoice;
      window: TraceWindow | null;
      format: string;
      document: ExperimentDocument | null;
    }
  /** The formats that traces are written in. */
  | { type: 'trace-formats' }
  /** The table that the file which was refused last may be. */
  | { type: 'trace-sheet' }
  /** What its first rows come to with these columns. */
  | { type: 'trace-sheet-read'; columns: string }
  | { type: 'figures-list' }
  | { type: 'figure-plan'; figure: string; quick: boolean }
  /** `by`: what carries it out, as the plan says. */
  | { type: 'figure-run'; document: ExperimentDocument; by: string; trace: TraceChoice | null }
  | { type: 'figure-judge'; figure: string; quick: boolean; measures: readonly (FigureMeasure | null)[] }
  /** The runs that show how firm a claim is, as far as they are known from what came of those made. */
  | { type: 'figure-firm-runs'; claim: string; quick: boolean; tried: readonly FirmnessTried[] }
  | { type: 'figure-firm-judge'; claim: string; quick: boolean; tried: readonly FirmnessTried[] }
  /** A figure on traces of the reader's own. */
  | { type: 'figure-on-traces'; figure: string; traces: readonly OwnTrace[] }
  /** The reproduction report of results, with how firm their claims are as far as that is known. */
  | { type: 'figures-report'; results: readonly FigureResult[]; firmness: readonly Sensitivity[] };

/** What came of a run that shows how firm a claim is: a measure, why it cannot be made, or nothing yet. */
export type FirmnessTried = FigureMeasure | { readonly refused: string } | null;

/** One such run. */
export interface FirmnessRun {
  document: ExperimentDocument;
  by: string;
}

/** Questions whose answer holds whatever is opened or sought meanwhile. */
const TIMELESS: ReadonlySet<Ask['type']> = new Set([
  'schema',
  'import-trace',
  'breakpoints',
  'sweep-plan',
  'sweep-text',
  'challenges',
  'challenge-open',
  'challenge-of',
  'challenge-documents',
  'challenge-run',
  'challenge-board',
  'challenge-link',
  'formula-problem',
  'trace-overview',
  'trace-mapped',
  'trace-generated',
  'trace-save',
  'trace-formats',
  'trace-sheet',
  'trace-sheet-read',
  'figures-list',
  'figure-plan',
  'figure-run',
  'figure-judge',
  'figure-firm-runs',
  'figure-firm-judge',
  'figure-on-traces',
  'figures-report',
]);

/** Whether what was asked in `epoch` is of no interest in `newest`. */
export const isStale = (ask: Ask, epoch: number, newest: number): boolean => epoch < newest && !TIMELESS.has(ask.type);

/** Which of an imported file's devices to replay. */
export interface TraceChoice {
  name: string;
  device: number | null;
}

/** What an imported trace is. */
export interface TraceReport {
  name: string;
  format: string;
  confidence: string;
  time_unit: string;
  address_unit: string;
  /** Its columns, where somebody had to say what they are. */
  columns?: string | null;
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
  /** The flash operations, of a log of them, and the experiment that carries them out. */
  operations?: { operations: number; document: ExperimentDocument } | null;
}

/** Something refused, or gone wrong. `large`: nothing is wrong, but it takes so much that it waits for a word. `memory`: the worker could get no more of it. */
export interface Failure extends Omit<Refusal, 'kind'> {
  kind: Refusal['kind'] | 'trap' | 'memory' | 'cancelled' | 'large' | 'unloaded';
}

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
  /** Null where the core knows no formulas. */
  rank: FormulaRanking | null;
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
  challenges: { ready: ChallengeOpened[]; choices: ChallengeChoices };
  'challenge-open': ChallengeOpened;
  'challenge-of': ChallengeOpened;
  'challenge-documents': ExperimentDocument[];
  'challenge-run': ChallengeMeasure;
  'challenge-board': ChallengeBoard;
  'challenge-link': string;
  /** Null for a formula. */
  'formula-problem': FormulaProblem | null;
  'trace-overview': TraceOverview;
  'trace-mapped': MappedFootprint[];
  'trace-generated': TraceOverview;
  /** What was done to the requests, and what is lost, is told in sentences. */
  'trace-save': { file: Blob; notes: string[]; losses: string[] };
  'trace-formats': string[];
  'trace-sheet': TraceSheet | null;
  'trace-sheet-read': TraceSheetReading;
  'figures-list': FigureEntry[];
  'figure-plan': FigurePlan;
  'figure-run': FigureMeasure;
  /** JSON text: the bytes of the command line's. */
  'figure-judge': string;
  'figure-firm-runs': FirmnessRun[];
  'figure-firm-judge': Sensitivity;
  /** The figure as it is shown then, and its runs. */
  'figure-on-traces': { entry: FigureEntry; plan: FigurePlan };
  /** An HTML file. */
  'figures-report': string;
}

export type ToWorker = { id: number; epoch: number; ask: Ask } | { cancel: number };

export type FromWorker =
  | { id: number; ok: true; answer: Answers[keyof Answers] }
  | { id: number; ok: false; failure: Failure }
  | { id: number; progress: { done: number; total: number | null; unit: 'bytes' | 'requests'; label: string } };
