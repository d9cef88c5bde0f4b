/** What the page wants of the next frame: the stage's wish, and charts and marks no more often than they can be read. */

import { CELLS_MAX_PAGES, type StageRequest, type View } from '../engine/protocol';
import { binsFor } from '../views/transport/marks';
import { ganttShown } from './stage-choice';
import type { AppState } from './state';

/** Charts 15 times a second, marks 4 times; a lane that stands still gets both. Rules of a large device once a second. */
const CHARTS_PERIOD_MS = 67;
const MARKS_PERIOD_MS = 250;
const CHECK_PERIOD_MS = 1000;
/** As many operations as are told one by one. */
const OPERATIONS_MAX = 64;

export interface ViewSources {
  state: () => AppState;
  stage: () => StageRequest;
  timelineWidth: () => number;
  now: () => number;
}

export function createViewRequest(sources: ViewSources): (fresh: boolean) => View {
  let charts_ms = Number.NEGATIVE_INFINITY;
  let marks_ms = Number.NEGATIVE_INFINITY;
  let check_ms = Number.NEGATIVE_INFINITY;
  return (fresh) => {
    const state = sources.state();
    const { playing, opened, presenting, embedded } = state;
    const now_ms = sources.now();
    const always = fresh || !playing;
    const due = always || now_ms - charts_ms >= CHARTS_PERIOD_MS;
    const charts = due && !presenting && !embedded;
    const gantt = due && ganttShown(state);
    const marks = always || now_ms - marks_ms >= MARKS_PERIOD_MS;
    const small = (opened?.geometry.physical_pages ?? 0) <= CELLS_MAX_PAGES;
    const check = small || now_ms - check_ms >= CHECK_PERIOD_MS;
    if (check) check_ms = now_ms;
    if (charts || gantt) charts_ms = now_ms;
    if (marks) marks_ms = now_ms;
    const stage = sources.stage();
    return {
      stage: stage.kind === 'map' && fresh ? { ...stage, full: true } : stage,
      charts,
      gantt,
      timeline_bins: marks ? binsFor(sources.timelineWidth()) : 0,
      operations_max: OPERATIONS_MAX,
      state_hash: false,
      check,
    };
  };
}
