/**
 * The worker's half of the protocol: one lane, one question after another.
 *
 * Long work is done in slices. Between slices the worker lets messages in, so that a cancel arrives and a newer epoch calls
 * off what is under way. A thrown error that is not a refusal means that the instance is dead: the answer is a `trap`, and every
 * later question gets the same until the page starts another worker.
 */

import { answerChallenge, isChallengeAsk } from './challenge-answers';
import type { Core, CoreSession, CoreSweeps, SessionFigures, SessionTraces } from './core';
import { cancelled, EngineError, failureOf, readFailure, toldOfMemory } from './failure';
import { answerFigures, isFigureAsk } from './figure-answers';
import { packFrame } from './frame';
import { collectLog } from './log';
import type { Schema } from './protocol';
import {
  type Answers,
  type Ask,
  type ExperimentDocument,
  type Failure,
  type FromWorker,
  type FullRun,
  isStale,
  type Pace,
  type SampledMap,
  type SyncPoint,
  type ToWorker,
  type TraceChoice,
  type View,
} from './protocol';
import { isTraceAsk } from './trace-ask';
import { traceReport } from './trace-report';
import type { UnwatchedRun } from './unwatched-run';

/** How long a slice of long work may keep the worker from its messages. */
const SLICE_MS = 24;
/** Bytes of a file given to the core at once: what unpacks to a thousand times as much must not keep the worker either. */
const FEED_BYTES = 1 << 14;
/** Cells of the map of a device that was not watched. */
const MAP_CELLS = 4096;

type Question = Extract<ToWorker, { ask: Ask }>;

interface Loaded {
  core: Core;
  session: CoreSession & Partial<SessionFigures> & Partial<SessionTraces>;
}

/** The worker around the server; tests bring their own. */
export interface Surroundings {
  loadCore: () => Promise<Core>;
  post: (message: FromWorker, transfer?: ArrayBuffer[]) => void;
  /** Lets waiting messages in; a promise alone would not. */
  breathe: () => Promise<void>;
  now: () => number;
  /** The core's; null before it is loaded. */
  memory: () => WebAssembly.Memory | null;
}

