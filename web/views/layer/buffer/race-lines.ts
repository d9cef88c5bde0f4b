/** The rehearsals of a session as lines: what each has cost more or less than the one with the α in force. */

import type { DensityView, Rehearsal } from '../../../engine/core-types';
import { share } from '../../../render/format';

/** Steps of a session at which costs are told. */
export const STEPS = 64;

export interface RaceLine {
  alpha: number;
  running: boolean;
  cost_ns: number;
  /** Share of the session, and difference to the running cost of now, as a share of it. */
  points: { at: number; difference: number }[];
  /** Its difference now. */
  difference: number;
}

/** The rehearsals from the dearest to the cheapest; their differences are shares of what the running one has cost so far. */
export function raceLines({ rehearsals, session }: Pick<DensityView, 'rehearsals' | 'session'>): RaceLine[] {
  const running = rehearsals.find((one) => one.running);
  if (!running) return [];
  const whole = Math.max(1, running.cost_ns);
  const now = session.writes / Math.max(1, session.length);
  return rehearsals
    .map(({ alpha, running: is_running, cost_ns, trail }): RaceLine => {
      const points = trail
        .map((cost, i) => ({ at: (i + 1) / STEPS, difference: (cost - (running.trail[i] ?? cost)) / whole }))
        .filter(({ at }) => at < now);
      const difference = (cost_ns - running.cost_ns) / whole;
      const line = [{ at: 0, difference: 0 }, ...points, { at: now, difference }];
      return { alpha, running: is_running, cost_ns, points: line, difference };
    })
    .sort((a, b) => b.difference - a.difference || Number(a.running) - Number(b.running));
}

/** Who would be adopted if the session ended now: the cheapest; of equals the one in force. */
export function leaderOf(rehearsals: readonly Rehearsal[]): Rehearsal | null {
  return rehearsals.reduce<Rehearsal | null>((best, one) => {
    if (!best || one.cost_ns < best.cost_ns) return one;
    return one.cost_ns === best.cost_ns && one.running ? one : best;
  }, null);
}

/** The axis reaches as far as any line, in round shares, and never less than half a per cent. */
export function reachOf(lines: readonly RaceLine[]): number {
  const most = Math.max(0.005, ...lines.flatMap(({ points }) => points.map(({ difference }) => Math.abs(difference))));
  const decade = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((step) => step * decade >= most) ?? 10) * decade;
}

/** Places of labels so that none covers another: each as near to its own as can be, in the order given (from the top). */
export function spread(places: readonly number[], gap: number, low: number, high: number): number[] {
  const placed: number[] = [];
  for (const [i, place] of places.entries()) placed.push(Math.max(place, i === 0 ? low : (placed[i - 1] ?? low) + gap));
  for (let i = placed.length - 1; i >= 0; i--) {
    const most = i === placed.length - 1 ? high : (placed[i + 1] ?? high) - gap;
    placed[i] = Math.min(placed[i] ?? most, most);
  }
  return placed;
}

/** "1.2 % dearer", "as dear". */
export function differenceWords(difference: number): string {
  if (difference === 0) return 'as dear';
  return `${share(Math.abs(difference), 2)} ${difference > 0 ? 'dearer' : 'cheaper'}`;
}
