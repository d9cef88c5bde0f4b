/** The papers' figures: choosing one, computing it, going from a point to its experiment. */

import { argument, numberArgument } from '../arguments';
import type { App, Command } from '../command';
import { type FigureForm, FORMS, keptOf } from '../figures/state';
import type { AppState } from '../state';
import { openAlone as openExperiment } from './experiment';
import { readChosen } from './trace';

const onFigures = (state: AppState): boolean => state.screen === 'figures';

/** Brings a figure into sight. `waits`: nothing is computed before somebody asks for it. */
function show({ store, figures }: App, id: string | null, form: FigureForm, waits = false): Promise<void> {
  store.update({ screen: 'figures', playing: false, drawer_open: false, failure: null, unwatched: null });
  return waits ? figures.show(id, form, waits) : figures.show(id, form);
}

/** The figure `by` places on in the list, round its end. */
function showNext(app: App, by: number): Promise<void> | undefined {
  const { list, id, form } = app.store.get().figures;
  if (!list) return;
  const at = list.findIndex((entry) => entry.id === id);
  return show(app, list.at((at + by) % list.length)?.id ?? null, form);
}

/** Asks for a file and reads it; what is to be done with it is known. False if it is none. */
async function readTrace(app: App): Promise<boolean> {
  const is_read = await readChosen(app);
  app.store.update({ trace: null });
  return is_read;
}

export const FIGURES_COMMANDS: readonly Command[] = [
  {
    id: 'figures.open',
    title: 'Figures of papers, computed here',
    keys: ['f'],
    group: 'Figures',
    run: (app, args) => {
      const { id, form } = app.store.get().figures;
      const figure = argument(args, 'figure');
      const wanted = argument(args, 'form');
      const chosen = FORMS.find((known) => known === wanted) ?? form;
      return show(app, typeof figure === 'string' ? figure : id, chosen, argument(args, 'waits') === true);
    },
  },
  {
    id: 'figures.next',
    title: 'Next figure',
    keys: ['n'],
    group: 'Figures',
    enabled: onFigures,
    run: (app) => showNext(app, 1),
  },
  {
    id: 'figures.previous',
    title: 'Previous figure',
    keys: ['h'],
    group: 'Figures',
    enabled: onFigures,
    run: (app) => showNext(app, -1),
  },
  {
    id: 'figures.size',
    title: 'Quick or full size',
    keys: ['q'],
    group: 'Figures',
    enabled: onFigures,
    run: (app) => {
      const { id, form } = app.store.get().figures;
      return show(app, id, form === 'quick' ? 'full' : 'quick');
    },
  },
  {
    id: 'figures.kept',
    title: 'Show the stored full-size result',
    keys: ['k'],
    group: 'Figures',
    enabled: ({ screen, figures }) => screen === 'figures' && keptOf(figures, figures.id) !== null,
    run: (app) => show(app, app.store.get().figures.id, 'kept'),
  },
  {
    id: 'figures.trace',
    title: 'Compute the figure on your own trace',
    enabled: onFigures,
    run: async (app) => {
      const { id, trace, form } = app.store.get().figures;
      // Asked for again, another one stands beside it.
      if ((trace && form !== 'trace') || (await readTrace(app))) await show(app, id, 'trace');
    },
  },
  {
    id: 'figures.compute',
    title: 'Compute, or stop computing',
    keys: ['x'],
    group: 'Figures',
    enabled: (state) =>
      (onFigures(state) && state.figures.plan !== null) || (state.screen === 'sweep' && state.sweep.plan !== null),
    run: async ({ store, figures, sweep }) => {
      const { screen, sweep: shown, figures: drawn } = store.get();
      if (screen !== 'sweep') return drawn.work ? figures.stop() : figures.compute();
      return shown.work ? (await sweep()).stop() : (await sweep()).compute();
    },
  },
  {
    id: 'figures.firm',
    title: 'How firm a claim is, or stop computing that',
    enabled: onFigures,
    run: async ({ figures }, args) => {
      const claim = argument(args, 'claim');
      if (typeof claim === 'string') await figures.firm(claim);
    },
  },
  {
    id: 'figures.run',
    title: 'Open one of the figure’s experiments in the workbench',
    enabled: onFigures,
    run: async (app, args) => {
      const index = numberArgument(args, 'index');
      const run = app.store.get().figures.plan?.runs[index];
      if (!run) throw new TypeError(`no run ${index}`);
      if (await openExperiment(app, run.document))
        app.store.update({ notice: 'This is one point of the figure. Press F to return to it.' });
    },
  },
];
