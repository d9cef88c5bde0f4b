/**
 * Runs the experiment that was refused because its device is too large to be watched.
 *
 * A worker of its own does it, and ends with it: the memory such a device takes is given back in no other way. The state says whether
 * a run is wanted; once it does not, the worker is ended wherever it is.
 */

import type { Engine } from '../../engine/client';
import { EngineError, failureOf } from '../../engine/failure';
import type { ExperimentDocument } from '../../engine/protocol';
import type { AppState } from '../state';
import type { Store } from '../store';
import { otherContent, traceChoice } from '../trace-document';
import { isTooMuch, type UnwatchedState } from './state';

/** How often the time is told while the worker has nothing to say. */
const CLOCK_MS = 500;

export interface Unwatched {
  /** Resolves when the run is over or called off. */
  run(): Promise<void>;
}

export interface UnwatchedContext {
  start: () => Engine;
  store: Store<AppState>;
  now: () => number;
}

export function createUnwatched({ start, store, now }: UnwatchedContext): Unwatched {
  async function work(engine: Engine, begun: UnwatchedState): Promise<void> {
    const { document } = begun;
    const began_ms = now();
    const tell = (change: Partial<UnwatchedState>): void => {
      const { unwatched } = store.get();
      if (unwatched) store.update({ unwatched: { ...unwatched, ...change, elapsed_ms: now() - began_ms } });
    };
    const clock = setInterval(() => tell({}), CLOCK_MS);
    const unsubscribe = store.subscribe(({ unwatched }) => {
      if (unwatched?.document !== document) engine.dispose();
    });
    try {
      const trace = traceChoice(document);
      if (trace) await bringTrace(engine, document, trace.name);
      const ask = { type: 'unwatched', document, trace } as const;
      const result = await engine.ask(ask, {
        progress: ({ done, total }) => tell({ progress: { done, total: total ?? done } }),
      });
      tell({ result });
    } catch (thrown) {
      const failure = thrown instanceof EngineError ? thrown.failure : failureOf('run', String(thrown));
      if (failure.kind !== 'cancelled') store.update({ unwatched: null, failure });
    } finally {
      clearInterval(clock);
      unsubscribe();
      engine.dispose();
    }
  }

  /** A worker has a core of its own, which has read nothing. */
  async function bringTrace(engine: Engine, document: ExperimentDocument, name: string): Promise<void> {
    const { trace_file } = store.get();
    if (trace_file?.name !== name) throw new EngineError(failureOf('trace', `The trace ${name} is no longer loaded.`));
    const other = otherContent(document, trace_file);
    if (other) throw new EngineError(other);
    await engine.ask({ type: 'import-trace', ...trace_file });
  }

  return {
    async run() {
      const { document, failure } = store.get();
      if (!isTooMuch(failure)) return;
      // A copy: the same experiment may be wanted again while the worker of the first try ends.
      const begun = { document: { ...document }, refused: failure, elapsed_ms: 0, progress: null, result: null };
      store.update({ failure: null, unwatched: begun });
      await work(start(), begun);
    },
  };
}
