/** Sweeps: choosing what varies, running it, going from a point to its run. */

import type { ExperimentDocument } from '../../engine/protocol';
import { argument, numberArgument, textArgument } from '../arguments';
import type { App, Command } from '../command';
import { comesAlong } from '../examples';
import { valueAt } from '../experiment';
import { lanesOf } from '../lanes/side-by-side';
import type { AppState } from '../state';
import type { SweepDraft, SweepState } from '../sweep/state';
import { traceChoice } from '../trace-document';
import { fetchTrace } from './trace';

const onSweep = (state: AppState): boolean => state.screen === 'sweep';

const change = ({ store }: App, changes: Partial<SweepState>): void =>
  store.update({ sweep: { ...store.get().sweep, ...changes } });

/** Changes what is wanted, and has that read. */
async function draft(app: App, changes: Partial<SweepDraft>): Promise<void> {
  change(app, changes);
  await (await app.sweep()).plan();
}

/** Shows the screen with `changes`; a trace that comes along is read first. */
export async function showSweep(app: App, changes: Partial<SweepState>): Promise<void> {
  const { store } = app;
  const sweep = { ...store.get().sweep, ...changes };
  const closed = { playing: false, drawer_open: false, presenting: false, failure: null, unwatched: null };
  store.update({ screen: 'sweep', sweep, ...closed });
  if (!store.get().schema) await app.lane.loadSchema();
  const { experiment } = store.get().sweep;
  const choice = experiment && traceChoice(experiment);
  if (choice && store.get().trace_file?.name !== choice.name && comesAlong(choice.name)) {
    await fetchTrace(app, choice.name);
    store.update({ trace: null });
  }
  await (await app.sweep()).plan();
}

/** Whether `document` is one of the runs that are in sight: then the sweep is come back to, not begun anew. */
function isPoint({ plan }: SweepState, document: ExperimentDocument): boolean {
  const text = JSON.stringify(document);
  return plan?.points.some((point) => JSON.stringify(point.document) === text) ?? false;
}

/** A run is looked at by itself, whatever stood beside one another before. */
function openAlone({ store, lane }: App, document: ExperimentDocument): Promise<boolean> {
  store.update({
    screen: 'workbench',
    hovered_page: null,
    pinned_pages: [],
    lit_lpn: null,
    isolate: null,
    focus: null,
  });
  return lane.openAll([document]);
}

export const SWEEP_COMMANDS: readonly Command[] = [
  {
    id: 'sweep.open',
    title: 'Sweep: this experiment at many settings',
    keys: ['y'],
    group: 'Sweep',
    enabled: ({ screen }) => screen !== 'sweep',
    run: async (app) => {
      const { document, sweep, screen } = app.store.get();
      const stays = screen !== 'workbench' || isPoint(sweep, document);
      await showSweep(app, stays ? {} : { experiment: document });
      const { sweep: shown, schema } = app.store.get();
      const { firstDraft, fromLanes } = await import('../sweep');
      const lanes = lanesOf(app.whole.get()).map((lane) => lane.document);
      if (schema && !stays && lanes.length > 1) await draft(app, fromLanes(schema, lanes));
      // Something to run, to be changed for what is wanted.
      if (schema && shown.experiment && shown.varied.length === 0)
        await draft(app, firstDraft(schema, shown.experiment));
    },
  },
  {
    id: 'sweep.show',
    title: 'Show a sweep',
    run: (app, args) => showSweep(app, (argument(args, 'sweep') ?? {}) as Partial<SweepState>),
  },
  {
    id: 'sweep.draft',
    title: 'Change what varies',
    enabled: onSweep,
    run: (app, args) => draft(app, (argument(args, 'draft') ?? {}) as Partial<SweepDraft>),
  },
  {
    id: 'sweep.example',
    title: 'Open a ready sweep and run it',
    run: async (app, args) => {
      const { SWEEP_EXAMPLES } = await import('../sweep');
      const id = textArgument(args, 'id');
      const example = SWEEP_EXAMPLES.find((candidate) => candidate.id === id);
      if (!example) throw new TypeError(`no example ${id}`);
      const { form = 'lines', metric = 'mean_ms', log = false } = example;
      await showSweep(app, { ...example.draft, form, metric, log });
      void (await app.sweep()).compute();
    },
  },
  {
    id: 'sweep.display',
    title: 'Show the results in another form',
    enabled: onSweep,
    run: (app, args) => change(app, (argument(args, 'display') ?? {}) as Partial<SweepState>),
  },
  {
    id: 'sweep.run',
    title: 'Open one of the sweep’s runs in the workbench',
    enabled: onSweep,
    run: async (app, args) => {
      const index = numberArgument(args, 'index');
      const point = app.store.get().sweep.plan?.points[index];
      if (!point) throw new TypeError(`no point ${index}`);
      if (await openAlone(app, point.document))
        app.store.update({ notice: 'This is one point of the sweep. Press Y to return to it.' });
    },
  },
  {
    id: 'sweep.base',
    title: 'Open what all runs share in the workbench',
    enabled: (state) => onSweep(state) && state.sweep.experiment !== null,
    run: (app) => openAlone(app, app.store.get().sweep.experiment ?? {}),
  },
  {
    id: 'sweep.save',
    title: 'Save the results (CSV), as the command line writes them',
    enabled: (state) => onSweep(state) && state.sweep.plan !== null,
    run: async (app, args) => {
      const format = argument(args, 'format') === 'json' ? 'json' : 'csv';
      const text = await (await app.sweep()).text(format);
      if (text !== null) app.page.download(`sweep.${format}`, format === 'csv' ? 'text/csv' : 'application/json', text);
    },
  },
  {
    id: 'sweep.command-line',
    title: 'Copy the command that runs this sweep natively',
    enabled: (state) => onSweep(state) && state.sweep.plan !== null,
    run: async ({ store, page }) => {
      const { commandLine } = await import('../sweep');
      try {
        await page.copy(commandLine(store.get().sweep));
        const { experiment } = store.get().sweep;
        const file = experiment && valueAt(experiment, 'workload.file');
        store.update({ notice: `Command copied.${file ? ` Run it where ${String(file)} is.` : ''}` });
      } catch {
        store.update({ notice: 'The browser does not allow copying. Select the command and copy it by hand.' });
      }
    },
  },
];
