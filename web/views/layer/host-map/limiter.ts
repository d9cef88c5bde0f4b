/** The rate limiter: how the ring of writes is shared between the host and garbage collection, by the free chunks left. */

import type { RateLimiter } from '../../../engine/core-types';
import { count, plural } from '../../../render/format';

export interface Seesaw {
  /** Shares of the ring that each side may hold, and holds. */
  user: { quota: number; held: number };
  gc: { quota: number; held: number };
  /** Degrees; the side with more of the ring is down, the host's at the left. */
  tilt: number;
  /** The level of free chunks, and the marks beside it, as shares of the scale. */
  level: number;
  high: number;
  reserved: number;
  /** Chunks at the top of the scale. */
  top: number;
  state: 'free' | 'shared' | 'blocked';
}

const TILT_MAX = 7;
/** The mark where sharing begins stands at this share of the scale. */
const HIGH_AT = 0.62;

export function seesawOf(limiter: RateLimiter): Seesaw {
  const { ring, user_max, gc_max, user, gc, free_chunks, high, reserved } = limiter;
  const of = (entries: number): number => Math.min(1, entries / Math.max(1, ring));
  const top = Math.max(1, high / HIGH_AT);
  return {
    user: { quota: of(user_max), held: of(user) },
    gc: { quota: of(gc_max), held: of(gc) },
    tilt: TILT_MAX * (of(gc_max) - of(user_max)),
    level: Math.min(1, free_chunks / top),
    high: Math.min(1, high / top),
    reserved: Math.min(1, reserved / top),
    top,
    state: user_max === 0 ? 'blocked' : gc_max === 0 ? 'free' : 'shared',
  };
}

const STATES: Readonly<Record<Seesaw['state'], string>> = {
  free: 'the host has all of the ring',
  shared: 'the ring is shared',
  blocked: 'the host waits',
};

export const limiterText = (limiter: RateLimiter): string => STATES[seesawOf(limiter).state];

export function limiterLines(limiter: RateLimiter): string[] {
  const { free_chunks, high, reserved, ring, user_max, gc_max, user, gc, waiting } = limiter;
  return [
    `${plural(free_chunks, 'free chunk')}; below ${count(high)} the ring is shared, at ${count(reserved)} the host waits: ${limiterText(limiter)}`,
    `of ${count(ring)} entries of the ring the host may hold ${count(user_max)} and holds ${count(user)}, collection may hold ${count(gc_max)} and holds ${count(gc)}`,
    waiting === 0 ? 'no page waits to enter the ring' : `${plural(waiting, 'page')} wait to enter the ring`,
  ];
}