export function createServer({ loadCore, post, breathe, now, memory }: Surroundings): (message: ToWorker) => void {
  const called_off = new Set<number>();
  const traces: string[] = [];
  let newest_epoch = 0;
  let dead: Failure | null = null;
  let loaded: Promise<Loaded> | null = null;
  let queue = Promise.resolve();
  const pace: Pace = { page_ops_per_s: 0, seek_ms: 0 };
  let requests = 0;

  const load = (): Promise<Loaded> => {
    loaded ??= loadCore()
      .catch(refuseToLoad)
      .then((core) => ({ core, session: new core.Session() }));
    return loaded;
  };

  /** Between slices: lets messages in and stops if one of them called the question off. */
  async function pause(question: Question): Promise<void> {
    await breathe();
    if (called_off.has(question.id) || isStale(question.ask, question.epoch, newest_epoch))
      throw new EngineError(cancelled());
  }

  const untilDone = async (question: Question, slice: () => boolean): Promise<void> => {
    while (!slice()) await pause(question);
  };

  async function importTrace(
    question: Question,
    session: Loaded['session'],
    formats: Schema['formats'],
    { file, name, journal, columns }: Extract<Ask, { type: 'import-trace' }>,
  ): Promise<Answers['import-trace']> {
    if (columns && session.import_begin_columns) session.import_begin_columns(name, columns);
    else session.import_begin(name);
    if (journal) session.import_journal(journal.first_byte, journal.bytes);
    try {
      let done = 0;
      let pause_ms = now();
      for await (const part of ahead(file.stream().getReader())) {
        for (let taken = 0; taken < part.byteLength && !session.import_is_full(); taken += FEED_BYTES) {
          const piece = part.subarray(taken, taken + FEED_BYTES);
          session.import_push(piece);
          done += piece.byteLength;
          if (now() < pause_ms) continue;
          post({ id: question.id, progress: { done, total: file.size, unit: 'bytes', label: `Reading ${name}` } });
          await pause(question);
          pause_ms = now() + SLICE_MS;
        }
        if (session.import_is_full()) break;
      }
      const report = traceReport(JSON.parse(session.import_finish()), formats);
      traces.push(name);
      return report;
    } catch (thrown) {
      if (readFailure(thrown).kind !== 'trap') session.import_cancel();
      throw thrown;
    }
  }

  /** Does `work` and notes how fast it went. */
  async function timed(session: CoreSession, work: () => void | Promise<void>): Promise<number> {
    const from = { op: session.operations(), ms: now() };
    await work();
    const elapsed_ms = now() - from.ms;
    const operations = session.operations() - from.op;
    if (operations > 0 && elapsed_ms > 0) pace.page_ops_per_s = (operations * 1000) / elapsed_ms;
    return elapsed_ms;
  }

  async function runToEnd(question: Question, session: CoreSession): Promise<void> {
    await untilDone(question, () => {
      const stopped = session.run(SLICE_MS);
      const progress = {
        done: session.progress(),
        total: requests,
        unit: 'requests',
        label: 'Running to the end',
      } as const;
      if (!stopped) post({ id: question.id, progress });
      return stopped;
    });
  }

  async function makeReport(question: Question, session: CoreSession & SessionFigures): Promise<string> {
    await runForReport(question, session, null);
    return session.report();
  }

  async function runUnwatched(question: Question, session: CoreSession & SessionFigures): Promise<UnwatchedRun> {
    await runForReport(question, session, () => session.report_requests());
    const map: SampledMap = JSON.parse(session.sampled_map(MAP_CELLS));
    return { memory_bytes: session.memory_bytes(), map, report: session.report() };
  }

  async function fullRunOf(
    question: Question,
    session: CoreSession & SessionFigures,
    responses_max: number,
  ): Promise<FullRun> {
    await runForReport(question, session, () => session.report_requests());
    const responses_ns = session.report_responses(responses_max);
    return { responses_ns, fingerprint: session.requests_fingerprint(), report: session.report() };
  }

  async function runForReport(
    question: Question,
    session: CoreSession & SessionFigures,
    total: (() => number) | null,
  ): Promise<void> {
    session.report_begin();
    await untilDone(question, () => {
      const ended = session.report_step(SLICE_MS);
      const progress = {
        done: session.report_progress(),
        total: total?.() ?? null,
        label: 'Running for the report',
        unit: 'requests',
      } as const;
      if (!ended) post({ id: question.id, progress });
      return ended;
    });
  }

  /** A frame is packed and posted at once: no array of the core's outlives the question. */
  function answerFrame(question: Question, session: CoreSession, view: View): void {
    const { frame, buffers } = packFrame(session, view, question.epoch, pace);
    requests = frame.position.requests;
    post({ id: question.id, ok: true, answer: frame }, buffers);
  }

  async function answer(question: Question): Promise<void> {
    const { core, session } = await load();
    const { ask } = question;
    const say = (answer: Answers[keyof Answers]): void => post({ id: question.id, ok: true, answer });
    if (isFigureAsk(ask))
      return say(answerFigures({ core, session, traceIndex: (choice) => traceIndex(traces, choice) }, ask));
    if (isChallengeAsk(ask)) return say(answerChallenge(core, ask));
    if (isTraceAsk(ask)) {
      const tell = (done: number, total: number): void =>
        post({ id: question.id, progress: { done, total, unit: 'requests', label: 'Looking at the trace' } });
      const answering = { core, session, traceIndex: (choice: TraceChoice | null) => traceIndex(traces, choice) };
      const { answerTrace } = await import('./trace-answers').catch(refuseToLoad);
      return say(await answerTrace({ ...answering, pause: () => pause(question), tell }, ask));
    }
    switch (ask.type) {
      case 'schema':
        return say({ ...JSON.parse(core.schema()), core_version: core.version() });
      case 'estimate':
        if (!core.estimate) throw new Error('this core makes no estimates');
        return say(JSON.parse(core.estimate(JSON.stringify(ask.document))));
      case 'open':
        return say(JSON.parse(session.open(JSON.stringify(ask.document), traceIndex(traces, ask.trace))));
      case 'import-trace':
        return say(await importTrace(question, session, JSON.parse(core.schema()).formats, ask));
      case 'breakpoints':
        session.set_breakpoints(JSON.stringify(ask.list));
        return say(null);
      case 'inspect':
        return say(JSON.parse(session.inspect(ask.page)));
      case 'map-block':
        return say(JSON.parse(session.map_block?.(ask.id) ?? 'null'));
      case 'stripe':
        return say(JSON.parse(session.stripe?.(ask.lpn) ?? 'null'));
      case 'rank':
        return say(JSON.parse(session.rank_formula?.(ask.of, ask.text, ask.k, ask.most) ?? 'null'));
      case 'report':
        return say(await makeReport(question, whole(session)));
      case 'log': {
        const tell = (done: number, total: number): void =>
          post({ id: question.id, progress: { done, total, unit: 'requests', label: 'Writing the operation log' } });
        return say(await collectLog(whole(session), ask, { pause: () => pause(question), tell }));
      }
      case 'report-of':
        return say(await makeReport(question, prepared(session, ask.document, traceIndex(traces, ask.trace))));
      case 'full-run': {
        const run = prepared(session, ask.document, traceIndex(traces, ask.trace));
        const full_run = await fullRunOf(question, run, ask.responses_max);
        return post({ id: question.id, ok: true, answer: full_run }, [full_run.responses_ns.buffer as ArrayBuffer]);
      }
      case 'unwatched':
        return say(await runUnwatched(question, prepared(session, ask.document, traceIndex(traces, ask.trace))));
      case 'sweep-plan':
        return say(JSON.parse(sweeping(core).sweep_plan(JSON.stringify(ask.sweep), JSON.stringify(ask.trace))));
      case 'sweep-text': {
        const { sweep, trace, points, format } = ask;
        const json = JSON.stringify;
        return say(sweeping(core).sweep_text(json(sweep), json(trace), json(points), format));
      }
      case 'advance':
        await timed(session, () => session.advance(ask.operations, ask.budget_ms));
        return answerFrame(question, session, ask.view);
      case 'step':
        for (let left = Math.abs(ask.count); left > 0; left--)
          await untilDone(question, () => session.step(ask.unit, Math.sign(ask.count)));
        return answerFrame(question, session, ask.view);
      case 'seek':
        pace.seek_ms = await timed(session, () => untilDone(question, seekSlice(session, ask.to)));
        return answerFrame(question, session, ask.view);
      case 'follow':
        await timed(session, () => void session.follow('time_ns' in ask.to, placeOf(ask.to), ask.budget_ms));
        return answerFrame(question, session, ask.view);
      case 'run':
        await timed(session, () => runToEnd(question, session));
        return answerFrame(question, session, ask.view);
      case 'refresh':
        return answerFrame(question, session, ask.view);
    }
  }

  async function serve(question: Question): Promise<void> {
    try {
      if (dead) throw new EngineError(dead);
      if (called_off.has(question.id) || isStale(question.ask, question.epoch, newest_epoch))
        throw new EngineError(cancelled());
      await answer(question);
    } catch (thrown) {
      const read = readFailure(thrown);
      const failure = read.kind === 'trap' && !dead ? toldOfMemory(read, memory()) : read;
      if (read.kind === 'trap') dead = failure;
      post({ id: question.id, ok: false, failure });
    } finally {
      called_off.delete(question.id);
    }
  }

  return (message) => {
    if ('cancel' in message) {
      called_off.add(message.cancel);
      return;
    }
    newest_epoch = Math.max(newest_epoch, message.epoch);
    queue = queue.then(() => serve(message));
  };
}

