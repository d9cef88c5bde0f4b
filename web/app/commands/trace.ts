/** Bringing a trace. */

import type { ExperimentDocument, TraceJournal, TraceReport } from '../../engine/protocol';
import { argument, textArgument } from '../arguments';
import type { App, Command } from '../command';
import { comesAlong } from '../examples';
import { entryOf } from '../figures/state';
import { lanesOf } from '../lanes/side-by-side';
import { once } from '../once';
import type { AppState } from '../state';
import type { Mapper } from '../trace/mapper';
import { NO_TRACE_VIEW, type TraceViewState } from '../trace/state';
import { carryingOut, columnsIn, deviceFor, journalIn, replaying, traceChoice } from '../trace-document';

/** Operations a second: a trace of some ten thousand requests is seen whole in a minute. */
const REPLAY_SPEED = 5000;

/** Reads a file; if the experiment in the address was waiting for it, that opens at once. */
export async function importFile(app: App, name: string, read: () => Promise<boolean>): Promise<void> {
  app.store.update({ playing: false });
  const is_read = await read();
  const state = app.whole.get();
  // Before anything runs it is looked at; elsewhere that is a click away.
  if (is_read && state.trace && (state.screen === 'start' || state.screen === 'trace')) return look(app);
  const awaited = state.screen === 'workbench' && state.opened === null && traceChoice(state.document)?.name === name;
  if (!is_read || !awaited) return;
  const documents = lanesOf(state).map(({ document }) => document);
  const { needsConfirmation } = await import('../confirm-cost');
  // Only now it is known how many requests there are.
  if (!(await needsConfirmation(app, { documents, op: 0 }))) await app.lane.openAll(documents);
}

/** Reads a trace for whatever it will be used for. Of a file that somebody chose, nobody says where its journal is. */
export async function read(
  { lane, figures }: App,
  file: Blob,
  name: string,
  journal: TraceJournal | null = null,
  columns?: string | null,
): Promise<boolean> {
  const trace = await lane.importTrace(file, name, journal, ...(columns ? [columns] : []));
  if (trace) figures.bring(file, trace);
  return trace !== null;
}

const traceViews = once(() => import('../trace'));

async function look(app: App, device: number | null = null): Promise<void> {
  await (await traceViews()).show(app, device, null);
}

/** The experiment of what is looked at: the window of the trace, as its settings say. Null if it was refused. */
export async function lookedAt(app: App): Promise<ExperimentDocument | null> {
  return (await traceViews()).experimentOf(app, (file) => read(app, file, file.name));
}

async function watch(app: App): Promise<void> {
  const document = await lookedAt(app);
  if (document) await play(app, document);
}

/** A table of no known format is shown, so that somebody can say what its columns are; an experiment that waits for it has said so. */
async function importChosen(app: App, file: Blob, name: string): Promise<void> {
  const { document, screen, opened } = app.whole.get();
  const awaits = screen === 'workbench' && opened === null && traceChoice(document)?.name === name;
  await importFile(app, name, () => read(app, file, name, null, awaits ? columnsIn(document) : null));
  if (app.whole.get().failure?.kind === 'trace') await (await traceViews()).offer(app, file, name);
}

/** Reads the file whose columns somebody has said. */
async function importMapped(app: App): Promise<void> {
  const { mapper } = app.store.get().trace_view;
  if (!mapper) return;
  const { file, name } = mapper;
  const columns = (await traceViews()).columnsOf(mapper);
  await importFile(app, name, () => read(app, file, name, null, columns));
}

/** Asks for a file and reads it. False if there is none, or it is no trace. */
export async function readChosen(app: App): Promise<boolean> {
  const file = await app.page.chooseFile();
  return file !== null && read(app, file, file.name);
}

/** Fetches a trace that comes along, and the file beside it, and reads it. False, and said so, if it is none. Throws if it cannot be fetched. */
export async function fetchTrace(app: App, name: string): Promise<boolean> {
  const path = `traces/${name}`;
  const [file, sidecar] = await Promise.all([app.page.fetchFile(path), app.page.fetchFile(`${path}.json`)]);
  return read(app, file, name, journalIn(await sidecar.text()));
}

/** Reads a trace by its name: one that comes along, or one that is kept. False if there is none. */
export async function bring(app: App, name: string): Promise<boolean> {
  if (comesAlong(name)) return fetchTrace(app, name);
  const { named, read: readKept } = await import('../kept-traces');
  const kept = await named(app, name);
  const file = kept && (await readKept(app, kept));
  return file !== null && read(app, file, name, null, kept?.columns);
}

