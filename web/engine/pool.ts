/**
 * Several workers at one list of tasks, each taking the next when it is done with its own.
 *
 * A task is one call that nothing can interrupt, so stopping ends the workers; those needed later are started anew.
 */

import type { Engine } from './client';
import { EngineError } from './failure';

export interface Pool {
  readonly size: number;
  /**
   * Does `work` for each task, in order as far as workers are free. Resolves when all are done or `stop` was called; rejects
   * with what a task was refused with, after stopping the others.
   */
  each<T>(tasks: readonly T[], work: (engine: Engine, task: T) => Promise<void>): Promise<void>;
  stop(): void;
}

export function createPool(start: () => Engine, size: number): Pool {
  const engines: Engine[] = [];
  let round = 0;

  function stop(): void {
    round++;
    for (const engine of engines) engine.dispose();
  }

  return {
    size,
    async each(tasks, work) {
      stop();
      const mine = round;
      let next = 0;
      while (engines.length < Math.min(size, tasks.length)) engines.push(start());
      const serve = async (engine: Engine): Promise<void> => {
        for (let task = tasks[next++]; task !== undefined && mine === round; task = tasks[next++]) {
          await work(engine, task);
        }
      };
      try {
        await Promise.all(engines.slice(0, tasks.length).map(serve));
      } catch (thrown) {
        // What was under way when the workers were ended is called off, which is no failure.
        if (mine !== round) return;
        stop();
        if (!(thrown instanceof EngineError) || thrown.failure.kind !== 'cancelled') throw thrown;
      }
    },
    stop,
  };
}
