/** Lanes side by side. */

import type { ExperimentDocument } from '../../engine/protocol';
import { argument, numberArgument, textArgument, wordArgument } from '../arguments';
import { changesOf, withChanges } from '../changes';
import type { App, Command } from '../command';
import { valueAt, withChoice } from '../experiment';
import { largerDevice } from '../fit-device';
import { FOUR_DESIGNS } from '../lanes/designs';
import { withDesign } from '../lanes/documents';
import { allOnFullerDevices } from '../lanes/full-device';
import {
  asFocused,
  asLane,
  isComparing,
  LANE_LETTERS,
  LANES_MAX,
  laneCount,
  laneInFocus,
  lanesOf,
} from '../lanes/side-by-side';
import type { AppState } from '../state';
import { deviceFor, replaying } from '../trace-document';
import { fetchTrace, lookedAt } from './trace';

/** Requests a second: a run of some ten thousand is seen whole in a minute. */
const COMPARE_SPEED = 1000;

/** The toy has no room for a map on flash, nor for log blocks: of this device, too, every page can be seen. */
const SMALLEST = { preset: 'micron-lb', pages_per_block: 8, blocks_per_plane: 40, over_provisioning: 0.25 };

/** Each try makes the device larger: from the smallest to one that all four have room in. */
const TRIES = 5;

const onWorkbench = (state: AppState): boolean => state.screen === 'workbench' && state.opened !== null;
const comparing = (state: AppState): boolean => onWorkbench(state) && isComparing(state);
const hasRoom = (state: AppState): boolean => onWorkbench(state) && laneCount(state) < LANES_MAX;

/** Puts the four designs beside one another on what `base` says of device and requests. */
async function compareDesigns({ whole: store, lane }: App, base: ExperimentDocument, play: boolean): Promise<void> {
  store.update({
    screen: 'workbench',
    trace: null,
    focus: null,
    speed: COMPARE_SPEED,
    unit: 'request',
    unwatched: null,
  });
  const is_toy = valueAt(base, 'device.preset') === 'toy';
  const roomy = is_toy ? { ...base, device: SMALLEST } : base;
  const documents = FOUR_DESIGNS.map(({ sections }) => withDesign(roomy, sections));
  if ((await openWithRoom({ whole: store, lane }, documents, is_toy)) && play) store.update({ playing: true });
}

/** Opens `documents`, on a larger device where one of them has no room: said so, as where it `was_enlarged` before. False if that fails. */
async function openWithRoom(
  { whole: store, lane }: Pick<App, 'whole' | 'lane'>,
  documents: readonly ExperimentDocument[],
  was_enlarged = false,
): Promise<boolean> {
  const before = store.get().opened?.document ?? null;
  let tried = documents;
  for (let left = TRIES; !(await lane.openAll(tried)); left--) {
    const { failure } = store.get();
    const larger = left > 0 ? tried.map((document) => largerDevice(document, failure, before)) : [];
    const fitting = larger.filter((document) => document !== null);
    if (fitting.length < documents.length) return false;
    tried = fitting;
  }
  if (was_enlarged || tried !== documents)
    store.update({ notice: 'The device was made larger: one of the layers needs more blocks' });
  return true;
}

/** The device and the requests that are compared: those of the trace that was asked for or read, else what is open. */
async function baseFor(app: App, args: unknown): Promise<ExperimentDocument | null> {
  const trace_name = argument(args, 'trace');
  const wanted = argument(args, 'device');
  const device = typeof wanted === 'number' ? wanted : null;
  if (typeof trace_name === 'string' && !(await fetchTrace(app, trace_name))) return null;
  const { trace, document, screen } = app.store.get();
  if (trace && screen === 'trace' && typeof trace_name !== 'string') return lookedAt(app);
  return trace && (screen === 'start' || typeof trace_name === 'string')
    ? replaying(deviceFor(trace, device), trace, device)
    : trace
      ? replaying(document, trace, device)
      : document;
}

