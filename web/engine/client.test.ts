import { expect, test, vi } from 'vitest';
import { createEngine, DEAF_MS, STOPPED, type WorkerLike } from './client';
import { failureOf } from './failure';
import type { FromWorker, ToWorker } from './protocol';

class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  sent: ToWorker[] = [];
  terminated = false;
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

function start() {
  const workers: FakeWorker[] = [];
  const engine = createEngine(() => {
    workers.push(new FakeWorker());
    return workers[workers.length - 1] as FakeWorker;
  });
  return { engine, workers };
}

test('answers find their questions, in any order', async () => {
  const { engine, workers } = start();
  const first = engine.ask({ type: 'report' });
  const second = engine.ask({ type: 'report' });
  workers[0]?.say({ id: 2, ok: true, answer: 'two' });
  workers[0]?.say({ id: 1, ok: true, answer: 'one' });
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
  expect(engine.waiting()).toBe(0);
});

test('a worker that does not hear that it is stopped is ended; one that hears, or has more to do, is not', async () => {
  vi.useFakeTimers();
  const { engine, workers } = start();
  const [hears, deaf] = [new AbortController(), new AbortController()];
  const heard = engine.ask({ type: 'report' }, { signal: hears.signal });
  hears.abort(STOPPED);
  expect(workers[0]?.sent.at(-1)).toEqual({ cancel: 1 });
  workers[0]?.say({ id: 1, ok: false, failure: failureOf('cancelled', 'Stopped.') });
  await expect(heard).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  vi.advanceTimersByTime(DEAF_MS);
  expect(workers[0]?.terminated).toBe(false);
  const superseded = new AbortController();
  const first = engine.ask({ type: 'report' }, { signal: superseded.signal });
  superseded.abort();
  vi.advanceTimersByTime(DEAF_MS);
  expect(workers[0]?.terminated).toBe(false);
  workers[0]?.say({ id: 2, ok: true, answer: 'late' });
  await expect(first).resolves.toBe('late');
  const unheard = engine.ask({ type: 'report' }, { signal: deaf.signal });
  deaf.abort(STOPPED);
  vi.advanceTimersByTime(DEAF_MS);
  expect(workers[0]?.terminated).toBe(true);
  await expect(unheard).rejects.toMatchObject({ failure: { kind: 'trap' } });
  engine.ask({ type: 'report' }).catch(() => {});
  expect(workers).toHaveLength(2);
  vi.useRealTimers();
});

test('an answer from before the epoch is dropped', async () => {
  const { engine, workers } = start();
  const old = engine.ask({ type: 'report' });
  engine.beginEpoch();
  workers[0]?.say({ id: 1, ok: true, answer: 'late' });
  await expect(old).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
});

test('what holds in every epoch is answered across them', async () => {
  const { engine, workers } = start();
  const old = engine.ask({ type: 'breakpoints', list: [] });
  engine.beginEpoch();
  workers[0]?.say({ id: 1, ok: true, answer: null });
  await expect(old).resolves.toBeNull();
});

test('each question carries the epoch it was asked in', () => {
  const { engine, workers } = start();
  engine.ask({ type: 'report' }).catch(() => {});
  engine.beginEpoch();
  engine.ask({ type: 'report' }).catch(() => {});
  expect(workers[0]?.sent).toMatchObject([{ epoch: 0 }, { epoch: 1 }]);
});

test('progress reaches the one who asked and settles nothing', async () => {
  const { engine, workers } = start();
  const heard: number[] = [];
  const answer = engine.ask({ type: 'report' }, { progress: ({ done }) => heard.push(done) });
  workers[0]?.say({ id: 1, progress: { done: 5, total: 10, unit: 'bytes', label: '' } });
  workers[0]?.say({ id: 1, ok: true, answer: 'x' });
  await answer;
  expect(heard).toEqual([5]);
});

test('aborting asks the worker to cancel that question', () => {
  const { engine, workers } = start();
  const abort = new AbortController();
  engine.ask({ type: 'report' }, { signal: abort.signal }).catch(() => {});
  abort.abort();
  expect(workers[0]?.sent[1]).toEqual({ cancel: 1 });
});

test('a trap fails everything asked; the next question starts another worker', async () => {
  const { engine, workers } = start();
  const both = [engine.ask({ type: 'report' }), engine.ask({ type: 'report' })];
  workers[0]?.say({ id: 1, ok: false, failure: failureOf('trap', 'unreachable') });
  for (const asked of both) await expect(asked).rejects.toMatchObject({ failure: { kind: 'trap' } });
  expect(workers[0]?.terminated).toBe(true);
  const again = engine.ask({ type: 'report' });
  workers[1]?.say({ id: 3, ok: true, answer: 'alive' });
  expect(await again).toBe('alive');
});

test('a worker that dies while nothing is asked is told of; one that is ended says nothing more', async () => {
  const { engine, workers } = start();
  const told: string[] = [];
  engine.whenLost(({ text }) => told.push(text));
  const asked = engine.ask({ type: 'report' });
  workers[0]?.say({ id: 1, ok: true, answer: 'one' });
  await asked;
  const [first] = workers;
  const says = first?.onerror;
  says?.({ message: 'the browser has ended it.' } as ErrorEvent);
  expect(told).toEqual(['The simulator could not go on: the browser has ended it.']);
  expect([first?.terminated, first?.onerror, first?.onmessage]).toEqual([true, null, null]);
  const next = engine.ask({ type: 'report' });
  workers[1]?.onerror?.({ message: 'again' } as ErrorEvent);
  await expect(next).rejects.toMatchObject({ failure: { kind: 'trap' } });
  expect(told, 'a question told it').toHaveLength(1);
});

test('what cannot be sent is refused, and nothing waits for it', async () => {
  const engine = createEngine(() => {
    const worker = new FakeWorker();
    worker.postMessage = () => {
      throw new Error('out of memory');
    };
    return worker;
  });
  await expect(engine.ask({ type: 'report' })).rejects.toMatchObject({ failure: { kind: 'run' } });
  expect(engine.waiting()).toBe(0);
});