/** Opens an experiment that replays a trace, and plays it. */
async function play({ store, lane }: App, document: ExperimentDocument): Promise<void> {
  store.update({
    screen: 'workbench',
    trace: null,
    speed: REPLAY_SPEED,
    unit: 'request',
    pinned_pages: [],
    hovered_page: null,
  });
  lane.keep(0);
  if (await lane.open(document)) store.update({ playing: true });
}

/** On the workbench the trace replaces the workload; on the start page a device is made to fit it. */
function replay(app: App, trace: TraceReport, device: number | null): Promise<void> {
  const { screen, document } = app.store.get();
  if (screen === 'trace') return watch(app);
  return play(app, replaying(screen === 'workbench' ? document : deviceFor(trace, device), trace, device));
}

/** Whether the figure in sight is one of traces: those dropped on it take the place of the paper's. */
const takesTraces = ({ screen, figures }: AppState): boolean =>
  screen === 'figures' && (entryOf(figures)?.takes_traces ?? false);

async function intoFigure(app: App, files: readonly unknown[]): Promise<void> {
  const traces = files.filter((file) => file instanceof File);
  for (const file of traces) await read(app, file, file.name);
  app.store.update({ trace: null });
  await app.figures.show(app.store.get().figures.id, 'trace');
}

const looking = ({ screen, trace_view }: AppState): boolean => screen === 'trace' && trace_view.report !== null;

const mapping = ({ screen, trace_view }: AppState): boolean => screen === 'trace' && trace_view.mapper !== null;

export const TRACE_COMMANDS: readonly Command[] = [
  {
    id: 'trace.choose',
    title: 'Open a trace',
    keys: ['o'],
    group: 'Experiment',
    run: async (app) => {
      const file = await app.page.chooseFile();
      if (file) await importChosen(app, file, file.name);
    },
  },
  {
    id: 'trace.import',
    title: 'Read a trace file',
    run: (app, args) => {
      const file = argument(args, 'file');
      if (!(file instanceof Blob)) throw new TypeError('file: not a file');
      const more = argument(args, 'more');
      if (takesTraces(app.store.get())) return intoFigure(app, [file, ...(Array.isArray(more) ? more : [])]);
      return importChosen(app, file, file instanceof File ? file.name : textArgument(args, 'name'));
    },
  },
  {
    id: 'trace.sample',
    title: 'Read a sample trace',
    run: (app, args) => {
      const name = textArgument(args, 'name');
      return importFile(app, name, () => fetchTrace(app, name));
    },
  },
  {
    id: 'trace.run',
    title: 'Replay the trace',
    enabled: (state) => state.trace !== null,
    run: async (app, args) => {
      const { trace } = app.store.get();
      const device = argument(args, 'device');
      if (trace) await replay(app, trace, typeof device === 'number' ? device : null);
    },
  },
  {
    id: 'trace.carry-out',
    title: 'Carry out the operations of the log',
    enabled: ({ trace }) => trace?.operations != null,
    run: async (app) => {
      const { trace } = app.store.get();
      const document = trace && carryingOut(trace);
      if (document) await play(app, document);
    },
  },
  {
    id: 'trace.dismiss',
    title: 'Close the trace',
    run: ({ store }) =>
      store.update({
        trace: null,
        ...(store.get().screen === 'trace' ? { screen: 'start', trace_view: NO_TRACE_VIEW } : {}),
      }),
  },
  {
    id: 'trace.look',
    title: 'Look at the trace before it runs',
    enabled: ({ trace, trace_view }) => trace !== null || trace_view.report !== null,
    run: (app, args) => {
      const device = argument(args, 'device');
      return look(app, typeof device === 'number' ? device : null);
    },
  },
  {
    id: 'trace.show',
    title: 'Look at what an address says of a trace',
    run: async (app, args) => (await traceViews()).showAddress(app, textArgument(args, 'hash'), bring),
  },
  {
    id: 'trace.change',
    title: 'Look at another part or device of the trace, or replay it in another way',
    enabled: looking,
    run: async (app, args) => (await traceViews()).change(app, (argument(args, 'to') ?? {}) as Partial<TraceViewState>),
  },
  {
    id: 'trace.map-columns',
    title: 'Say what the columns of the file are',
    enabled: mapping,
    run: async (app, args) => (await traceViews()).mapColumns(app, (argument(args, 'to') ?? {}) as Partial<Mapper>),
  },
  {
    id: 'trace.read-columns',
    title: 'Read the file with these columns',
    enabled: mapping,
    run: importMapped,
  },
  {
    id: 'trace.save',
    title: 'Save what is looked at as a trace',
    enabled: looking,
    run: async (app, args) => (await traceViews()).save(app, textArgument(args, 'format')),
  },
];
