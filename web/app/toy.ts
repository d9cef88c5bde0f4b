/**
 * The device on the start page: eight pages, six blocks, a real lane. Every write is appended to a small trace, which is replayed
 * up to that write; what is seen is what the simulator did, nothing is drawn from memory.
 */

import type { Engine } from '../engine/client';
import type { ExperimentDocument, Frame, View } from '../engine/protocol';

export const TOY_PAGES = 8;
const PAGE_BYTES = 4096;
const SECTOR_BYTES = 512;
/** No write makes more operations necessary than this. */
const STEPS_MAX = 64;

const VIEW: View = {
  stage: { kind: 'cells' },
  charts: false,
  gantt: false,
  timeline_bins: 0,
  operations_max: 8,
  state_hash: false,
  check: true,
};

export interface Toy {
  /** The device before anything is written. */
  empty(): Promise<Frame>;
  /** Writes a page, and tells each operation it made as a frame. */
  write(lpn: number): AsyncGenerator<Frame>;
}

/** The writes as SPC text: unit, sector, bytes, what, seconds. */
export const spcOf = (writes: readonly number[]): string =>
  writes.map((lpn, second) => `0,${(lpn * PAGE_BYTES) / SECTOR_BYTES},${PAGE_BYTES},W,${second}.0\n`).join('');

function documentFor(file: string): ExperimentDocument {
  return {
    device: { preset: 'toy', page_bytes: PAGE_BYTES, blocks_per_plane: 6, over_provisioning: 2 },
    workload: { kind: 'trace', file, address: 'exact' },
    run: { initial_state: 'clean' },
  };
}

export function createToy(engine: Engine): Toy {
  const writes: number[] = [];

  async function open(): Promise<void> {
    const name = `writes-${writes.length}.spc`;
    // A first write is needed for there to be a trace at all; the device is looked at before it.
    const file = new Blob([spcOf(writes.length ? writes : [0])]);
    await engine.ask({ type: 'import-trace', file, name, journal: null });
    await engine.ask({ type: 'open', document: documentFor(name), trace: { name, device: null } });
  }

  return {
    async empty() {
      await open();
      return engine.ask({ type: 'refresh', view: VIEW });
    },
    async *write(lpn) {
      writes.push(lpn);
      await open();
      yield await engine.ask({ type: 'seek', to: { request: writes.length - 1 }, view: VIEW });
      for (let step = 0; step < STEPS_MAX; step++) {
        const frame = await engine.ask({ type: 'step', unit: 'operation', count: 1, view: VIEW });
        yield frame;
        if (frame.position.ended) return;
      }
    },
  };
}
