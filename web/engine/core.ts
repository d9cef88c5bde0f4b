/** Name of a worker that needs no more than page mapping: it gets the smaller core. */
export const FIRST_CORE = 'first';

/**
 * The simulator core as the worker sees it: what `wasm-pack` builds into `web/pkg`, and for the start page into `web/pkg-first`. Refusals are thrown as JSON
 * text of a `Failure`.
 */
export interface Core extends Partial<CoreFigures>, Partial<CoreSweeps>, Partial<CoreChallenges> {
  Session: new () => CoreSession & Partial<SessionFigures> & Partial<SessionTraces>;
  /** The names of the formats that traces are written in, as a list. Only the whole core writes any. */
  trace_formats_written?(): string;
  schema(): string;
  /** Only the whole core does. */
  estimate?(document_json: string): string;
  version(): string;
}

/** The papers' figures: only the whole core has them. */
export interface CoreFigures {
  figures_list(): string;
  figure_plan(figure: string, quick: boolean): string;
  figure_judge(figure: string, quick: boolean, measures_json: string): string;
  figure_sensitivity_runs(
    claim: string,
    quick: boolean,
    reading: string | null | undefined,
    tried_json: string,
  ): string;
  figure_sensitivity_judge(
    claim: string,
    quick: boolean,
    reading: string | null | undefined,
    tried_json: string,
  ): string;
  figures_report(told_json: string): string;
  figure_on_traces(figure: string, traces_json: string): string;
}

/** Sweeps: only the whole core has them. */
export interface CoreSweeps {
  sweep_plan(sweep_json: string, trace_json: string): string;
  sweep_text(sweep_json: string, trace_json: string, points_json: string, format: string): string;
}

/** Challenges: only the whole core has them. */
export interface CoreChallenges {
  challenges(): string;
  challenge_choices(): string;
  challenge_open(address: string): string;
  challenge_of(document_json: string): string;
  challenge_documents(document_json: string, entry_json: string): string;
  /** Runs one experiment to its end. */
  challenge_run(document_json: string): string;
  challenge_board(document_json: string, runs_json: string): string;
  challenge_link(document_json: string, run_json: string): string;
  formula_problem(of: string, text: string): string;
}

/** What a session of the whole core does for figures and reports. */
export interface SessionFigures {
  /** A run of the whole experiment apart from the lane: begun, taken further in slices, and reported at its end. */
  report_begin(): void;
  report_step(budget_ms: number): boolean;
  report_progress(): number;
  report(): string;
  /**
   * Runs one experiment to its end, however long it takes, on what `by` says; `trace_index` is the trace to replay, among those
   * read.
   */
  figure_run(document_json: string, by: string, trace_index?: number | null): string;
  /** Takes an experiment for its report alone, without a lane. */
  prepare(document_json: string, trace_index?: number | null): void;
  /** Of the run for a report: the requests of the whole run, and a map of at most `cells` blocks, to be asked for before the report. */
  report_requests(): number;
  sampled_map(cells: number): string;
  /** Responses of its first counted requests; to be asked for before the report. */
  report_responses(most: number): Float64Array;
  /** Of the requests of the experiment. */
  requests_fingerprint(): string;
  memory_bytes(): number;
  /** A run of the open experiment that is written down, apart from the lane. No `to`: to its end. */
  log_begin(format: string, from: number, to?: number | null): void;
  /** The next piece of text, empty while there is none yet; undefined when there is no more. */
  log_step(budget_ms: number): Uint8Array | undefined;
  /** Requests begun, and requests to begin. */
  log_progress(): Float64Array;
  /** The request before which everything is written. */
  log_written_before(): number;
  log_cancel(): void;
}

/** What a session of the whole core says of a trace that it has read. A window is JSON text: all that it does not say is open. */
export interface SessionTraces {
  /** Begins to read a file whose columns are stated, in the place of `import_begin`. */
  import_begin_columns(name: string, columns: string): void;
  /** The table that the file which was read last may be; null if it is none. */
  sheet(): string;
  /** What its first rows come to with these columns. */
  sheet_read(columns: string): string;
  overview_begin(trace_index: number, device: number | null | undefined, window_json: string): void;
  /** False while there is more to do. */
  overview_step(budget_ms: number): boolean;
  overview_progress(): Float64Array;
  overview_finish(): string;
  overview_mapped(
    trace_index: number,
    device: number | null | undefined,
    window_json: string,
    mode: string,
    document_json: string,
  ): string;
  /** Of the first `most` requests of the document's generator. */
  overview_generated(document_json: string, most: number): string;
  /** Gives the text to `take`, piece by piece; says what is done to the requests and what is lost. `document_json`: with the times and addresses of that experiment. */
  trace_write(
    trace_index: number,
    device: number | null | undefined,
    window_json: string,
    format: string,
    document_json: string | null | undefined,
    take: (piece: Uint8Array<ArrayBuffer>) => void,
  ): string;
}

/** An array copied out of WebAssembly memory. */
export type BulkArray = Uint8Array | Uint32Array | Uint8ClampedArray;

/** One lane. Calls with a budget return false when it ran out before the work was done: call again. */
export interface CoreSession {
  open(document_json: string, trace_index?: number | null): string;
  import_begin(name: string): void;
  import_push(bytes: Uint8Array): number;
  /** The file holds more than is kept: reading on is of no use. */
  import_is_full(): boolean;
  /** Where the file system recorded in the trace being read kept its journal. */
  import_journal(first_byte: number, bytes: number): void;
  import_finish(): string;
  import_cancel(): void;
  set_breakpoints(json: string): void;
  advance(operations: number, budget_ms: number): void;
  /** Back where `direction` is negative. */
  step(unit: string, direction: number): boolean;
  seek_operation(op: number, budget_ms: number): boolean;
  /** To where lanes meet, given as a request or as a time in nanoseconds. */
  seek_sync_point(by_time: boolean, to: number, budget_ms: number): boolean;
  /** On to there. */
  follow(by_time: boolean, to: number, budget_ms: number): boolean;
  run(budget_ms: number): boolean;
  /** Requests begun. */
  progress(): number;
  /** Operations carried out. */
  operations(): number;
  /** A frame without the stage's large arrays; `bulk` copies those out one by one. */
  frame(view_json: string): string;
  bulk(name: string): BulkArray;
  inspect(page: number): string;
  /** A map block; `null` where the layer keeps none. Only the whole core knows them. */
  map_block?(id: number): string;
  /** The stripe of a logical page; `null` where the layer has none. Only the whole core knows stripes. */
  stripe?(lpn: number): string;
  /**
   * What there is to choose from at this moment under a formula of "victim" or "buffer", a `FormulaRanking`: `most` rows at most, with `k`
   * that of the experiment if it is undefined. Nothing changes by asking; a text that is no formula is no error but told in `error`. Only the whole core knows formulas.
   */
  rank_formula?(of: string, text: string, k: number | undefined, most: number): string;
  free(): void;
}