/** The moment nearest to the present one at which lanes part, on or back. */
function divergenceFrom({ full_runs, frame }: AppState, direction: number): number | null {
  const here = frame?.position.request ?? 0;
  const places = (full_runs.divergences ?? []).map(({ request }) => request + 1);
  return (direction > 0 ? places.find((place) => place > here) : places.findLast((place) => place < here)) ?? null;
}

export async function toDivergence({ whole: store, lane }: App, direction: number): Promise<void> {
  const request = divergenceFrom(store.get(), direction);
  store.update({ playing: false });
  if (request !== null) await lane.seek({ request });
}

/** `document`, in which fields are others from `request` on. What it would have changed later is of the lane it comes from. */
export function forked(
  document: ExperimentDocument,
  request: number,
  set: Readonly<Record<string, unknown>>,
): ExperimentDocument {
  const before = changesOf(document).filter((change) => change.request <= request);
  return withChanges(document, [...before, { request, set }]);
}

/** Puts a lane beside the others that parts from `of` at the present request, with the fields of `set` others from there on. */
export async function fork(
  { whole, lane }: Pick<App, 'whole' | 'lane'>,
  { document, frame }: AppState,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!isComparing(whole.get())) whole.update({ focus: null, unit: 'request' });
  await lane.add(forked(document, frame?.position.request ?? 0, set));
}

/** The lane that was named, or else the one in focus. */
function laneMeant(state: AppState, args: unknown): AppState {
  const lane = argument(args, 'lane');
  return typeof lane === 'number' ? asLane(state, lane) : asFocused(state);
}

