/**
 * One lane of the page: asks the engine, and writes what it answers into the state.
 *
 * Whatever goes wrong ends in `state.failure`; nothing here throws. A question that was called off leaves no trace.
 */

import { type AskOptions, type Engine, STOPPED } from '../engine/client';
import { EngineError, endsWorker, failureOf } from '../engine/failure';
import type {
  Answers,
  Ask,
  Breakpoint,
  ExperimentDocument,
  Failure,
  Frame,
  LogFormat,
  OperationLog,
  StepUnit,
  SyncPoint,
  TraceJournal,
  TraceReport,
  View,
} from '../engine/protocol';
import type { TraceAsk } from '../engine/trace-ask';
import type { Path } from '../lessons/path';
import { createDelayedProgress } from './delayed-progress';
import type { Formula } from './formula/state';
import type { AppState } from './state';
import type { Store } from './store';
import { otherContent, traceChoice } from './trace-document';

export type Place = { op: number } | SyncPoint;

export interface Lane {
  /** Opens an experiment at its start. False if it was refused; the lane then stands where it stood. */
  open(document: ExperimentDocument): Promise<boolean>;
  advance(operations: number, budget_ms: number): Promise<void>;
  step(unit: StepUnit, count: number): Promise<void>;
  /** Goes on to where lanes meet, as far as the budget reaches. `charts`: with figures, whatever the page wants else. */
  follow(to: SyncPoint, budget_ms: number, charts: boolean): Promise<void>;
  /** The newest place wins: dragging asks for many. */
  seek(place: Place): Promise<void>;
  runToEnd(): Promise<void>;
  /** The operation that a path leads to, found unseen: the lane stands where it stood. Null where there is no such place. */
  locate(path: Path): Promise<number | null>;
  /** Draws the present moment again, with what the view wants now. */
  refresh(): Promise<void>;
  /** The same, if the last frame left out something of that. */
  complete(): Promise<void>;
  setBreakpoints(list: readonly Breakpoint[]): Promise<void>;
  importTrace(
    file: Blob,
    name: string,
    journal: TraceJournal | null,
    columns?: string | null,
  ): Promise<TraceReport | null>;
  /** Asks about a trace that was read. Null if that was refused or called off. */
  askTrace<A extends TraceAsk>(question: A): Promise<Answers[A['type']] | null>;
  /** Asks about one page. */
  inspect(page: number): Promise<void>;
  /** Asks about the stripe of one logical page. */
  stripe(lpn: number): Promise<void>;
  /** Asks about one map block. */
  mapBlock(id: number): Promise<void>;
  /** Asks what a formula makes of the present moment. */
  rank(formula: Formula): Promise<void>;
  report(): Promise<string | null>;
  /** Every operation from the beginning of one request up to that of another; null is the end of the run. */
  log(format: LogFormat, from_request: number, to_request: number | null): Promise<OperationLog | null>;
  loadSchema(): Promise<void>;
  /** Calls off the long work under way, whose place something else takes. */
  cancel(): void;
  /** Stops it for good, whatever it is in the middle of. */
  stop(): void;
  /** A question is in flight. */
  busy(): boolean;
  /** The last document that was not refused. */
  accepted(): ExperimentDocument;
  /** Puts that one back in the place of one that was refused. */
  restore(): void;
}

export interface LaneContext {
  engine: Engine;
  store: Store<AppState>;
  /** What the page wants to see. `fresh`: the lane stands somewhere else than before, so all of it. */
  view: (fresh: boolean) => View;
  /** Draws what waits to be drawn: a frame may hold only what changed, so each must be seen. */
  flush: () => void;
}

/** Of a place that is passed through unseen. */
export const UNSEEN: View = {
  stage: { kind: 'none' },
  charts: false,
  gantt: false,
  timeline_bins: 0,
  operations_max: 0,
  state_hash: false,
  check: false,
};

/** As many candidates under a formula as are read at a glance. */
const RANKED_MAX = 8;

/** What was asked of another device means nothing. */
const NOTHING_ASKED = { asked_lpn: null, asked_stripe: null, asked_block: null, asked_map_block: null } as const;

