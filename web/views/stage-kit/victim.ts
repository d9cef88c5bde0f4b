/** Which block wears the highlighter. */

import type { Frame } from '../../engine/protocol';

/** The block collection has taken, while it is at it: up to its erase, which is the last thing that is done to it. */
export function victimOf({ bench, operations }: Pick<Frame, 'bench' | 'operations'>): number | null {
  const last = operations.at(-1);
  const erased = last?.kind === 'erase' ? last.block : null;
  return bench.find(({ role }) => role === 'victim')?.block ?? erased;
}