export const COMPARE_COMMANDS: readonly Command[] = [
  {
    id: 'compare.designs',
    title: 'Compare four designs: page mapping, DFTL, FAST, C-lash',
    group: 'Compare',
    run: async (app, args) => {
      const base = await baseFor(app, args);
      if (base) await compareDesigns(app, base, argument(args, 'play') === true);
    },
  },
  {
    id: 'compare.ready',
    title: 'Open a ready comparison instead, at the same request',
    enabled: onWorkbench,
    run: async ({ whole: store, lane }, args) => {
      const id = textArgument(args, 'id');
      const { COMPARISONS } = await import('../lanes/compare-ready');
      const comparison = COMPARISONS.find((candidate) => candidate.id === id);
      if (!comparison) throw new TypeError(`no comparison ${id}`);
      const { document, frame, schema } = asFocused(store.get());
      if (!schema) return;
      if (!isComparing(store.get())) store.update({ unit: 'request', speed: COMPARE_SPEED });
      store.update({ focus: null });
      await lane.openAll(comparison.lanes(document, schema), frame?.position.request ?? 0);
    },
  },
  {
    id: 'compare.full-device',
    title: 'Compare on a full device',
    enabled: comparing,
    run: async ({ whole: store, lane }) => {
      const documents = allOnFullerDevices(store.get());
      if (documents && (await openWithRoom({ whole: store, lane }, documents))) store.update({ playing: true });
    },
  },
  {
    id: 'compare.add',
    title: 'Add a lane',
    enabled: hasRoom,
    run: async ({ whole: store, lane }, args) => {
      const { document } = laneMeant(store.get(), args);
      const sections = (argument(args, 'sections') ?? {}) as ExperimentDocument;
      const path = argument(args, 'path');
      const designed = withDesign(document, sections);
      const wanted = typeof path === 'string' ? withChoice(designed, path, argument(args, 'value')) : designed;
      if (!isComparing(store.get())) store.update({ focus: null, unit: 'request' });
      await lane.add(wanted);
    },
  },
  {
    id: 'compare.fork',
    title: 'Fork: a new lane from here on, with one setting changed',
    enabled: hasRoom,
    run: (app, args) =>
      fork(app, laneMeant(app.whole.get(), args), { [textArgument(args, 'path')]: argument(args, 'value') }),
  },
  {
    id: 'compare.set',
    title: 'Change one field of one lane',
    enabled: comparing,
    run: async ({ whole: store, lane }, args) => {
      const index = numberArgument(args, 'lane');
      const path = textArgument(args, 'path');
      const state = store.get();
      const documents = Array.from({ length: laneCount(state) }, (_, at) => asLane(state, at).document);
      const changed = documents.map((document, at) =>
        at === index ? withChoice(document, path, argument(args, 'value')) : document,
      );
      await lane.openAll(changed, asLane(state, 0).frame?.position.request ?? 0);
    },
  },
  {
    id: 'compare.remove',
    title: 'Remove a lane',
    enabled: comparing,
    run: ({ lane }, args) => lane.remove(numberArgument(args, 'lane')),
  },
  {
    id: 'compare.keep',
    title: 'Keep only one lane',
    enabled: comparing,
    run: ({ lane }, args) => lane.keep(numberArgument(args, 'lane')),
  },
  {
    id: 'compare.focus',
    title: 'Open one lane, or show all',
    enabled: comparing,
    run: ({ whole: store }, args) => {
      const lane = argument(args, 'lane');
      store.update({ focus: typeof lane === 'number' && lane < laneCount(store.get()) ? lane : null });
    },
  },
  {
    id: 'compare.next-lane',
    title: 'Open the next lane',
    keys: [']'],
    group: 'Compare',
    enabled: comparing,
    run: ({ whole: store }) => {
      const at = laneInFocus(store.get());
      const next = at === null ? 0 : at + 1;
      store.update({ focus: next < laneCount(store.get()) ? next : null });
    },
  },
  {
    id: 'compare.previous-lane',
    title: 'Open the previous lane',
    keys: ['['],
    group: 'Compare',
    enabled: comparing,
    run: ({ whole: store }) => {
      const at = laneInFocus(store.get());
      const before = at === null ? laneCount(store.get()) - 1 : at - 1;
      store.update({ focus: before >= 0 ? before : null });
    },
  },
  {
    id: 'compare.runs',
    title: 'Run the lanes to the end in the background, or stop',
    enabled: ({ full_runs }) => full_runs.work !== null || full_runs.refused !== null,
    run: ({ whole, full_runs }) => (whole.get().full_runs.work === null ? full_runs.resume() : full_runs.pause()),
  },
  {
    id: 'compare.next-divergence',
    title: 'Next divergence',
    keys: ['d'],
    group: 'Compare',
    enabled: (state) => comparing(state) && divergenceFrom(state, 1) !== null,
    run: (app) => toDivergence(app, 1),
  },
  {
    id: 'compare.previous-divergence',
    title: 'Previous divergence',
    keys: ['a'],
    group: 'Compare',
    enabled: (state) => comparing(state) && divergenceFrom(state, -1) !== null,
    run: (app) => toDivergence(app, -1),
  },
  {
    id: 'compare.first-divergence',
    title: 'First divergence',
    enabled: (state) => comparing(state) && (state.full_runs.divergences?.length ?? 0) > 0,
    run: async ({ whole: store, lane }) => {
      const first = store.get().full_runs.divergences?.[0];
      store.update({ playing: false });
      if (first) await lane.seek({ request: first.request + 1 });
    },
  },
  {
    id: 'compare.export',
    title: 'Save the comparison: settings, reports and divergences',
    enabled: (state) => comparing(state) && state.full_runs.runs.length > 0 && state.full_runs.work === null,
    run: ({ whole: store, page }) => {
      const { full_runs } = store.get();
      const lanes = lanesOf(store.get()).map(({ document }, lane) => {
        const { report, fingerprint } = full_runs.runs[lane] ?? {};
        return {
          letter: LANE_LETTERS[lane],
          experiment: document,
          requests: fingerprint,
          report: report && JSON.parse(report),
        };
      });
      const { divergences } = full_runs;
      const content = { program: page.program(), link: page.link(), lanes, divergences };
      page.download('flashlab-comparison.json', 'application/json', `${JSON.stringify(content, null, 2)}\n`);
    },
  },
  {
    id: 'compare.meet-by',
    title: 'Align lanes by request or by time',
    enabled: comparing,
    run: async ({ whole: store, lane }, args) => {
      store.update({ meet_by: wordArgument(args, 'by', ['request', 'time'] as const), playing: false });
      const request = asLane(store.get(), 0).frame?.position.request;
      if (request !== undefined) await lane.seek({ request });
    },
  },
];
