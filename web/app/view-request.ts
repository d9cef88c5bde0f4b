/**
 * What the page wants of the next frame: the stage's wish, and charts and marks no more often than they can be read. Of lanes side by
 * side figures are wanted where all of them meet, so that they are of the same requests.
 */

import { CELLS_MAX_PAGES, type StageRequest, type View } from '../engine/protocol';
import { asLane, isComparing, LANES_MAX, laneInFocus } from './lanes/side-by-side';
import { TRAVEL_MAX } from './speed';
import { ganttShown } from './stage-choice';
import type { AppState } from './state';
import { binsFor } from './timeline-bins';

/** Charts 15 times a second, marks 4 times; a lane that stands still gets both. Rules of a large device once a second. */
const CHARTS_PERIOD_MS = 67;
const MARKS_PERIOD_MS = 250;
/** Lanes that stand side by side, where a few figures are read rather than curves. */
const BESIDE_PERIOD_MS = 200;
const CHECK_PERIOD_MS = 1000;
/** As many operations as are told one by one. */
const OPERATIONS_MAX = 64;
/** Lanes side by side are told in sums. */
const OPERATIONS_BESIDE_MAX = 0;

export interface ViewSources {
  state: () => AppState;
  /** Of the lane whose stage is in sight. */
  stage: () => StageRequest;
  /** Of one of the lanes that stand side by side. */
  beside: (index: number) => StageRequest;
  timelineWidth: () => number;
  now: () => number;
}

interface Due {
  charts_ms: number;
  marks_ms: number;
  check_ms: number;
}

const NEVER: Due = {
  charts_ms: Number.NEGATIVE_INFINITY,
  marks_ms: Number.NEGATIVE_INFINITY,
  check_ms: Number.NEGATIVE_INFINITY,
};

export function createViewRequest(sources: ViewSources): (index: number, fresh: boolean) => View {
  const last: Due[] = Array.from({ length: LANES_MAX }, () => ({ ...NEVER }));

  function stageOf(index: number, focus: number | null): StageRequest {
    if (focus === null) return sources.beside(index);
    return focus === index ? sources.stage() : { kind: 'none' };
  }

  return (index, fresh) => {
    const whole = sources.state();
    const state = asLane(whole, index);
    const focus = laneInFocus(whole);
    const { playing, opened, presenting, lesson } = state;
    const done = last[index] ?? { ...NEVER };
    const now_ms = sources.now();
    const always = fresh || !playing;
    const due = always || now_ms - done.charts_ms >= CHARTS_PERIOD_MS;
    // What the headline sums up at speed comes with the charts; the few figures of a lane among others, where lanes have met.
    const sums_up = playing && state.speed > TRAVEL_MAX;
    const charts = isComparing(whole) ? always : due && (sums_up || !presenting || lesson !== null);
    const gantt = due && focus === index && ganttShown(state);
    // Side by side, each lane's erases are drawn over the run.
    const has_marks = focus === null || index === focus;
    const marks = has_marks && (always || now_ms - done.marks_ms >= MARKS_PERIOD_MS);
    const small = (opened?.geometry.physical_pages ?? 0) <= CELLS_MAX_PAGES;
    const check = small || now_ms - done.check_ms >= CHECK_PERIOD_MS;
    if (check) done.check_ms = now_ms;
    if (charts || gantt) done.charts_ms = now_ms;
    if (marks) done.marks_ms = now_ms;
    const stage = stageOf(index, focus);
    return {
      stage: stage.kind === 'map' && fresh ? { ...stage, full: true } : stage,
      charts,
      gantt,
      timeline_bins: marks ? binsFor(sources.timelineWidth()) : 0,
      operations_max: focus === index ? OPERATIONS_MAX : OPERATIONS_BESIDE_MAX,
      state_hash: false,
      check,
    };
  };
}

/** Whether it is time for figures of lanes side by side: as often as they can be read, and as charts of one that is looked into. */
export function createFiguresDue({ state, now }: Pick<ViewSources, 'state' | 'now'>): () => boolean {
  let last_ms = Number.NEGATIVE_INFINITY;
  return () => {
    const period_ms = laneInFocus(state()) === null ? BESIDE_PERIOD_MS : CHARTS_PERIOD_MS;
    const due = now() - last_ms >= period_ms;
    if (due) last_ms = now();
    return due;
  };
}
