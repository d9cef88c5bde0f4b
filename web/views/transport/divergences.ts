/** Places where lanes part, on the timeline. Pure. */

import type { Divergence } from '../../app/lanes/divergences';
import { LANE_LETTERS } from '../../app/lanes/side-by-side';
import { time } from '../../render/format';

/** A diamond, centred on nothing. */
export const DIVERGENCE_PATH = 'M0-6l5.5 6-5.5 6-5.5-6z';

/** As near as a pointer has to come. */
const REACH_PX = 7;

/** The divergence nearest to `x`, if one is in reach. */
export function nearestDivergence(
  divergences: readonly Divergence[],
  place: (request: number) => number,
  x: number,
): Divergence | null {
  const away = (divergence: Divergence): number => Math.abs(place(divergence.request + 1) - x);
  const near = divergences.filter((divergence) => away(divergence) <= REACH_PX);
  return near.length === 0 ? null : near.reduce((best, each) => (away(each) < away(best) ? each : best));
}

/** "lanes part: D takes 35.83 ms, the fastest 1.62 ms". */
export function divergenceInWords({ slowest, least_ns, most_ns }: Divergence): string {
  const fastest = least_ns === 0 ? 'no time' : time(least_ns, 3);
  return `lanes part: ${LANE_LETTERS[slowest]} takes ${time(most_ns, 3)}, the fastest ${fastest}`;
}
