/** The window as a trace of its own: saved as a file, or taken in the place of the whole. */

import type { ExperimentDocument, TraceWindow } from '../../engine/protocol';
import { significant } from '../../render/format';
import type { App } from '../command';
import { choiceOf } from './look';
import { replayedDocument } from './replayed';
import type { TraceViewState } from './state';

/** What files of a format are called; others by their format. */
const ENDINGS: Readonly<Record<string, string>> = { spc: 'spc', ssdsim: 'ascii', disksim: 'trace', 'fio-iolog': 'log' };

/** The format that can say all there is. */
const LOSSLESS = 'csv';

/** "hm_0 10-20 s.csv": of the whole without its times. */
export function nameOf({ report, window, whole }: TraceViewState, format: string): string {
  const stem = (report?.name ?? 'trace').replace(/\.gz$/, '').replace(/\.[a-z]+$/i, '');
  const ending = ENDINGS[format] ?? 'csv';
  const times =
    window && whole ? ` ${seconds(window.from_ns)}-${seconds(Math.min(window.to_ns, whole.window.to_ns))} s` : '';
  const is_low = window && whole && window.end_sector - window.first_sector < whole.end_sector - whole.first_sector;
  return `${stem}${times}${is_low ? ' part' : ''}${format === 'msr' ? '.msr' : ''}.${ending}`;
}

const seconds = (ns: number): string => significant(ns / 1e9, 4).replace(/\s/g, '');

export async function save(app: App, format: string): Promise<void> {
  const view = app.store.get().trace_view;
  const trace = choiceOf(view);
  const { window } = view;
  const document = view.saves_replayed ? replayedDocument(view) : null;
  const written = trace && (await app.lane.askTrace({ type: 'trace-save', trace, window, format, document }));
  if (!written) return;
  const name = nameOf(view, format);
  app.page.download(name, 'text/plain', written.file);
  const saved = `Saved as ${[name, ...written.notes, ...written.losses].join('; ')}.`;
  app.store.update({ trace_view: { ...app.store.get().trace_view, saved } });
}

/** The experiment of the window, which takes the place of the trace. Null if that was refused. */
export async function experimentOf(
  app: App,
  read: (file: File) => Promise<boolean>,
): Promise<ExperimentDocument | null> {
  return (await takeWindow(app, read)) ? replayedDocument(app.store.get().trace_view) : null;
}

/** Takes the window in the place of the trace; without one the trace stays. False if that was refused. */
async function takeWindow(app: App, read: (file: File) => Promise<boolean>): Promise<boolean> {
  const view = app.store.get().trace_view;
  const trace = choiceOf(view);
  const is_whole = view.window === null || isAll(view.window, view);
  if (!trace || is_whole) return trace !== null;
  const { window, replay, base } = view;
  const written = await app.lane.askTrace({
    type: 'trace-save',
    trace,
    window,
    format: LOSSLESS,
    document: null,
  });
  if (!written || !(await read(new File([written.file], nameOf(view, LOSSLESS))))) return false;
  const report = app.store.get().trace;
  app.store.update({
    trace_view: {
      ...app.store.get().trace_view,
      report,
      device: null,
      window: null,
      whole: null,
      part: null,
      replay,
      base,
    },
  });
  return report !== null;
}

const isAll = (window: TraceWindow, { whole }: TraceViewState): boolean =>
  whole !== null &&
  window.from_ns <= whole.window.from_ns &&
  window.to_ns >= whole.window.to_ns &&
  window.first_sector <= whole.first_sector &&
  window.end_sector >= whole.end_sector;
