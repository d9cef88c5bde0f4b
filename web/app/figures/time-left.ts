/** How long the runs still to come will take, told from those made: one system's runs take several times another's. */

/** What runs of one system have taken. */
export interface Pace {
  runs: number;
  total_ms: number;
}

export const withRun = (pace: Pace | undefined, ms: number): Pace => ({
  runs: (pace?.runs ?? 0) + 1,
  total_ms: (pace?.total_ms ?? 0) + ms,
});

/** null until a run has ended. `systems`: of the runs still to come. */
export function leftMs(systems: readonly string[], paces: ReadonlyMap<string, Pace>, workers: number): number | null {
  const all = [...paces.values()].reduce<Pace>(
    (sum, { runs, total_ms }) => ({ runs: sum.runs + runs, total_ms: sum.total_ms + total_ms }),
    { runs: 0, total_ms: 0 },
  );
  if (all.runs === 0) return null;
  const mean = ({ total_ms, runs }: Pace): number => total_ms / runs;
  const total = systems.reduce((sum, system) => sum + mean(paces.get(system) ?? all), 0);
  return total / Math.max(1, Math.min(workers, systems.length));
}
