/** What the charts have in common: how far the x axis reaches, and round values on a logarithmic one. */

/**
 * Where a run's x axis ends. It follows the run in steps of 1, 2, 5, so that the first requests are not squeezed into a
 * pixel and the axis does not creep with every one.
 */
export function reach(request: number, requests: number): number {
  if (request >= requests) return Math.max(1, requests);
  const decade = 10 ** Math.floor(Math.log10(Math.max(request, 1)));
  const round = [1, 2, 5, 10].map((step) => step * decade).find((end) => end >= request) ?? decade * 10;
  return Math.max(1, Math.min(requests, Math.max(round, 10)));
}

const TIME_UNITS = [
  { name: 's', ns: 1e9 },
  { name: 'ms', ns: 1e6 },
  { name: 'µs', ns: 1e3 },
  { name: 'ns', ns: 1 },
] as const;

/** Ascending times as tick labels: all in the unit of the last, which alone says it. */
export function timeTicks(ticks_ns: readonly number[]): string[] {
  const top = ticks_ns.at(-1) ?? 0;
  const unit = TIME_UNITS.find(({ ns }) => top >= ns) ?? { name: 'ns', ns: 1 };
  return ticks_ns.map((ns, i) => {
    const number = String(Number((ns / unit.ns).toPrecision(3)));
    return i === ticks_ns.length - 1 ? `${number} ${unit.name}` : number;
  });
}

/** Powers of ten from below `low` to above `high`. */
export function decades(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.max(first + 1, Math.ceil(Math.log10(high)));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
}

/** Every n-th of a list, so that at most `max` are left. */
export function thinned<T>(list: readonly T[], max: number): T[] {
  const step = Math.ceil(list.length / max);
  return list.filter((_, i) => i % Math.max(1, step) === 0);
}

/** The least time that at most `share` of all requests exceed. */
export function timeAtShare(tail: { ns: readonly number[]; share: readonly number[] }, share: number): number | null {
  const at = tail.share.findIndex((slower) => slower <= share);
  return tail.ns[at] ?? null;
}
