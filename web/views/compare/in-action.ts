/** Which block a lane is at work on. Pure. */

import type { Frame } from '../../engine/protocol';

type Seen = Pick<Frame, 'bench' | 'layer' | 'charts'>;

/** What is being emptied or brought to flash, or was for the last request; else where pages go. */
export function blockInAction({ bench, layer, charts }: Seen): number | null {
  const victim = bench.find(({ role }) => role === 'victim')?.block;
  const flushed = layer.cache?.flush?.block;
  const erased = charts?.so_far.tallies.find(({ kind }) => kind === 'erase')?.block;
  const frontier = bench.find(({ role }) => role === 'frontier')?.block;
  return victim ?? flushed ?? erased ?? frontier ?? null;
}
