import { expect, test } from 'vitest';
import type { Engine } from '../../engine/client';
import type { FigureMeasure, Sensitivity } from '../../engine/core-types';
import { cancelled, EngineError, failureOf } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { Ask, FirmnessTried } from '../../engine/protocol';
import { computeFirmness } from './firmness';

const run = (n: number) => ({ by: 'device', document: { n } });
const measured = (n: number): FigureMeasure => ({ saturated: false, n });

/** A core that names three runs, and a fourth once those are there. */
function start(answerRun: (n: number) => FigureMeasure) {
  const ran: number[] = [];
  const tried: (readonly FirmnessTried[])[] = [];
  const told: [number, number][] = [];
  let wanted = true;
  function answer(ask: Ask): unknown {
    if (ask.type === 'figure-firm-runs')
      return (ask.tried.length === 3 && ask.tried.every(Boolean)) || ask.tried.length > 3
        ? [0, 1, 2, 3].map(run)
        : [0, 1, 2].map(run);
    if (ask.type === 'figure-firm-judge') {
      tried.push(ask.tried);
      return { claim: ask.claim } as Sensitivity;
    }
    if (ask.type !== 'figure-run') throw new Error(ask.type);
    const n = Number((ask.document as { n: number }).n);
    ran.push(n);
    return answerRun(n);
  }
  const engine = { ask: async (ask: Ask) => answer(ask) } as Engine;
  const pool: Pool = {
    size: 1,
    async each(tasks, work) {
      for (const task of tasks) await work(engine, task);
    },
    stop: () => {},
  };
  const known = new Map<string, FigureMeasure>();
  const compute = () =>
    computeFirmness('C1', {
      engine,
      pool,
      known,
      keyOf: ({ document }) => JSON.stringify(document),
      wanted: () => wanted,
      told: (_, done, total) => void told.push([done, total]),
    });
  return { compute, ran, tried, told, known, leave: () => (wanted = false) };
}

test('runs that are known only once others were made are made too, and none twice', async () => {
  const { compute, ran, told, known } = start(measured);
  known.set('{"n":1}', measured(1));
  await compute();
  expect(ran).toEqual([0, 2, 3]);
  expect(told.at(-1)).toEqual([4, 4]);
});

test('a run that cannot be made says why, and the others are made', async () => {
  const { compute, ran, tried } = start((n) => {
    if (n === 1) throw new EngineError(failureOf('value', 'no room'));
    return measured(n);
  });
  await compute();
  expect(ran).toEqual([0, 1, 2, 3]);
  expect(tried.at(-1)?.[1]).toEqual({ refused: 'no room' });
});

test('being stopped is no answer', async () => {
  const { compute, leave, told } = start(() => {
    leave();
    throw new EngineError(cancelled());
  });
  await expect(compute()).rejects.toThrow('Stopped');
  expect(told).toEqual([[0, 3]]);
});
