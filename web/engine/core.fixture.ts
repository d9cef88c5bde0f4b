/** The core itself in a test, at moments of the ready examples: what is told must agree with itself whatever is under way. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, type Example } from '../app/examples';
import { valueAt } from '../app/experiment';
import type { CoreSession } from './core';
import type { Frame, Opened, View } from './protocol';

const projectPath = (path: string): string => join(import.meta.dirname, '../..', path);

const WHOLE: View = {
  stage: { kind: 'none' },
  charts: true,
  gantt: true,
  timeline_bins: 0,
  operations_max: 64,
  state_hash: false,
  check: false,
};
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
export async function momentsOf(example: Example, count: number, seed: number): Promise<Moments> {
  const session = await sessionOf(example);
  const file = valueAt(example.document, 'workload.kind') === 'trace' ? 0 : undefined;
  const opened = JSON.parse(session.open(JSON.stringify(example.document), file)) as Opened;
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
      if (nth % 2 === 1) session.step(example.unit, 1);
      yield { ...JSON.parse(session.frame(JSON.stringify(WHOLE))), epoch: 0 } as Frame;
    }
    session.free();
  }
  return { example, opened, frames: frames() };
}

async function sessionOf({ document }: Example): Promise<CoreSession> {
  const core = await import('../pkg/sim_core.js');
  core.initSync({ module: readFileSync(projectPath('web/pkg/sim_core_bg.wasm')) });
  const session = new core.Session() as CoreSession;
  const file = valueAt(document, 'workload.file');
  if (typeof file === 'string') {
    session.import_begin(file);
    session.import_push(readFileSync(projectPath(`traces/${file}`)));
    session.import_finish();
  }
  return session;
}

export { EXAMPLES };
