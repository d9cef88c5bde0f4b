/** The state a page begins with. */

import { NO_BASELINES } from './baselines/state';
import { NO_CHALLENGE } from './challenge/state';
import { NO_FIGURES } from './figures/state';
import { NO_FORMULA } from './formula/state';
import { NO_FULL_RUNS } from './lanes/full-runs-state';
import { NEW_LANE } from './lanes/state';
import { NO_LECTURE } from './lecture/state';
import type { AppState } from './state';
import { NO_SWEEP } from './sweep/state';
import { NO_TRACE_VIEW } from './trace/state';
import { URL_DEFAULTS } from './url-state';

export function initialState(): AppState {
  return {
    screen: 'start',
    ...NEW_LANE,
    beside: [],
    focus: URL_DEFAULTS.focus,
    meet_by: URL_DEFAULTS.meet_by,
    full_runs: NO_FULL_RUNS,
    playing: false,
    play_until: null,
    speed: URL_DEFAULTS.speed,
    unit: URL_DEFAULTS.unit,
    approach: null,
    hold: null,
    breakpoints: [],
    colour_by: URL_DEFAULTS.colour_by,
    stage_view: URL_DEFAULTS.stage_view,
    isolate: null,
    lit_lpn: null,
    theme: 'system',
    presenting: false,
    awaits_lesson: false,
    embedded: false,
    drawer_open: false,
    challenge: NO_CHALLENGE,
    formula: NO_FORMULA,
    gantt_open: false,
    help_open: false,
    share_open: false,
    loading: null,
    failure: null,
    again: null,
    figures: NO_FIGURES,
    sweep: NO_SWEEP,
    baselines: NO_BASELINES,
    unwatched: null,
    lesson: null,
    left_lesson: null,
    lesson_draft: null,
    worksheet: null,
    trace: null,
    trace_file: null,
    kept_traces: null,
    keeping: false,
    trace_view: NO_TRACE_VIEW,
    schema: null,
    notice: null,
    frame_meter: null,
    blanked: false,
    offline: 'unknown',
    forgets: false,
    lecture: NO_LECTURE,
    film: null,
  };
}
