/** What a view is and what it is given. Views draw state and run commands; they know neither the worker nor each other. */

import type { Play } from './loop';
import type { AppState } from './state';

/** The words a view may say back: command ids with their arguments. See `commands.ts`. */
export type RunCommand = (id: string, args?: unknown) => void;

export interface ViewContext {
  run: RunCommand;
  /** Changes plain view state: pointer, isolation. Anything with a consequence is a command. */
  update: (change: Partial<AppState>) => void;
  state: () => AppState;
  /** Whether motion is to be shown: false under prefers-reduced-motion. */
  motion: () => boolean;
}

/** What a view is given whose picture moves. */
export interface StageContext extends ViewContext {
  /** Plays a motion in the page's animation loop. */
  play: Play;
}

export interface View {
  readonly element: HTMLElement;
  /** Draws `state`. Called at most once an animation frame, only when the state changed; `previous` tells what did. */
  render(state: AppState, previous: AppState | null): void;
}
