/** The state of the page: everything a view may draw from, in one value. Derived values are functions of it, never kept beside it. */

import type {
  Breakpoint,
  ColourBy,
  Failure,
  OperationKind,
  PageState,
  Schema,
  TraceJournal,
  TraceReport,
} from '../engine/protocol';
import type { BaselinesState } from './baselines/state';
import type { ChallengeState } from './challenge/state';
import type { FiguresState } from './figures/state';
import type { FilmState } from './film/state';
import type { FormulaState } from './formula/state';
import type { KeptTrace } from './kept-traces/state';
import type { FullRunsState } from './lanes/full-runs-state';
import type { LaneState } from './lanes/state';
import type { LectureState } from './lecture/state';
import type { LessonState } from './lesson/state';
import type { DraftState } from './lesson-draft/state';
import type { OfflineState } from './offline/state';
import type { Unit } from './step-units';
import type { SweepState } from './sweep/state';
import type { TraceViewState } from './trace/state';
import type { UnwatchedState } from './unwatched/state';
import type { WorksheetState } from './worksheet/state';

/** The fields of a lane are those of lane A. */
export interface AppState extends LaneState {
  screen: 'start' | 'workbench' | 'figures' | 'sweep' | 'challenge' | 'trace';
  /** Lanes B, C and D, in order; none: one lane. */
  beside: readonly LaneState[];
  /** The lane whose stage is in sight; null where lanes stand side by side. */
  focus: number | null;
  /** What holds lanes together: the number of requests, or lane A's time. */
  meet_by: 'request' | 'time';
  /** The lanes' full runs. */
  full_runs: FullRunsState;
  playing: boolean;
  /** The operation, or of lanes side by side the request, at which play stops; null: it goes on. */
  play_until: number | null;
  /** Operations a second the transport aims at; `Infinity` is as fast as the machine can. */
  speed: number;
  unit: Unit;
  /** The moment that an example is on the way to; null once it has been there, and where nothing is promised. */
  approach: Approach | null;
  /** Play stays with what is told until it can have been read; null while it goes on. */
  hold: Hold | null;
  breakpoints: readonly Breakpoint[];
  colour_by: ColourBy;
  /** Which stage is wanted in sight; where the device has no such stage, the one nearest to the host is shown. */
  stage_view: 'buffer' | 'layer' | 'flash';
  /** The only state shown in full colour; null shows all. */
  isolate: PageState | null;
  /** Logical page lit wherever it lives. */
  lit_lpn: number | null;
  theme: 'system' | 'light' | 'dark';
  presenting: boolean;
  embedded: boolean;
  drawer_open: boolean;
  /** The challenge that is taken or made. */
  challenge: ChallengeState;
  /** The policy that is being typed. */
  formula: FormulaState;
  /** Whether channels and planes over time are unfolded under the flash. */
  gantt_open: boolean;
  help_open: boolean;
  share_open: boolean;
  /** Work under way that takes long enough to be told. */
  loading: Loading | null;
  failure: Failure | null;
  /** The command that could not be run since a part of the page was not there; null where none is to be run again. */
  again: { id: string; args: unknown } | null;
  /** The papers' figures, and what has been computed of them. */
  figures: FiguresState;
  /** One experiment at many settings, and what came of it. */
  sweep: SweepState;
  /** The same requests on the device without its techniques, run beside the lane. */
  baselines: BaselinesState;
  /** The experiment as run without being watched, where its device is too large for that; null where nothing is. */
  unwatched: UnwatchedState | null;
  /** The lesson that is being taken, on the workbench; null where none is. */
  lesson: LessonState | null;
  /** Whether a lesson is on its way: its file, or the device of its step. */
  awaits_lesson: boolean;
  /** The lesson that was left for the workbench, to be gone back to. */
  left_lesson: LessonState | null;
  /** The lesson that is being written; null before anybody writes one. */
  lesson_draft: DraftState | null;
  /** The worksheet of a lesson, while it is made and looked at. */
  worksheet: WorksheetState | null;
  /** The imported trace, if any. */
  trace: TraceReport | null;
  /** The trace that is looked at. */
  trace_view: TraceViewState;
  /** The file that was read last, with its name and what is known of its journal: what is run beside the lane has to read it too. */
  trace_file: TraceFile | null;
  /** Those that are kept in the browser; null until it was asked. */
  kept_traces: readonly KeptTrace[] | null;
  /** Whether the trace that was read last is being written there. */
  keeping: boolean;
  /** Everything that can be set; null until the engine has said it. */
  schema: Schema | null;
  /** A word to the user that needs no answer, such as "Link copied". */
  notice: string | null;
  /** What a frame of the page costs, over the last second; null while nothing moves. */
  frame_meter: FrameMeter | null;
  /** Presenter only: the screen is black. */
  blanked: boolean;
  /** Whether the page can be used without network, and whether a new version of it waits. */
  offline: OfflineState;
  /** The browser did not take something that was to be stored between visits. */
  forgets: boolean;
  /** Presenter only: pointer and notes. */
  lecture: LectureState;
  /** The film dialog; null while it is closed. */
  film: FilmState | null;
}

/** Where an example is on the way to: an operation of this kind, and the speed from there on. */
export interface Approach {
  into: OperationKind;
  speed: number;
}

/** Play stays with what is told: so long, from when it is drawn. */
export interface Hold {
  ms: number;
}

/** A trace's file, and what has to be known to read it again. */
export interface TraceFile {
  name: string;
  file: Blob;
  journal: TraceJournal | null;
  /** What its columns are, where the content does not tell. */
  columns?: string | null;
  sha256?: string | null;
}

export interface Loading {
  label: string;
  done: number;
  /** null when the end is not known. */
  total: number | null;
  unit: 'bytes' | 'requests';
}

export interface FrameMeter {
  frames_per_s: number;
  /** Mean time the main thread worked on a frame. */
  work_ms: number;
}
