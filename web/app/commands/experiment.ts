/** Choosing and changing the experiment. */

import type { ExperimentDocument } from '../../engine/protocol';
import { argument, numberArgument, textArgument } from '../arguments';
import type { App, Command } from '../command';
import { approaching } from '../dwell';
import { EXAMPLES, type Example } from '../examples';
import { valueAt, withChoice, withValue } from '../experiment';
import { largerDevice } from '../fit-device';
import { chosenInLanes } from '../lanes/documents';
import { placeInSight } from '../lanes/extent';
import { isComparing, lanesOf } from '../lanes/side-by-side';
import { traceChoice } from '../trace-document';
import { URL_DEFAULTS } from '../url-state';
import { fetchTrace } from './trace';

/** Opens an experiment by itself: lanes that stood beside another have nothing to do with it. */
export function openAlone(app: App, document: ExperimentDocument): Promise<boolean> {
  app.lane.keep(0);
  return open(app, document);
}

/** In the lane in focus; the others stay beside it. */
export async function open({ store, lane }: App, document: ExperimentDocument): Promise<boolean> {
  store.update({ screen: 'workbench', hovered_page: null, pinned_pages: [], lit_lpn: null, isolate: null });
  return lane.open(document);
}

/** Each try doubles the device: from the smallest to one that any layer has room in. */
const TRIES = 5;

/** Opens a device with another translation layer, a larger one where the layer needs more room, and says so. */
async function openFitting(app: App, document: ExperimentDocument): Promise<boolean> {
  const before = app.store.get().opened?.document ?? null;
  let tried = document;
  for (let left = TRIES; !(await open(app, tried)); left--) {
    const larger = left > 0 ? largerDevice(tried, app.store.get().failure, before) : null;
    if (!larger) return false;
    tried = larger;
  }
  if (tried !== document) app.store.update({ notice: 'The device was made larger: this layer needs more blocks' });
  return true;
}

/** An example that replays a trace has it beside the page. */
export async function bringTrace(app: App, document: ExperimentDocument): Promise<boolean> {
  const choice = traceChoice(document);
  if (!choice) return true;
  const is_read = await fetchTrace(app, choice.name);
  // It is part of the example: there is nothing to be asked about it.
  app.store.update({ trace: null });
  return is_read;
}

/** Goes to just before the moment that an example promises, and plays into it. */
async function playInto({ store, lane }: App, { opens, speed }: Example): Promise<void> {
  // Whoever pauses on the way there has paused.
  const there = lane.seek({ request: opens.at_request });
  store.update({ ...approaching({ into: opens.into, speed }), playing: true });
  await there;
}

/** Changes a field of the lanes it concerns; they catch up with the others. */
async function setInLanes({ whole, lane }: App, path: string, value: unknown): Promise<boolean> {
  const state = whole.get();
  const documents = lanesOf(state).map(({ document }) => document);
  return lane.openAll(chosenInLanes(documents, state.focus, path, value), state.frame?.position.request ?? 0);
}

