/** Which block wears the highlighter. */

import type { Frame } from '../../engine/protocol';

/** The block collection has taken, while it is at it: up to its erase, which is the last thing that is done to it. */
export function victimOf({ bench, operations, layer }: Pick<Frame, 'bench' | 'operations' | 'layer'>): number | null {
  const last = operations.at(-1);
  const erased = last?.kind === 'erase' ? last.block : null;
  const chosen = bench.find(({ role }) => role === 'victim')?.block ?? erased;
  // A log block that a switch or partial merge has made the data block is emptied by nobody.
  return chosen !== null && layer.homes.includes(chosen) ? null : chosen;
}
