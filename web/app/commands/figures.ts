/** The papers' figures: choosing one, computing it, going from a point to its experiment. */

import { argument, numberArgument } from '../arguments';
import type { App, Command } from '../commands';
import type { AppState } from '../state';
import { open as openExperiment } from './experiment';

const onFigures = (state: AppState): boolean => state.screen === 'figures';

function show({ store, figures }: App, id: string | null, quick: boolean): Promise<void> {
  store.update({ screen: 'figures', playing: false, drawer_open: false, failure: null });
  return figures.show(id, quick);
}

/** The figure `by` places on in the list, round its end. */
function showNext(app: App, by: number): Promise<void> | undefined {
  const { list, id, quick } = app.store.get().figures;
  if (!list) return;
  const at = list.findIndex((entry) => entry.id === id);
  return show(app, list.at((at + by) % list.length)?.id ?? null, quick);
}

export const FIGURES_COMMANDS: readonly Command[] = [
  {
    id: 'figures.open',
    title: 'The papers’ figures, computed here',
    keys: ['f'],
    group: 'Figures',
    run: (app, args) => {
      const { id, quick } = app.store.get().figures;
      const figure = argument(args, 'figure');
      const small = argument(args, 'quick');
      return show(app, typeof figure === 'string' ? figure : id, typeof small === 'boolean' ? small : quick);
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
    title: 'Figure before',
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
      const { id, quick } = app.store.get().figures;
      return show(app, id, !quick);
    },
  },
  {
    id: 'figures.compute',
    title: 'Compute, or stop computing',
    keys: ['x'],
    group: 'Figures',
    enabled: (state) => onFigures(state) && state.figures.plan !== null,
    run: ({ store, figures }) => (store.get().figures.work ? figures.stop() : figures.compute()),
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
        app.store.update({ notice: 'This is one point of the figure. F leads back to it.' });
    },
  },
];