function refuseToLoad(thrown: unknown): never {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  // What browsers say of a file that could not be fetched is an address, of a type of error that is no other's.
  const why = thrown instanceof TypeError ? 'the network or the server did not answer' : reason;
  throw new EngineError(failureOf('unloaded', `The simulator could not be loaded (${why}).`));
}

/** The parts of a file: while one is worked on, the next is on its way. */
async function* ahead(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  let next = reader.read();
  try {
    for (let part = await next; !part.done; part = await next) {
      next = reader.read();
      // Whoever leaves early does not learn that what is left cannot be read.
      next.catch(() => undefined);
      yield part.value;
    }
  } finally {
    await reader.cancel();
  }
}

/** The session with an experiment that is run apart from the lane: only the whole core can. */
function prepared(session: Loaded['session'], document: ExperimentDocument, trace?: number) {
  const able = whole(session);
  able.prepare(JSON.stringify(document), trace);
  return able;
}

function whole(session: Loaded['session']): CoreSession & SessionFigures {
  if (!isWhole(session)) throw new Error('this core runs nothing beside its lane');
  return session;
}

function sweeping(core: Core): CoreSweeps {
  if (!hasSweeps(core)) throw new Error('this core was built without sweeps');
  return core;
}

const hasSweeps = (core: Core): core is Core & CoreSweeps => core.sweep_plan !== undefined;

const isWhole = (session: Loaded['session']): session is CoreSession & SessionFigures => session.prepare !== undefined;

const seekSlice = (session: CoreSession, to: { op: number } | SyncPoint): (() => boolean) =>
  'op' in to
    ? () => session.seek_operation(to.op, SLICE_MS)
    : () => session.seek_sync_point('time_ns' in to, placeOf(to), SLICE_MS);

const placeOf = (to: SyncPoint): number => ('time_ns' in to ? to.time_ns : to.request);

/** Where among the imported traces the chosen one is: the newest of that name. */
function traceIndex(traces: readonly string[], choice: TraceChoice | null): number | undefined {
  if (!choice) return undefined;
  const index = traces.lastIndexOf(choice.name);
  if (index < 0) throw new EngineError(failureOf('trace', `The trace ${choice.name} has not been read yet.`));
  return index;
}
