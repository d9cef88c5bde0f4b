/** Places where lanes part, on the timeline. Pure. */

import type { Parting } from '../../app/lanes/partings';
import { LANE_LETTERS } from '../../app/lanes/state';
import { time } from '../../render/format';

/** A diamond, centred on nothing. */
export const PARTING_PATH = 'M0-6l5.5 6-5.5 6-5.5-6z';

/** As near as a pointer has to come. */
const REACH_PX = 7;

/** The parting nearest to `x`, if one is in reach. */
export function nearestParting(
  partings: readonly Parting[],
  place: (request: number) => number,
  x: number,
): Parting | null {
  const away = (parting: Parting): number => Math.abs(place(parting.request + 1) - x);
  const near = partings.filter((parting) => away(parting) <= REACH_PX);
  return near.length === 0 ? null : near.reduce((best, each) => (away(each) < away(best) ? each : best));
}

/** "lanes part: D takes 35.83 ms, the fastest 1.62 ms". */
export function partingInWords({ slowest, least_ns, most_ns }: Parting): string {
  const fastest = least_ns === 0 ? 'no time' : time(least_ns, 3);
  return `lanes part: ${LANE_LETTERS[slowest]} takes ${time(most_ns, 3)}, the fastest ${fastest}`;
}
