/** What comes of a run that nobody watched. */

import type { SampledMap } from './core-types';

/** Numbers of a block's states in a sampled map. */
export const BLOCK_STATES = ['free', 'open', 'closed', 'bad', 'stale'] as const;

export interface UnwatchedRun {
  /** JSON text, as the command line prints it. */
  report: string;
  map: SampledMap;
  /** Memory that the core took. */
  memory_bytes: number;
}
