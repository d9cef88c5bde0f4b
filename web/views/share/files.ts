/** What can be saved as a file, each with what it holds. */

import { isEnabled } from '../../app/command';
import { COMMANDS } from '../../app/commands';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { h } from '../../ui/dom';

interface SavedFile {
  /** The command that saves it. */
  id: string;
  args?: unknown;
  name: string;
  holds: string;
}

const OF_RUN: readonly SavedFile[] = [
  {
    id: 'share.report-html',
    name: 'Report (HTML)',
    holds: 'Results, charts and settings in one file, for reading and printing',
  },
  { id: 'share.report', name: 'Report (JSON)', holds: 'Every figure of the run, as flashlab run --json prints it' },
  { id: 'share.picture', name: 'Picture (PNG)', holds: 'Headline and stage at this moment' },
  { id: 'film.open', name: 'Film (GIF, WebM, PNG, SVG)', holds: 'What is on stage, from one operation to another' },
  { id: 'share.log-csv', name: 'Operation log (CSV)', holds: 'One row for each operation, for pandas or DuckDB' },
  {
    id: 'share.log-chrome',
    name: 'Operation log for Perfetto (JSON)',
    holds: 'Requests, planes and channels over time',
  },
  { id: 'share.experiment', name: 'Experiment (JSON)', holds: 'The settings, for flashlab run and for this page' },
];

const OF_FIGURE: readonly SavedFile[] = [
  { id: 'figures.save-report', name: 'Report (HTML)', holds: 'Charts, claims, points and settings in one file' },
  { id: 'share.report', name: 'Figure (JSON)', holds: 'Points and claims, as flashlab figures --json prints them' },
  { id: 'figures.save-svg', name: 'Charts (SVG)', holds: 'The charts in view as one drawing' },
  { id: 'figures.save-png', name: 'Charts (PNG)', holds: 'The charts in view as one picture' },
  { id: 'figures.save-points', name: 'Points (CSV)', holds: 'Every point of the charts' },
];

const OF_SWEEP: readonly SavedFile[] = [
  { id: 'sweep.save', args: { format: 'csv' }, name: 'Points (CSV)', holds: 'As flashlab sweep --csv writes them' },
  {
    id: 'sweep.save',
    args: { format: 'json' },
    name: 'Points (JSON)',
    holds: 'Every report, as flashlab sweep --json writes them',
  },
];

const OF_CHALLENGE: readonly SavedFile[] = [
  {
    id: 'challenge.save',
    name: 'Challenge (JSON)',
    holds: 'What is asked and of which device, as flashlab challenge takes it',
  },
];

const OF_TRACE: readonly SavedFile[] = [
  {
    id: 'trace.save',
    args: { format: 'csv' },
    name: 'Requests (CSV)',
    holds: 'What is looked at of the trace, as a trace of its own',
  },
];

const FILES: Readonly<Record<AppState['screen'], readonly SavedFile[]>> = {
  start: [],
  workbench: OF_RUN,
  figures: OF_FIGURE,
  sweep: OF_SWEEP,
  challenge: OF_CHALLENGE,
  trace: OF_TRACE,
};

const commandOf = new Map(COMMANDS.map((command) => [command.id, command]));

export interface Files {
  readonly element: HTMLElement;
  show(state: AppState): void;
}

export function createFiles(run: RunCommand): Files {
  let screen: AppState['screen'] | null = null;
  let buttons: { id: string; button: HTMLButtonElement }[] = [];
  const list = h('ul', { class: 'share-files' });
  return {
    element: h('section', { 'aria-labelledby': 'share-files' }, h('h3', { id: 'share-files' }, 'Files'), list),
    show(now) {
      if (now.screen !== screen) {
        screen = now.screen;
        buttons = FILES[screen].map(({ id, args, name, holds }) => ({
          id,
          button: h(
            'button',
            { class: 'plain choice', type: 'button', onclick: () => run(id, args) },
            name,
            h('span', { class: 'note' }, holds),
          ),
        }));
        list.replaceChildren(...buttons.map(({ button }) => h('li', {}, button)));
      }
      for (const { id, button } of buttons) {
        const command = commandOf.get(id);
        button.disabled = !command || !isEnabled(command, now);
      }
    },
  };
}
