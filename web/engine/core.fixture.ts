/** The built core without a worker around it, for tests that hold the page's words and moments against what the simulator does. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figures_list, initSync, Session, schema } from '../pkg/sim_core.js';
import type { CoreSession } from './core';
import type { FigureEntry } from './core-types';
import type { ExperimentDocument, Frame, Opened, Schema, View } from './protocol';

const read = (path: string): Buffer => readFileSync(join(import.meta.dirname, '../..', path));

const VIEW: View = {
  stage: { kind: 'none' },
  charts: true,
  gantt: true,
  timeline_bins: 0,
  operations_max: 64,
  state_hash: false,
  check: false,
};

/** As long as a step or a seek of a test may take. */
const BUDGET_MS = 60_000;

export interface Opening {
  opened: Opened;
  session: CoreSession;
  frame: () => Frame;
  step: (unit: string, direction: 1 | -1) => Frame;
  toRequest: (request: number) => Frame;
}

/** Everything that can be set, as the core says it. */
export function coreSchema(): Schema {
  initSync({ module: read('web/pkg/sim_core_bg.wasm') });
  return JSON.parse(schema());
}

/** The papers' figures, as the core lists them. */
export function coreFigures(): FigureEntry[] {
  initSync({ module: read('web/pkg/sim_core_bg.wasm') });
  return JSON.parse(figures_list());
}

/** Opens an experiment; a trace that it replays is read from the folder of those that come along. */
export function openCore(document: ExperimentDocument): Opening {
  initSync({ module: read('web/pkg/sim_core_bg.wasm') });
  const session: CoreSession = new Session();
  const { file } = (document.workload ?? {}) as { file?: string };
  if (file) {
    session.import_begin(file);
    session.import_push(read(`traces/${file}`));
    session.import_finish();
  }
  const opened: Opened = JSON.parse(session.open(JSON.stringify(document), file ? 0 : undefined));
  const frame = (): Frame => ({ ...JSON.parse(session.frame(JSON.stringify(VIEW))), stage: null });
  return {
    opened,
    session,
    frame,
    step(unit, direction) {
      while (!session.step(unit, direction));
      return frame();
    },
    toRequest(request) {
      session.seek_sync_point(false, request, BUDGET_MS);
      return frame();
    },
  };
}
