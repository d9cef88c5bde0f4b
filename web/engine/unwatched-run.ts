/** What comes of a run that nobody watched. */

/** Numbers of a block's states in a sampled map. */
export const BLOCK_STATES = ['free', 'open', 'closed', 'bad', 'stale'] as const;

/** A device as every `step`-th of its blocks. */
export interface SampledMap {
  blocks: number;
  step: number;
  /** The share of valid pages from 0 to 255, the erases, and the state as a number. */
  cells: readonly (readonly [valid: number, erases: number, state: number])[];
}

export interface UnwatchedRun {
  /** JSON text, as the command line prints it. */
  report: string;
  map: SampledMap;
  /** Memory that the core took. */
  memory_bytes: number;
}
