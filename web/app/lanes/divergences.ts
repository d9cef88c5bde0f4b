/**
 * Where lanes part: the requests at which their responses lie farther apart than ever before, and at least twice as far. The
 * first is the first divergence; each later one is a greater surprise than all before it, so that there are few. Pure.
 */

export interface Divergence {
  /** Counted from 0 among the requests that were compared. */
  request: number;
  /** The fastest and the slowest response. */
  least_ns: number;
  most_ns: number;
  /** The lane that was slowest. */
  slowest: number;
}

/** `responses` by lane, in the order of the requests; as far as all of them go. */
export function divergences(responses: readonly ArrayLike<number>[]): readonly Divergence[] {
  const requests = Math.min(...responses.map((lane) => lane.length));
  const found: Divergence[] = [];
  let farthest_ns = 0;
  for (let request = 0; request < requests; request++) {
    let least_ns = Infinity;
    let most_ns = -1;
    let slowest = 0;
    for (let lane = 0; lane < responses.length; lane++) {
      const ns = responses[lane]?.[request] ?? 0;
      if (ns < least_ns) least_ns = ns;
      if (ns > most_ns) {
        most_ns = ns;
        slowest = lane;
      }
    }
    const apart_ns = most_ns - least_ns;
    if (apart_ns > 0 && apart_ns >= 2 * farthest_ns) {
      farthest_ns = apart_ns;
      found.push({ request, least_ns, most_ns, slowest });
    }
  }
  return found;
}
