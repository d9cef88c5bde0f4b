/** What tests and scripts may use of the page when its address says `?testing=1`. */

import type { App } from './command';
import { runCommand } from './commands';
import type { AppState } from './state';
import { untilIdle } from './until-idle';

export interface TestingHandle {
  /** Resolves when nothing is being asked, loaded, moved or drawn. */
  waitForIdle(): Promise<void>;
  run(id: string, args?: unknown): Promise<void>;
  report(lane?: number): Promise<unknown>;
  state(): AppState;
  /** A hash of all that the lane's device is and will do. */
  stateHash(lane?: number): Promise<string | null>;
}

declare global {
  interface Window {
    flashlab?: TestingHandle;
  }
}

export function exposeForTesting(app: App, settled: () => boolean): void {
  const busy = (): boolean =>
    app.lane.busy() ||
    app.figures.busy() ||
    app.whole.get().sweep.work !== null ||
    app.whole.get().challenge.works ||
    app.whole.get().loading !== null ||
    app.whole.get().full_runs.work !== null ||
    app.whole.get().playing ||
    !settled();
  window.flashlab = {
    waitForIdle: () => untilIdle(busy),
    run: (id, args) => runCommand(app, id, args),
    async report(lane = 0) {
      const report = await app.lane.reportOf(lane);
      return report && JSON.parse(report);
    },
    state: () => app.whole.get(),
    stateHash: (lane = 0) => app.lane.stateHash(lane),
  };
}
