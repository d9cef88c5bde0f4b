/** A run of a device that is too large to be watched: how far it is, or what came of it. */

import type { ExperimentDocument, Failure } from '../../engine/protocol';
import type { UnwatchedRun } from '../../engine/unwatched-run';

/** Whether it may be that only watching takes too much: a device too large for it, or one whose worker got no more memory. */
export const isTooMuch = (failure: Failure | null): failure is Failure =>
  failure?.kind === 'too-large' || failure?.kind === 'memory';

export interface UnwatchedState {
  document: ExperimentDocument;
  /** Why it is not watched: what the page says again when the run is called off. */
  refused: Failure;
  elapsed_ms: number;
  /** Requests; null while the device is being built. */
  progress: { done: number; total: number } | null;
  /** Null until the run is over. */
  result: UnwatchedRun | null;
}
