/**
 * How firm a claim is: the runs that the core names are made by the pool, those that make two choices together once it knows which two, and
 * what came of them is judged now and then, so that the bars grow.
 */

import type { Engine } from '../../engine/client';
import type { FigureMeasure, Sensitivity } from '../../engine/core-types';
import { EngineError } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { FirmnessRun, FirmnessTried } from '../../engine/protocol';

/** Judged after so many runs, so that judging takes little beside them. */
const JUDGED_EACH = 8;

export interface FirmnessContext {
  /** For what is answered at once. */
  engine: Engine;
  pool: Pool;
  /** What runs measured in this visit, by `keyOf`. */
  known: Map<string, FigureMeasure>;
  keyOf: (run: FirmnessRun) => string;
  /** Whether it is still wanted. */
  wanted: () => boolean;
  told: (firm: Sensitivity, done: number, total: number) => void;
}

/** Resolves when all is there, or it is no longer wanted. */
export async function computeFirmness(claim: string, context: FirmnessContext): Promise<void> {
  const { engine, pool, known, keyOf, wanted, told } = context;
  const quick = true;
  const refused = new Map<string, string>();
  let runs: FirmnessRun[] = [];
  let judging = false;

  const outcome = (run: FirmnessRun): FirmnessTried => {
    const key = keyOf(run);
    const reason = refused.get(key);
    return reason === undefined ? (known.get(key) ?? null) : { refused: reason };
  };
  const judge = async (): Promise<void> => {
    if (judging || !wanted()) return;
    judging = true;
    const tried = runs.map(outcome);
    const firm = await engine.ask({ type: 'figure-firm-judge', claim, quick, tried });
    judging = false;
    if (wanted()) told(firm, tried.filter((one) => one !== null).length, tried.length);
  };
  const make = async (worker: Engine, run: FirmnessRun): Promise<void> => {
    const key = keyOf(run);
    try {
      known.set(key, await worker.ask({ type: 'figure-run', document: run.document, by: run.by, trace: null }));
    } catch (thrown) {
      // A device too small for what is written says something of the choice; being stopped does not.
      if (!(thrown instanceof EngineError) || thrown.failure.kind === 'cancelled') throw thrown;
      refused.set(key, thrown.failure.text);
    }
  };

  for (;;) {
    const found = await engine.ask({ type: 'figure-firm-runs', claim, quick, tried: runs.map(outcome) });
    if (found.length === runs.length || !wanted()) break;
    runs = found;
    const missing = new Map(runs.filter((run) => outcome(run) === null).map((run) => [keyOf(run), run]));
    let made = 0;
    await judge();
    await pool.each([...missing.values()], async (worker, run) => {
      await make(worker, run);
      if (++made % JUDGED_EACH === 0) void judge();
    });
    if (!wanted() || runs.some((run) => outcome(run) === null)) break;
  }
  await judge();
}
