import { expect, test } from 'vitest';
import type { Engine } from './client';
import { cancelled, EngineError, failureOf } from './failure';
import { createPool } from './pool';

/** Engines that answer when they are told to, and refuse when they are ended. */
function start(size: number) {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let started = 0;
  const pool = createPool(() => {
    started++;
    const own: typeof waiting = [];
    return {
      ask: () =>
        new Promise((resolve, reject) => {
          const question = { resolve: () => resolve(null), reject };
          own.push(question);
          waiting.push(question);
        }),
      dispose: () => {
        for (const { reject } of own) reject(new EngineError(cancelled()));
      },
    } as unknown as Engine;
  }, size);
  const begun: number[] = [];
  const work = async (engine: Engine, task: number): Promise<void> => {
    begun.push(task);
    await engine.ask({ type: 'schema' });
  };
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return { pool, waiting, begun, work, settle, started: () => started };
}

test('each worker takes the next task when it is done with its own', async () => {
  const { pool, waiting, begun, work, settle } = start(2);
  const done = pool.each([0, 1, 2, 3], work);
  await settle();
  expect(begun).toEqual([0, 1]);
  waiting[1]?.resolve();
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of waiting) resolve();
  await settle();
  waiting[3]?.resolve();
  await done;
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('no more workers are started than there are tasks, and they are used again', async () => {
  const { pool, waiting, work, started } = start(4);
  for (const round of [0, 1]) {
    const done = pool.each([7], work);
    waiting[round]?.resolve();
    await done;
  }
  expect(started()).toBe(1);
});

test('stopping ends what is under way without a failure, and begins nothing more', async () => {
  const { pool, begun, work } = start(2);
  const done = pool.each([0, 1, 2, 3], work);
  pool.stop();
  await done;
  expect(begun).toEqual([0, 1]);
});

test('a refusal stops the others and is passed on', async () => {
  const { pool, waiting, begun, work } = start(2);
  const done = pool.each([0, 1, 2, 3], work);
  waiting[0]?.reject(new EngineError(failureOf('run', 'no room')));
  await expect(done).rejects.toThrow('no room');
  expect(begun).toEqual([0, 1]);
});
