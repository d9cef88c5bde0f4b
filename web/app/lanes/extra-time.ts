/** How much longer a lane takes than lane A, request by request, as running means in bins. Pure. */

/** The running mean of responses at the ends of at most `bins` stretches of equal length; the last may be shorter. */
export function runningMeans(responses: ArrayLike<number>, bins: number): { requests: number[]; mean_ns: number[] } {
  const stretch = Math.max(1, Math.ceil(responses.length / bins));
  const requests: number[] = [];
  const mean_ns: number[] = [];
  let sum_ns = 0;
  for (let request = 0; request < responses.length; request++) {
    sum_ns += responses[request] ?? 0;
    const over = request + 1;
    if (over % stretch === 0 || over === responses.length) {
      requests.push(over);
      mean_ns.push(sum_ns / over);
    }
  }
  return { requests, mean_ns };
}

/** Of running means of the same requests: how much longer `lane` took than `base`. */
export const extraOver = (base: readonly number[], lane: readonly number[]): number[] =>
  lane.map((mean_ns, at) => mean_ns - (base[at] ?? mean_ns));
