/**
 * Playing: how many operations to ask for, and when.
 *
 * Credit grows with time at the chosen speed and is spent on operations. One question is in flight at a time, so a slow machine
 * plays slower instead of falling behind; what could not be spent is forgotten. At speeds where pages travel, the next operation
 * waits until the motion of the last has finished.
 */

import { TRAVEL_MAX } from './speed';

/** What to ask the worker for. */
export interface Advance {
  operations: number;
  budget_ms: number;
}

export interface PlaybackContext {
  playing: () => boolean;
  speed: () => number;
  /** A question is in flight. */
  busy: () => boolean;
  /** The stage has finished the motion of the last operation. */
  settled: () => boolean;
  advance: (advance: Advance) => void;
}

/** A frame's worth of the worker's time; its answer then makes the next frame. */
export const BUDGET_MS = 5;
/** Time a hidden tab or a long pause may hand in at once. */
const STEP_MAX_MS = 250;
/** More than any budget lets through. */
const UNLIMITED_OPERATIONS = 1e9;

export interface Playback {
  /** Returns whether it is playing. */
  tick(now_ms: number): boolean;
}

export function createPlayback(context: PlaybackContext): Playback {
  let last_ms: number | null = null;
  let credit = 0;
  return {
    tick(now_ms) {
      if (!context.playing()) {
        last_ms = null;
        // The first operation comes at once when play is pressed.
        credit = 1;
        return false;
      }
      const speed = context.speed();
      const elapsed_ms = last_ms === null ? 0 : Math.min(now_ms - last_ms, STEP_MAX_MS);
      last_ms = now_ms;
      if (speed !== Infinity) credit = Math.min(credit + (elapsed_ms / 1000) * speed, creditLimit(speed));
      if (context.busy()) return true;
      if (speed <= TRAVEL_MAX && !context.settled()) return true;
      const operations = speed === Infinity ? UNLIMITED_OPERATIONS : Math.floor(credit);
      if (operations >= 1) {
        credit = speed === Infinity ? 0 : credit - operations;
        context.advance({ operations, budget_ms: BUDGET_MS });
      }
      return true;
    },
  };
}

/** One operation at a time while pages travel; above, no more than a quarter of a second's worth is made up for. */
const creditLimit = (speed: number): number => (speed <= TRAVEL_MAX ? 1 : Math.max(1, (speed * STEP_MAX_MS) / 1000));