export function createLane({ engine, store, view, flush }: LaneContext): Lane {
  const delayed = createDelayedProgress((loading) => store.update({ loading }));
  let accepted: ExperimentDocument = {};
  let long_work = new AbortController();
  let wanted: Place | null = null;
  let seeking: Promise<void> | null = null;
  /** The next frame must show everything: no frame of this epoch has been seen yet. */
  let fresh = true;
  /** What the last frame came without. */
  let left_out = { charts: false, marks: false };

  function beginEpoch(): void {
    engine.beginEpoch();
    fresh = true;
    left_out = { charts: false, marks: false };
  }

  /** Asks; null if it was refused or called off. */
  async function ask<A extends Ask>(question: A, options: AskOptions = {}): Promise<Answers[A['type']] | null> {
    try {
      return await engine.ask(question, options);
    } catch (thrown) {
      fail(thrown);
      return null;
    }
  }

  function fail(thrown: unknown): void {
    const failure: Failure = thrown instanceof EngineError ? thrown.failure : failureOf('run', String(thrown));
    if (failure.kind === 'cancelled') return;
    // A dead worker took the device with it; the last frame stays, since it says where that was.
    store.update({
      failure,
      playing: false,
      ...(endsWorker(failure) ? { opened: null } : {}),
    });
  }

  // Where neither a device nor a trace was with it, the next worker is as good.
  engine.whenLost((failure) => {
    if (store.get().opened || store.get().trace_file) fail(new EngineError(failure));
  });

  /** Asks for something that may take long: after a while the state says so, and `cancel` stops it. */
  function askPatiently<A extends Ask>(label: string, question: A): Promise<Answers[A['type']] | null> {
    long_work = new AbortController();
    const { signal } = long_work;
    return delayed.during(label, (progress) => ask(question, { progress, signal }));
  }

  function currentView(): View | null {
    return store.get().opened && view(fresh);
  }

  function applyFrame(frame: Frame | null): void {
    if (!frame) return;
    flush();
    const previous = fresh ? null : store.get().frame;
    fresh = false;
    left_out = { charts: frame.charts === null, marks: frame.marks === null };
    // Charts and marks come less often than frames; the newest ones stay until then.
    const charts = frame.charts ?? previous?.charts ?? null;
    const marks = frame.marks ?? previous?.marks ?? null;
    const gantt = frame.gantt ?? previous?.gantt ?? null;
    store.update({ frame: { ...frame, charts, marks, gantt } });
  }

  async function refresh(): Promise<void> {
    const wish = currentView();
    if (wish) applyFrame(await ask({ type: 'refresh', view: wish }));
  }

  async function complete(): Promise<void> {
    const wish = currentView();
    const misses = wish && ((left_out.charts && wish.charts) || (left_out.marks && wish.timeline_bins > 0));
    if (misses) applyFrame(await ask({ type: 'refresh', view: wish }));
  }

  /** Goes somewhere. If that is called off the lane stands on the way, and that is where it is drawn. */
  async function move(label: string, question: Extract<Ask, { type: 'step' | 'seek' | 'run' }>): Promise<void> {
    const frame = await askPatiently(label, question);
    if (frame) applyFrame(frame);
    else if (!wanted && store.get().opened) await refresh();
  }

  async function seekToWanted(): Promise<void> {
    while (wanted) {
      const to = wanted;
      wanted = null;
      beginEpoch();
      const wish = currentView();
      if (wish) await move('Going there', { type: 'seek', to, view: wish });
    }
  }

  /** Asks about one number after the other; of those that come meanwhile only the newest, since a pointer crosses many. */
  function newestOnly<T>(about: (asked: T) => Promise<void>): (asked: T) => Promise<void> {
    let next: T | null = null;
    let asking: Promise<void> | null = null;
    async function go(): Promise<void> {
      while (next !== null && store.get().opened) {
        const now = next;
        next = null;
        await about(now);
      }
    }
    return (asked) => {
      next = asked;
      asking ??= go().finally(() => {
        asking = null;
      });
      return asking;
    };
  }

  return {
    async open(document) {
      beginEpoch();
      store.update({ document, playing: false, approach: null, failure: null, unwatched: null });
      const other = otherContent(document, store.get().trace_file);
      if (other) {
        store.update({ failure: other });
        return false;
      }
      const opened = await askPatiently('Opening the device', { type: 'open', document, trace: traceChoice(document) });
      if (!opened) {
        // If the worker died of it, the device that stood there before is gone as well.
        if (store.get().opened === null) store.update({ frame: null });
        return false;
      }
      accepted = document;
      await ask({ type: 'breakpoints', list: [...store.get().breakpoints] });
      // The stage plans its picture from the device, so that must be known before the first frame is asked for.
      store.update({ opened, frame: null, inspected: null, ...NOTHING_ASKED });
      await refresh();
      return store.get().frame !== null;
    },
    async advance(operations, budget_ms) {
      const wish = currentView();
      if (wish) applyFrame(await ask({ type: 'advance', operations, budget_ms, view: wish }));
    },
    async step(unit, count) {
      const wish = currentView();
      if (wish) await move('Stepping', { type: 'step', unit, count, view: wish });
    },
    async follow(to, budget_ms, charts) {
      const wish = currentView();
      if (wish)
        applyFrame(await ask({ type: 'follow', to, budget_ms, view: { ...wish, charts: charts || wish.charts } }));
    },
    seek(place) {
      wanted = place;
      seeking ??= seekToWanted().finally(() => {
        seeking = null;
      });
      return seeking;
    },
    async runToEnd() {
      const wish = currentView();
      if (wish) await move('Running to the end', { type: 'run', view: wish });
    },
    async locate({ from, moves }) {
      const stands = store.get().frame?.position.op;
      if (stands === undefined) return null;
      beginEpoch();
      const first: Ask = from === 'end' ? { type: 'run', view: UNSEEN } : { type: 'seek', to: from, view: UNSEEN };
      let there = await ask(first);
      for (const { unit, count } of moves) there = await ask({ type: 'step', unit, count, view: UNSEEN });
      await ask({ type: 'seek', to: { op: stands }, view: UNSEEN });
      return there?.position.op ?? null;
    },
    refresh,
    complete,
    async setBreakpoints(list) {
      store.update({ breakpoints: list });
      if (store.get().opened) await ask({ type: 'breakpoints', list: [...list] });
    },
    async importTrace(file, name, journal, columns = null) {
      const trace = await askPatiently(`Reading ${name}`, { type: 'import-trace', file, name, journal, columns });
      if (trace) {
        const trace_file = { name: trace.name, file, journal, columns, sha256: trace.sha256 };
        store.update({ trace, trace_file, failure: null });
      }
      return trace;
    },
    askTrace: (question) => askPatiently('Looking at the trace', question),
    inspect: newestOnly(async (page: number) => {
      const inspected = await ask({ type: 'inspect', page });
      if (inspected) store.update({ inspected });
    }),
    // What was asked may no longer be wanted.
    stripe: newestOnly(async (lpn: number) => {
      const asked_stripe = await ask({ type: 'stripe', lpn });
      if (asked_stripe && store.get().asked_lpn === lpn) store.update({ asked_stripe });
    }),
    mapBlock: newestOnly(async (id: number) => {
      const asked_map_block = await ask({ type: 'map-block', id });
      if (asked_map_block && store.get().asked_block === id) store.update({ asked_map_block });
    }),
    rank: newestOnly(async ({ of, text, k }: Formula) => {
      const ranking = await ask({ type: 'rank', of, text, k, most: RANKED_MAX });
      const { formula } = store.get();
      if (ranking && formula.of === of && formula.text === text && formula.k === k)
        store.update({ formula: { ...formula, ranked: { text, ranking } } });
    }),
    report: () => askPatiently('Running for the report', { type: 'report' }),
    log: (format, from_request, to_request) =>
      askPatiently('Writing the operation log', { type: 'log', format, from_request, to_request }),
    async loadSchema() {
      const schema = await ask({ type: 'schema' });
      if (schema) store.update({ schema });
    },
    cancel: () => long_work.abort(),
    stop: () => long_work.abort(STOPPED),
    busy: () => engine.waiting() > 0,
    accepted: () => accepted,
    restore: () => store.update({ document: accepted }),
  };
}