export const EXPERIMENT_COMMANDS: readonly Command[] = [
  {
    id: 'experiment.edit',
    title: 'Open the experiment',
    keys: ['e'],
    group: 'Experiment',
    enabled: (state) => state.screen === 'workbench',
    run: ({ store }) => store.update({ drawer_open: !store.get().drawer_open }),
  },
  {
    id: 'experiment.open',
    title: 'Open an experiment document',
    run: (app, args) => openAlone(app, (argument(args, 'document') ?? {}) as ExperimentDocument),
  },
  {
    id: 'experiment.set',
    title: 'Change one field of the experiment',
    run: (app, args) => {
      const path = textArgument(args, 'path');
      const state = app.whole.get();
      if (isComparing(state)) return setInLanes(app, path, argument(args, 'value'));
      const changed = withChoice(state.document, path, argument(args, 'value'));
      return path === 'ftl.kind' ? openFitting(app, changed) : open(app, changed);
    },
  },
  {
    id: 'experiment.fix-alpha',
    title: 'Run with a fixed α, up to the same request',
    enabled: ({ opened }) => opened?.observables.moments.includes('session') ?? false,
    run: async (app, args) => {
      const { document, frame } = app.store.get();
      const fixed = withValue(document, 'buffer.tuner', 'fixed');
      const opened = await open(app, withValue(fixed, 'buffer.alpha', numberArgument(args, 'alpha')));
      if (opened && frame) await app.lane.seek({ request: frame.position.request });
    },
  },
  {
    id: 'experiment.scatter',
    title: 'Scatter hot pages or keep them together, up to the same request',
    enabled: ({ opened }) => opened !== null && typeof valueAt(opened.document, 'workload.scatter') === 'boolean',
    run: async (app, args) => {
      const { document, opened, frame } = app.store.get();
      const scatter = argument(args, 'scatter') === true;
      if (opened && valueAt(opened.document, 'workload.scatter') === scatter) return;
      const is_open = await open(app, withValue(document, 'workload.scatter', scatter));
      if (is_open && frame) await app.lane.seek({ request: frame.position.request });
    },
  },
  {
    id: 'experiment.reset',
    title: 'Reset one field to its default',
    run: (app, args) => {
      const path = textArgument(args, 'path');
      if (isComparing(app.whole.get())) return setInLanes(app, path, undefined);
      return open(app, withValue(app.store.get().document, path, undefined));
    },
  },
  {
    id: 'experiment.example',
    title: 'Open a ready example',
    run: async (app, args) => {
      const id = textArgument(args, 'id');
      const example = EXAMPLES.find((candidate) => candidate.id === id);
      if (!example) throw new TypeError(`no example ${id}`);
      const { speed, unit, stage_view } = { ...example, stage_view: URL_DEFAULTS.stage_view };
      app.store.update({ speed, unit, stage_view, approach: null });
      app.lane.keep(0);
      if (!(await bringTrace(app, example.document))) return;
      const opened = await open(app, example.document);
      if (opened && argument(args, 'play') !== false) await playInto(app, example);
    },
  },
  {
    id: 'link.open',
    title: 'Open the link anyway',
    enabled: ({ failure }) => failure?.kind === 'large',
    run: (app, args) =>
      app.openLink({ at_start: argument(args, 'at_start') === true, smaller: argument(args, 'smaller') === true }),
  },
  {
    id: 'link.retry',
    title: 'Open the link again',
    run: (app) => app.openLink(null),
  },
  {
    id: 'baselines.runs',
    title: 'Stop what is run beside the device, or make it',
    enabled: ({ baselines }) => baselines.work !== null || baselines.refused !== null,
    run: ({ whole, baselines }) => (whole.get().baselines.work === null ? baselines.resume() : baselines.pause()),
  },
  {
    id: 'experiment.retry',
    title: 'Open the experiment again',
    run: async ({ whole, lane }, args) => {
      const place = argument(args, 'back') === true ? placeInSight(whole.get()) : null;
      whole.update({ failure: null });
      if (whole.get().schema === null) await lane.loadSchema();
      if (whole.get().screen !== 'workbench') return;
      const opened = await lane.openAll(lanesOf(whole.get()).map(({ document }) => document));
      if (opened && place) await lane.seek(place);
    },
  },
  {
    id: 'experiment.dismiss',
    title: 'Dismiss the error',
    run: ({ store, lane }) => {
      const { opened, screen } = store.get();
      const leaves = opened === null && screen === 'workbench';
      store.update({ failure: null, unwatched: null, ...(leaves ? { screen: 'start' } : {}) });
      lane.restore();
    },
  },
  {
    id: 'experiment.leave',
    title: 'Go to the start page',
    run: ({ store }) =>
      store.update({
        screen: 'start',
        playing: false,
        failure: null,
        unwatched: null,
        drawer_open: false,
        presenting: false,
        lesson: null,
        left_lesson: null,
      }),
  },
];
