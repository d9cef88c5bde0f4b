/**
 * The page's animation loop, moved on by hand: while a film is made, its time is the film's, so that a slow machine films the same
 * pictures as a fast one. Transitions and animations of the style sheets go along.
 */

import type { Clock } from '../loop';

export interface HeldClock {
  /** Lets so much time pass, in milliseconds. */
  tick(ms: number): void;
  /** Whether the style sheets have something on its way. */
  moves(): boolean;
  /** The loop goes on by itself. */
  release(): void;
}

export function holdClock(clock: Clock): HeldClock {
  const { frame, now } = clock;
  let waiting: ((now_ms: number) => void)[] = [];
  let now_ms = now();
  clock.frame = (callback) => void waiting.push(callback);
  clock.now = () => now_ms;

  return {
    tick(ms) {
      now_ms += ms;
      const due = waiting;
      waiting = [];
      for (const callback of due) callback(now_ms);
      for (const animation of finite()) moveOn(animation, ms);
    },
    moves: () => finite().length > 0,
    release() {
      clock.frame = frame;
      clock.now = now;
      for (const callback of waiting) frame(callback);
      for (const animation of finite()) animation.finish();
    },
  };
}

const endOf = (animation: Animation): number => Number(animation.effect?.getComputedTiming().endTime ?? 0);

const finite = (): Animation[] =>
  document.getAnimations().filter((one) => Number.isFinite(endOf(one)) && one.playState !== 'finished');

function moveOn(animation: Animation, ms: number): void {
  animation.pause();
  const at_ms = Number(animation.currentTime ?? 0) + ms;
  if (at_ms >= endOf(animation)) animation.finish();
  else animation.currentTime = at_ms;
}
