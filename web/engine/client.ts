/**
 * The page's half of the protocol: questions as promises.
 *
 * Each answer comes back to the question with its id. Beginning an epoch calls off every frame still to come of the older ones: it is dropped here
 * even if the worker sent it before hearing of the new epoch. A worker that was stopped and is in the middle of one long call hears
 * nothing, and is ended. A worker that dies answers all that was asked with a `trap`; one that dies while nothing is asked tells whoever
 * waits for that with `whenLost`. The next question starts another one.
 */

import { cancelled, EngineError, endsWorker, failureOf } from './failure';
import { type Answers, type Ask, type Failure, type FromWorker, isStale, type ToWorker } from './protocol';

/** The part of a `Worker` that is used; tests bring their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export type Progress = Extract<FromWorker, { progress: unknown }>['progress'];

/** Why a question is called off if somebody wants its work to end, not only to make room for the next one. */
export const STOPPED = 'stopped';
/** How long a worker may take to hear that it was stopped. */
export const DEAF_MS = 3000;

export interface AskOptions {
  progress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

export interface Engine {
  /** Rejects with an `EngineError`. */
  ask<A extends Ask>(ask: A, options?: AskOptions): Promise<Answers[A['type']]>;
  /** What was asked before is of no interest any more. */
  beginEpoch(): void;
  /** Questions without an answer yet. */
  waiting(): number;
  /** Has `tell` called when the worker dies and no question is there to say so. */
  whenLost(tell: (failure: Failure) => void): void;
  dispose(): void;
}

interface Waiting {
  ask: Ask;
  epoch: number;
  progress: ((progress: Progress) => void) | undefined;
  resolve: (answer: never) => void;
  reject: (error: EngineError) => void;
}

export function createEngine(spawn: () => WorkerLike): Engine {
  const waiting = new Map<number, Waiting>();
  let worker: WorkerLike | null = null;
  let next_id = 1;
  let epoch = 0;
  let tellLost: (failure: Failure) => void = () => {};

  function started(): WorkerLike {
    if (worker) return worker;
    const fresh = spawn();
    fresh.onmessage = (event) => receive(event.data);
    // A worker whose script could not be fetched says nothing.
    fresh.onerror = ({ message }) =>
      die(
        message
          ? failureOf('trap', `The simulator could not go on: ${message}`)
          : failureOf('unloaded', 'The simulator could not be loaded.'),
      );
    worker = fresh;
    return fresh;
  }

  function receive(message: FromWorker): void {
    const question = waiting.get(message.id);
    if (!question) return;
    if ('progress' in message) {
      question.progress?.(message.progress);
      return;
    }
    waiting.delete(message.id);
    if (message.ok) settle(question, message.answer);
    else {
      question.reject(new EngineError(message.failure));
      if (endsWorker(message.failure)) end(message.failure);
    }
  }

  function settle(question: Waiting, answer: Answers[keyof Answers]): void {
    if (isStale(question.ask, question.epoch, epoch)) question.reject(new EngineError(cancelled()));
    else question.resolve(answer as never);
  }

  function callOff(id: number, target: WorkerLike, reason: unknown): void {
    target.postMessage({ cancel: id });
    if (reason !== STOPPED) return;
    setTimeout(() => {
      if (waiting.has(id) && target === worker)
        die(failureOf('trap', 'Stopped. The simulator was in the middle of one long step, and was ended.'));
    }, DEAF_MS);
  }

  /** Ends the worker, of which nothing more is heard. */
  function end(failure: Failure): void {
    if (worker) {
      worker.onmessage = null;
      worker.onerror = null;
      worker.terminate();
    }
    worker = null;
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const question of unanswered) question.reject(new EngineError(failure));
  }

  function die(failure: Failure): void {
    const is_told = waiting.size > 0;
    end(failure);
    if (!is_told) tellLost(failure);
  }

  return {
    ask(ask, options = {}) {
      const id = next_id++;
      return new Promise((resolve, reject) => {
        waiting.set(id, {
          ask,
          epoch,
          progress: options.progress,
          resolve: resolve as (answer: never) => void,
          reject,
        });
        const target = started();
        const { signal } = options;
        signal?.addEventListener('abort', () => callOff(id, target, signal.reason), { once: true });
        try {
          target.postMessage({ id, epoch, ask });
        } catch (thrown) {
          // What cannot be sent, as for want of memory, is never answered.
          waiting.delete(id);
          reject(new EngineError(failureOf('run', `The simulator could not be asked: ${String(thrown)}`)));
        }
      });
    },
    beginEpoch() {
      epoch++;
    },
    waiting: () => waiting.size,
    whenLost(tell) {
      tellLost = tell;
    },
    dispose: () => end(cancelled()),
  };
}
