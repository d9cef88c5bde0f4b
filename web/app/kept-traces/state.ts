/** Traces that somebody keeps in the browser. */

export interface KeptTrace {
  /** What its files are called in the browser's store. */
  id: string;
  /** What the trace is called, as experiments name it. */
  name: string;
  bytes: number;
  /** What its columns are, where somebody said so. */
  columns: string | null;
  /** The title of its format. */
  format: string;
  requests: number;
  kept_ms: number;
}

/** The longest name, in characters. */
export const NAME_MAX = 200;

/** What of a trace is kept beside its bytes. */
export type TraceFacts = Pick<KeptTrace, 'name' | 'columns' | 'format' | 'requests'>;
