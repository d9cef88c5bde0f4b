/** Looking at a trace: what is asked of the core, and what of it is still wanted when it is told. */

import { failureOf } from '../../engine/failure';
import type { TraceChoice, TraceWindow } from '../../engine/protocol';
import { quoted } from '../../render/quoted';
import type { App } from '../command';
import { busiestDevice } from '../trace-document';
import { decodeTraceAddress } from './address';
import { fittedDocument } from './fit';
import { replayedDocument } from './replayed';
import { NO_TRACE_VIEW, overviewOf, type TraceViewState } from './state';

const viewOf = ({ store }: App): TraceViewState => store.get().trace_view;

function put({ store }: App, changes: Partial<TraceViewState>): void {
  store.update({ trace_view: { ...store.get().trace_view, ...changes } });
}

/** The device that is looked at, by its number. */
export function choiceOf({ report, device }: TraceViewState): TraceChoice | null {
  return report && { name: report.name, device: device ?? busiestDevice(report)?.device ?? null };
}

/** Shows the trace that was read last, or the one that was looked at before. */
export async function show(app: App, device: number | null, window: TraceWindow | null): Promise<void> {
  const { trace, trace_view, screen, document } = app.store.get();
  const report = trace ?? trace_view.report;
  if (!report) return;
  const is_same = report === trace_view.report && (device === null || device === trace_view.device);
  const base = screen === 'workbench' ? document : screen === 'trace' ? trace_view.base : null;
  const view = is_same ? { ...trace_view, window, part: null } : { ...NO_TRACE_VIEW, report, device, window };
  app.store.update({
    screen: 'trace',
    trace: report,
    trace_view: { ...view, base, mapped: null },
    playing: false,
    failure: null,
    drawer_open: false,
    presenting: false,
    unwatched: null,
  });
  await tell(app);
}

/** Looks at another device or window, or on another device; what was told of the old one is told anew. */
export async function change(app: App, to: Partial<TraceViewState>): Promise<void> {
  const stale: Partial<TraceViewState> =
    'device' in to
      ? { window: null, whole: null, part: null, mapped: null, fit: null, saved: null }
      : 'window' in to
        ? { part: null, mapped: null, fit: null, saved: null }
        : 'base' in to
          ? { mapped: null, fit: null }
          : {};
  app.store.update({ failure: null });
  put(app, { ...stale, ...to });
  await tell(app);
}

/** Looks at what an address says; a trace that comes along is fetched, one that is kept is read, another awaited. */
export async function showAddress(
  app: App,
  hash: string,
  bring: (app: App, name: string) => Promise<boolean>,
): Promise<void> {
  const { name, device, window } = decodeTraceAddress(hash);
  const { trace_file, trace_view, trace } = app.store.get();
  const is_read = trace_file?.name === name && (trace_view.report?.name === name || trace?.name === name);
  if (!is_read && !(await bring(app, name))) {
    const text = `This page is about the trace ${quoted(name)}, which the link does not hold. Drop that file on the page to see it.`;
    app.store.update({ screen: 'trace', trace_view: NO_TRACE_VIEW, failure: failureOf('trace', text) });
    return;
  }
  await show(app, device, window);
}

/** Asks for what is in sight and not known yet, and drops what is out of sight when it comes. */
async function tell(app: App): Promise<void> {
  const { report, device, window, base } = viewOf(app);
  const trace = choiceOf(viewOf(app));
  if (!trace) return;
  if (viewOf(app).called_off) put(app, { called_off: false });
  const isWanted = (): boolean => {
    const now = viewOf(app);
    return now.report === report && now.device === device && now.window === window && now.base === base;
  };
  if (!overviewOf(viewOf(app))) {
    const overview = await app.lane.askTrace({ type: 'trace-overview', trace, window });
    if (!overview && isWanted()) put(app, { called_off: true });
    if (!overview || !isWanted()) return;
    put(app, window ? { part: overview } : { whole: overview });
  }
  if (!app.store.get().schema) await app.lane.loadSchema();
  if (viewOf(app).whole === null) {
    const whole = await app.lane.askTrace({ type: 'trace-overview', trace, window: null });
    if (!whole || !isWanted()) return;
    put(app, { whole });
  }
  const document = replayedDocument({ ...viewOf(app), window: null });
  if (document && viewOf(app).mapped === null) {
    const mapped = await app.lane.askTrace({ type: 'trace-mapped', trace, window, document });
    if (mapped && isWanted()) put(app, { mapped });
  }
  const overview = overviewOf(viewOf(app));
  if (viewOf(app).wants_fit && viewOf(app).fit === null && document && overview) {
    const { workload: _, ...device } = document;
    const fitted = fittedDocument(device, overview, pageBytes(app));
    const told = await app.lane.askTrace({ type: 'trace-generated', document: fitted, most: FITTED_MAX });
    if (!told) put(app, { wants_fit: false });
    else if (isWanted()) put(app, { fit: { document: fitted, overview: told } });
  }
  if (viewOf(app).formats.length === 0) {
    const formats = await app.lane.askTrace({ type: 'trace-formats' });
    if (formats) put(app, { formats });
  }
}

/** Requests of a generator that are counted: its shares are the same from fewer on. */
const FITTED_MAX = 200_000;

/** Bytes of a page of the device that is made for a trace. */
const MADE_PAGE_BYTES = 2048;

/** Of the device of the workbench it is known, since it was opened. */
const pageBytes = (app: App): number =>
  (viewOf(app).base && app.store.get().opened?.geometry.page_bytes) ?? MADE_PAGE_BYTES;
