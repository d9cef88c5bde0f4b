/**
 * Everything the page can be told to do. Keys, buttons, the drawer and tests all go through `run(id, args)`.
 *
 * Commands are grouped by theme in `commands/`; this file finds and runs them.
 */

import { type App, type Command, isEnabled } from './command';
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

/** Runs a command if it can be run now; resolves when its work is done. */
export async function runCommand(app: App, id: string, args?: unknown): Promise<void> {
  const command = findCommand(id);
  if (isEnabled(command, app.store.get())) await command.run(app, args);
}
