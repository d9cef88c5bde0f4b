/** What tests and scripts may use of the page when its address says `?testing=1`. */

import type { Engine } from '../engine/client';
import type { View } from '../engine/protocol';
import { type App, runCommand } from './commands';
import type { AppState } from './state';

export interface TestingHandle {
  /** Resolves when nothing is being asked, loaded, moved or drawn. */
  waitForIdle(): Promise<void>;
  run(id: string, args?: unknown): Promise<void>;
  report(lane?: number): Promise<unknown>;
  state(): AppState;
  /** A hash of all that the lane's device is and will do. */
  stateHash(): Promise<string | null>;
}

declare global {
  interface Window {
    flashlab?: TestingHandle;
  }
}

const IDLE_FRAMES = 2;

/** Asked while the page is idle, it takes nothing that is yet to be drawn. */
const HASH_ALONE: View = {
  stage: { kind: 'none' },
  charts: false,
  gantt: false,
  timeline_bins: 0,
  operations_max: 0,
  state_hash: true,
  check: false,
};

export function exposeForTesting(app: App, engine: Engine, settled: () => boolean): void {
  const busy = (): boolean =>
    app.lane.busy() ||
    app.figures.busy() ||
    app.store.get().sweep.work !== null ||
    app.store.get().loading !== null ||
    app.store.get().playing ||
    !settled();
  window.flashlab = {
    async waitForIdle() {
      for (let quiet = 0; quiet < IDLE_FRAMES; quiet = busy() ? 0 : quiet + 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    run: (id, args) => runCommand(app, id, args),
    async report() {
      const report = await app.lane.report();
      return report && JSON.parse(report);
    },
    state: () => app.store.get(),
    stateHash: async () => (await engine.ask({ type: 'look', view: HASH_ALONE })).state_hash,
  };
}
