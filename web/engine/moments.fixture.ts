/** Moments of the ready examples, from the core itself: what is told must agree with itself whatever is under way. */

import type { Example } from '../app/examples';
import { openCore } from './core.fixture';
import type { Frame, Opened } from './protocol';

/** Long runs are looked at so far: collections, merges and misses have begun by then. */
const FARTHEST_OP = 60_000;
const FARTHEST: Readonly<Record<string, number>> = { 'hot-cold': 1_400_000, 'pblk-limiter': 170_000 };
const SLICE_MS = 100;

export interface Moments {
  example: Example;
  opened: Opened;
  /** In the order of time. */
  frames: Iterable<Frame>;
}

/** Numbers from 0 to below 1, the same ones for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A ready example at the beginning of its run, and at `count` moments of it. */
export function momentsOf(example: Example, count: number, seed: number): Moments {
  const { opened, session, frame, step } = openCore(example.document);
  const seek = (op: number): void => {
    while (!session.seek_operation(op, SLICE_MS));
  };
  seek(FARTHEST[example.id] ?? FARTHEST_OP);
  const last = session.operations();
  const random = seeded(seed);
  const ops = Array.from({ length: count }, () => Math.floor(random() * (last + 1))).sort((a, b) => a - b);
  function* frames(): Generator<Frame> {
    for (const [nth, op] of [0, ...ops].entries()) {
      seek(op);
      // Every other moment is one at which something is chosen.
      yield nth % 2 === 1 ? step(example.unit, 1) : frame();
    }
    session.free();
  }
  return { example, opened, frames: frames() };
}
