/**
 * Everything the page can be told to do. Keys, buttons, the drawer and tests all go through `run(id, args)`.
 *
 * Commands are grouped by theme in `commands/`; this file finds and runs them.
 */

import type { Estimate, ExperimentDocument } from '../engine/protocol';
import type { Agreed } from './address';
import type { Baselines } from './baselines/baselines';
import type { Challenges } from './challenge/challenge';
import { CHALLENGE_COMMANDS } from './commands/challenge';
import { COMPARE_COMMANDS } from './commands/compare';
import { EXPERIMENT_COMMANDS } from './commands/experiment';
import { EXPORT_COMMANDS } from './commands/export';
import { FAULT_COMMANDS } from './commands/faults';
import { FIGURES_COMMANDS } from './commands/figures';
import { FILM_COMMANDS } from './commands/film';
import { FORMULA_COMMANDS } from './commands/formula';
import { KEPT_TRACES_COMMANDS } from './commands/kept-traces';
import { LECTURE_COMMANDS } from './commands/lecture';
import { LESSON_COMMANDS } from './commands/lesson';
import { LESSON_DRAFT_COMMANDS } from './commands/lesson-draft';
import { OFFLINE_COMMANDS } from './commands/offline';
import { SHARE_COMMANDS } from './commands/share';
import { SWEEP_COMMANDS } from './commands/sweep';
import { TRACE_COMMANDS } from './commands/trace';
import { TRANSPORT_COMMANDS } from './commands/transport';
import { UNWATCHED_COMMANDS } from './commands/unwatched';
import { VIEW_COMMANDS } from './commands/view';
import { WORKSHEET_COMMANDS } from './commands/worksheet';
import type { Drawing } from './export/export';
import type { Figures } from './figures/figures';
import type { Film } from './film/film';
import type { FullRuns } from './lanes/full-runs';
import type { LaneGroup } from './lanes/lane-group';
import type { Lecture } from './lecture/lecture';
import type { LinkForm } from './page';
import type { AppState } from './state';
import type { Store } from './store';
import type { Sweep } from './sweep/sweep';
import type { Unwatched } from './unwatched/unwatched';

/** What commands work with. */
export interface App {
  /** The state as the lane in focus sees it. */
  store: Store<AppState>;
  /** The state with all its lanes. */
  whole: Store<AppState>;
  lane: LaneGroup;
  figures: Figures;
  /** Loaded when it is first wanted, as the next one is. */
  sweep: () => Promise<Sweep>;
  challenges: () => Promise<Challenges>;
  unwatched: () => Promise<Unwatched>;
  lecture: () => Promise<Lecture>;
  film: () => Promise<Film>;
  /** The lanes' full runs. */
  full_runs: Pick<FullRuns, 'pause' | 'resume'>;
  /** What is run beside a lane alone. */
  baselines: Pick<Baselines, 'pause' | 'resume'>;
  /** What an experiment takes, before anything of it is begun; null where the core cannot say. */
  estimate: (document: ExperimentDocument) => Promise<Estimate | null>;
  /** Opens what the address says, however much that takes. */
  openLink: (how: Agreed | null) => Promise<void>;
  page: Page;
}

/** The browser around the page; tests bring their own. */
export interface Page {
  copy(text: string): Promise<void>;
  download(name: string, type: string, content: string | Blob): void;
  /** An address of the present state; by default with the moment, as a page of its own. */
  link(form?: LinkForm): string;
  fetchFile(path: string): Promise<Blob>;
  /** Lets the user choose a file; null if they do not. */
  chooseFile(): Promise<File | null>;
  focusDecision(): void;
  /** Whether motion is to be shown: false under prefers-reduced-motion. */
  motion(): boolean;
  /** What is drawn now and may be taken elsewhere: each SVG in sight that has a `data-drawing`, its title. */
  drawings(): Promise<Drawing[]>;
  /** Headline and stage, as far as they are in sight. */
  pictured(): HTMLElement[];
  /** Both as they stand, as a PNG. */
  picture(): Promise<Blob>;
  /** False where the browser did not take it. */
  rememberTheme(theme: AppState['theme']): boolean;
  program(): { flashlab: string; link_version: number; browser: string };
}

export interface Command {
  id: string;
  /** What it does, as on a button: "Step forward". */
  title: string;
  /** As `shortcuts.ts` spells keys: `Space`, `Shift+ArrowLeft`, `g`. */
  keys?: readonly string[];
  /** Under which head the help sheet lists it; none: not listed. */
  group?: 'Time' | 'View' | 'Experiment' | 'Compare' | 'Figures' | 'Sweep' | 'Lesson' | 'Lecture' | 'Share';
  enabled?: (state: AppState) => boolean;
  /** A promise, where there is one, resolves when the work is done. */
  run: (app: App, args: unknown) => unknown;
}

export const COMMANDS: readonly Command[] = [
  ...TRANSPORT_COMMANDS,
  ...VIEW_COMMANDS,
  ...EXPERIMENT_COMMANDS,
  ...FAULT_COMMANDS,
  ...FORMULA_COMMANDS,
  ...CHALLENGE_COMMANDS,
  ...COMPARE_COMMANDS,
  ...UNWATCHED_COMMANDS,
  ...TRACE_COMMANDS,
  ...KEPT_TRACES_COMMANDS,
  ...FIGURES_COMMANDS,
  ...EXPORT_COMMANDS,
  ...SWEEP_COMMANDS,
  ...LESSON_COMMANDS,
  ...LESSON_DRAFT_COMMANDS,
  ...LECTURE_COMMANDS,
  ...WORKSHEET_COMMANDS,
  ...SHARE_COMMANDS,
  ...FILM_COMMANDS,
  ...OFFLINE_COMMANDS,
];

const BY_ID = new Map(COMMANDS.map((command) => [command.id, command]));

export function findCommand(id: string): Command {
  const command = BY_ID.get(id);
  if (!command) throw new Error(`no command ${id}`);
  return command;
}

export const isEnabled = (command: Command, state: AppState): boolean => command.enabled?.(state) ?? true;

/** Runs a command if it can be run now; resolves when its work is done. */
export async function runCommand(app: App, id: string, args?: unknown): Promise<void> {
  const command = findCommand(id);
  if (isEnabled(command, app.store.get())) await command.run(app, args);
}
