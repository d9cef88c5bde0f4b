/**
 * Runs the lanes' experiments from start to end beside the lanes, so that it is known where they part and who leads in the end.
 * Workers of the figures' pool do it, one run each, while nobody computes figures; a change of a lane calls it off. What has been
 * run once in this visit is not run again.
 */

import type { Engine } from '../../engine/client';
import { EngineError } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { ExperimentDocument } from '../../engine/protocol';
import type { AppState } from '../state';
import type { Store } from '../store';
import { traceChoice } from '../trace-document';
import { divergences } from './divergences';
import { type FullRun, type FullRunFigures, NO_FULL_RUNS } from './full-runs-state';
import { isComparing, lanesOf } from './side-by-side';

/** Somebody who sets lanes up changes one after the other. */
const REST_MS = 300;
/** Responses that are compared one by one: 32 MiB a lane. */
const RESPONSES_MAX = 1 << 22;
/** Whole runs that are kept for lanes that come back: each holds 8 bytes a request. */
const KNOWN_MAX = 12;

export interface FullRuns {
  /** Runs what is in the lanes, unless that has been done or is being done. */
  follow(): void;
  /** Calls off what is under way; `follow` takes it up again. */
  stop(): void;
  /** Calls it off until somebody wants it again, or a lane changes. */
  pause(): void;
  resume(): void;
}

export interface FullRunsContext {
  pool: Pool;
  store: Store<AppState>;
}

export function createFullRuns({ pool, store }: FullRunsContext): FullRuns {
  const known = new Map<string, FullRun>();
  let following: string | null = null;
  let round = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(documents: readonly ExperimentDocument[], work: number | null, refused: string | null = null): void {
    const runs = documents.map((document) => known.get(keyOf(document)) ?? null);
    const done = runs.filter((run) => run !== null);
    const parted = done.length < runs.length ? null : shifted(done);
    store.update({ full_runs: { runs, divergences: parted, work, refused } });
  }

  async function work(documents: readonly ExperimentDocument[], mine: number): Promise<void> {
    const missing = new Map(documents.map((document) => [keyOf(document), document] as const));
    for (const key of known.keys()) missing.delete(key);
    const shares = new Map([...missing.keys()].map((key) => [key, 0]));
    const tell = (key: string, share: number): void => {
      if (mine !== round) return;
      shares.set(key, share);
      const all = [...shares.values()];
      show(documents, all.reduce((sum, each) => sum + each, 0) / all.length);
    };
    const bring = bringing();
    try {
      await pool.each([...missing], async (engine, [key, document]) => {
        tell(key, 0);
        await bring(engine, document);
        known.set(key, await runOne(engine, document, (share) => tell(key, share)));
        tell(key, 1);
      });
      forgetOldest(documents);
      if (mine === round) show(documents, null);
    } catch (thrown) {
      const refused = thrown instanceof EngineError ? thrown.failure.text : String(thrown);
      if (mine === round) show(documents, null, refused);
    }
    // Somebody else may have taken the workers.
    if (documents.some((document) => !known.has(keyOf(document))) && mine === round) following = null;
  }

  function forgetOldest(documents: readonly ExperimentDocument[]): void {
    const wanted = new Set(documents.map(keyOf));
    const others = [...known.keys()].filter((key) => !wanted.has(key));
    for (const key of others.slice(0, Math.max(0, known.size - KNOWN_MAX))) known.delete(key);
  }

  /** Has each worker read the trace before its first run. */
  function bringing(): (engine: Engine, document: ExperimentDocument) => Promise<void> {
    const read = new Set<Engine>();
    return async (engine, document) => {
      const { trace_file } = store.get();
      if (!traceChoice(document) || !trace_file || read.has(engine)) return;
      read.add(engine);
      await engine.ask({ type: 'import-trace', ...trace_file });
    };
  }

  function stop(): void {
    clearTimeout(timer);
    round++;
    if (following !== null) pool.stop();
    following = null;
  }

  function follow(): void {
    const state = store.get();
    const lanes = lanesOf(state);
    if (!isComparing(state) || state.screen !== 'workbench') {
      if (following === null) return;
      stop();
      store.update({ full_runs: NO_FULL_RUNS });
      return;
    }
    if (lanes.some(({ opened }) => opened === null)) return;
    const documents = lanes.map(({ document }) => document);
    const key = documents.map(keyOf).join();
    if (key === following) return;
    stop();
    following = key;
    const mine = round;
    const is_known = documents.every((document) => known.has(keyOf(document)));
    show(documents, is_known ? null : 0);
    if (!is_known) timer = setTimeout(() => void work(documents, mine), REST_MS);
  }

  return {
    stop,
    follow,
    pause() {
      const paused = following;
      stop();
      following = paused;
      store.update({ full_runs: { ...store.get().full_runs, work: null, refused: 'they were stopped.' } });
    },
    resume() {
      stop();
      follow();
    },
  };
}

const keyOf = (document: ExperimentDocument): string => JSON.stringify(document);

/** Where runs part, counted from the start of the run. */
function shifted(runs: readonly FullRun[]): FullRunDivergences {
  const warmup_requests = runs[0]?.warmup_requests ?? 0;
  return divergences(runs.map(({ responses_ns }) => responses_ns)).map((divergence) => ({
    ...divergence,
    request: divergence.request + warmup_requests,
  }));
}

type FullRunDivergences = ReturnType<typeof divergences>;

interface Report extends FullRunFigures {
  experiment: { run: { warmup_requests: number } };
}

async function runOne(
  engine: Engine,
  document: ExperimentDocument,
  progress: (share: number) => void,
): Promise<FullRun> {
  const ask = { type: 'full-run', document, trace: traceChoice(document), responses_max: RESPONSES_MAX } as const;
  const { report, responses_ns, fingerprint } = await engine.ask(ask, {
    progress: ({ done, total }) => progress(total ? done / total : 0),
  });
  const { experiment, ...figures }: Report = JSON.parse(report);
  const { warmup_requests } = experiment.run;
  return { figures, report, responses_ns, warmup_requests, fingerprint };
}
