/** What the page can be told to do: what a command is, and what it works with. `commands.ts` lists them. */

import type { Estimate, ExperimentDocument } from '../engine/protocol';
import type { Baselines } from './baselines/baselines';
import type { Challenges } from './challenge/challenge';
import type { Drawing } from './export/export';
import type { Figures } from './figures/figures';
import type { Film } from './film/film';
import type { FullRuns } from './lanes/full-runs';
import type { LaneGroup } from './lanes/lane-group';
import type { Lecture } from './lecture/lecture';
import type { AppState } from './state';
import type { Store } from './store';
import type { Sweep } from './sweep/sweep';
import type { Unwatched } from './unwatched/unwatched';

/** How a link is opened once somebody has agreed to what it takes. */
export interface Agreed {
  /** At the start of the run, not at its moment. */
  at_start: boolean;
  /** Not itself but the same with less capacity, or fewer requests. */
  smaller: boolean;
}

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
  /** Runs another command, by its id. */
  run: (id: string, args?: unknown) => Promise<void>;
  page: Page;
}

/** What a link leads to. */
export interface LinkForm {
  /** The moment at which the lanes stand; otherwise the start of the run. */
  moment: boolean;
  /** The stage alone, for a frame in another page. */
  embedded: boolean;
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

export const isEnabled = (command: Command, state: AppState): boolean => command.enabled?.(state) ?? true;
