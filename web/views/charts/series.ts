/** From what a lane tells of its run to the points that are drawn, the same in the rail and beside other lanes. */

import type { Charts } from '../../engine/protocol';

type Tail = Charts['tail'];

/** A tail of fewer requests would be the picture of a few of them. */
export const TAIL_REQUESTS = 100;
const FEWEST = 1e-5;

/** The shares that are named on the axis of a tail. */
export const TAIL_SHARES: readonly [share: number, name: string][] = [
  [1, 'all'],
  [0.1, '10\u00a0%'],
  [0.01, '1\u00a0%'],
  [0.001, '0.1\u00a0%'],
  [0.0001, '0.01\u00a0%'],
  [0.00001, ''],
];

/** The least share that so many requests can tell of. */
export const fewestShare = (requests: number): number => Math.max(FEWEST, 0.5 / Math.max(1, requests));

/** The part of a tail in which something happens. A response that took no time, as from RAM, has no place on a logarithmic axis. */
export function tailPoints(tail: Pick<Tail, 'ns' | 'share'>, fewest: number): { ns: number; share: number }[] {
  const points = tail.ns.map((ns, i) => ({ ns, share: tail.share[i] ?? 0 }));
  const first = Math.max(0, points.findIndex(({ share }) => share < 1) - 1);
  const after_last = points.findIndex(({ share }) => share < fewest);
  return points.slice(first, after_last < 0 ? undefined : after_last + 1).filter(({ ns }) => ns > 0);
}

/** The least time that at most `share` of all requests exceed. */
export function timeAtShare(tail: Pick<Tail, 'ns' | 'share'>, share: number): number | null {
  const at = tail.share.findIndex((slower) => slower <= share);
  return tail.ns[at] ?? null;
}

/** Write amplification up to the end of each bin in which something had been written, the present request the last. */
export const amplificationPoints = (
  { write_amplification, latency }: Pick<Charts, 'write_amplification' | 'latency'>,
  request: number,
): { request: number; value: number }[] =>
  write_amplification.values.flatMap((value, i) =>
    value === null ? [] : [{ request: Math.min((i + 1) * latency.bin_requests, request), value }],
  );
