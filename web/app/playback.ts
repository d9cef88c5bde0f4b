/**
 * Playing: how many operations to ask for, and when.
 *
 * Credit grows with time at the chosen speed and is spent on operations. One question is in flight at a time, so a slow machine
 * plays slower instead of falling behind; what could not be spent is forgotten. At speeds where pages travel, the next operation
 * waits until the motion of the last has finished. Where something is told that has to be read, play holds until it can have been.
 */

import { TRAVEL_MAX } from './speed';
import type { Hold } from './state';

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
  /** The operations carried out in what is shown. */
  shown: () => number;
  /** How long play has to stay with what is shown; null where it goes on. */
  dwell: () => Hold | null;
  /** Whether play holds; somebody may have told it to go on. */
  holds: () => boolean;
  hold: (hold: Hold) => void;
  goOn: () => void;
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
  /** What play has dwelt on already, or need not: nothing is held twice, nor what stood there when play was pressed. */
  let read: number | null = null;
  let until_ms = 0;
  let holding = false;

  /** Whether play stays where it is. */
  function stays(now_ms: number): boolean {
    const shown = context.shown();
    if (read === null) read = shown;
    if (shown !== read) {
      read = shown;
      const hold = context.dwell();
      if (!hold) return false;
      until_ms = now_ms + hold.ms;
      holding = true;
      context.hold(hold);
      return true;
    }
    if (!holding) return false;
    if (context.holds() && now_ms < until_ms) return true;
    if (context.holds()) context.goOn();
    holding = false;
    credit = 1;
    return false;
  }

  return {
    tick(now_ms) {
      if (!context.playing()) {
        last_ms = null;
        // The first operation comes at once when play is pressed.
        credit = 1;
        read = null;
        if (context.holds()) context.goOn();
        return false;
      }
      const speed = context.speed();
      const elapsed_ms = last_ms === null ? 0 : Math.min(now_ms - last_ms, STEP_MAX_MS);
      last_ms = now_ms;
      if (speed !== Infinity) credit = Math.min(credit + (elapsed_ms / 1000) * speed, creditLimit(speed));
      if (context.busy() || stays(now_ms)) return true;
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

/** No more than a quarter of a second's worth is made up for: while pages travel, one operation. */
const creditLimit = (speed: number): number => Math.max(1, (speed * STEP_MAX_MS) / 1000);
