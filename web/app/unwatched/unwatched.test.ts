import { expect, test, vi } from 'vitest';
import type { Engine } from '../../engine/client';
import { cancelled, EngineError, failureOf } from '../../engine/failure';
import type { Ask, Failure } from '../../engine/protocol';
import type { App } from '../command';
import { UNWATCHED_COMMANDS } from '../commands/unwatched';
import { initialState } from '../initial-state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { createUnwatched } from './unwatched';

const REFUSED = failureOf('too-large', 'too many pages');
const RESULT = { report: '{}', map: { blocks: 1, step: 1, cells: [] }, memory_bytes: 1 };

type Tell = (progress: { done: number; total: number | null }) => void;

function world(change: Partial<AppState> = {}) {
  const store = createStore<AppState>({ ...initialState(), screen: 'workbench', failure: REFUSED, ...change });
  const asked: Ask['type'][] = [];
  let settle: { resolve: (answer: unknown) => void; reject: (error: Error) => void; tell: Tell } | undefined;
  const engine = {
    ask(ask: Ask, options?: { progress: Tell }) {
      asked.push(ask.type);
      if (ask.type !== 'unwatched') return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        settle = { resolve, reject, tell: options?.progress ?? (() => {}) };
      });
    },
    dispose: vi.fn(() => settle?.reject(new EngineError(cancelled()))),
  };
  const unwatched = createUnwatched({ start: () => engine as unknown as Engine, store, now: () => 0 });
  const cancel = UNWATCHED_COMMANDS.find(({ id }) => id === 'unwatched.cancel');
  return {
    store,
    asked,
    engine,
    run: () => unwatched.run(),
    cancel: () => cancel?.run({ store } as App, undefined),
    answer: (answer: unknown) => settle?.resolve(answer),
    refuse: (failure: Failure) => settle?.reject(new EngineError(failure)),
    tell: ((progress) => settle?.tell(progress)) as Tell,
  };
}

test('a run takes the place of the refusal, tells how far it is, and ends its worker', async () => {
  const { store, engine, run, tell, answer } = world();
  const running = run();
  expect(store.get()).toMatchObject({ failure: null, unwatched: { progress: null, result: null, refused: REFUSED } });
  tell({ done: 5, total: 20 });
  expect(store.get().unwatched?.progress).toEqual({ done: 5, total: 20 });
  expect(engine.dispose).not.toHaveBeenCalled();
  answer(RESULT);
  await running;
  expect(store.get().unwatched?.result).toBe(RESULT);
  expect(engine.dispose).toHaveBeenCalled();
});

test('a run that is called off ends its worker and leaves the refusal', async () => {
  const { store, engine, run, cancel } = world();
  const running = run();
  cancel();
  expect(engine.dispose).toHaveBeenCalled();
  await running;
  expect(store.get()).toMatchObject({ failure: REFUSED, unwatched: null });
});

test('a run that another experiment takes the place of says nothing more', async () => {
  const { store, run } = world();
  const running = run();
  store.update({ unwatched: null });
  await running;
  expect(store.get()).toMatchObject({ failure: null, unwatched: null });
});

test('what goes wrong is told in its place', async () => {
  const { store, run, refuse } = world();
  const running = run();
  refuse(failureOf('trap', 'out of memory'));
  await running;
  expect(store.get()).toMatchObject({ failure: { text: 'out of memory' }, unwatched: null });
});

test('nothing runs but what was refused for its size', async () => {
  const { asked, run } = world({ failure: failureOf('value', 'wrong') });
  await run();
  expect(asked).toEqual([]);
});

test('a trace is read by the worker first, or said to be missing', async () => {
  const document = { workload: { kind: 'trace', file: 'a.csv' } };
  const missing = world({ document });
  await missing.run();
  expect(missing.store.get().failure?.text).toContain('a.csv');
  const { asked, run, answer } = world({ document, trace_file: { name: 'a.csv', file: new Blob([]), journal: null } });
  const running = run();
  await expect.poll(() => asked).toEqual(['import-trace', 'unwatched']);
  answer(RESULT);
  await running;
});
