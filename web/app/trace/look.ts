/** Looking at a trace: what is asked of the core, and what of it is still wanted when it is told. */

import type { TraceChoice, TraceWindow } from '../../engine/protocol';
import type { App } from '../commands';
import { busiestDevice } from '../trace-document';
import { replayedDocument } from './replayed';
import { NO_TRACE_VIEW, overviewOf, type TraceViewState } from './state';

const viewOf = ({ store }: App): TraceViewState => store.get().trace_view;

function change({ store }: App, changes: Partial<TraceViewState>): void {
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

export async function chooseDevice(app: App, device: number): Promise<void> {
  change(app, { device, window: null, whole: null, part: null, mapped: null, fit: null });
  await tell(app);
}

export async function chooseWindow(app: App, window: TraceWindow | null): Promise<void> {
  change(app, { window, part: null, mapped: null });
  await tell(app);
}

/** The device that it is replayed on: its own, or that of the experiment that one came from. */
export async function chooseBase(app: App, base: TraceViewState['base']): Promise<void> {
  change(app, { base, mapped: null });
  await tell(app);
}

/** Asks for what is in sight and not known yet, and drops what is out of sight when it comes. */
async function tell(app: App): Promise<void> {
  const { report, device, window, base } = viewOf(app);
  const trace = choiceOf(viewOf(app));
  if (!trace) return;
  const isWanted = (): boolean => {
    const now = viewOf(app);
    return now.report === report && now.device === device && now.window === window && now.base === base;
  };
  if (!overviewOf(viewOf(app))) {
    const overview = await app.lane.askTrace({ type: 'trace-overview', trace, window });
    if (!overview || !isWanted()) return;
    change(app, window ? { part: overview } : { whole: overview });
  }
  if (!app.store.get().schema) await app.lane.loadSchema();
  if (viewOf(app).whole === null) {
    const whole = await app.lane.askTrace({ type: 'trace-overview', trace, window: null });
    if (!whole || !isWanted()) return;
    change(app, { whole });
  }
  const document = replayedDocument({ ...viewOf(app), window: null });
  if (document && viewOf(app).mapped === null) {
    const mapped = await app.lane.askTrace({ type: 'trace-mapped', trace, window, document });
    if (mapped && isWanted()) change(app, { mapped });
  }
  if (viewOf(app).formats.length === 0) {
    const formats = await app.lane.askTrace({ type: 'trace-formats' });
    if (formats) change(app, { formats });
  }
}
