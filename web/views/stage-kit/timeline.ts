/** The time of a stage's motion: the page's animation loop moves it on, and a stage draws what its plan says of that moment. */

import type { Play } from '../../app/loop';

export interface Timeline {
  /** Begins a motion of so many milliseconds with the next frame, in place of what plays. */
  begin(length_ms: number): void;
  stop(): void;
  /** How far the motion is; infinite where nothing moves. */
  at_ms(): number;
  /** Whether nothing moves (any more). */
  over(): boolean;
}

/** `drawn` is called at each frame of a motion, the last time when it is over. */
export function timeline(play: Play, drawn: () => void = () => {}): Timeline {
  let length_ms = 0;
  let start_ms: number | null = null;
  let at_ms = Number.POSITIVE_INFINITY;
  const over = (): boolean => at_ms === Number.POSITIVE_INFINITY;

  function moveOn(now_ms: number): boolean {
    if (over()) return false;
    start_ms ??= now_ms;
    const elapsed_ms = now_ms - start_ms;
    at_ms = elapsed_ms < length_ms ? elapsed_ms : Number.POSITIVE_INFINITY;
    drawn();
    return !over();
  }

  return {
    begin(wanted_ms) {
      [length_ms, start_ms] = [wanted_ms, null];
      at_ms = wanted_ms > 0 ? 0 : Number.POSITIVE_INFINITY;
      if (!over()) play(moveOn);
    },
    stop() {
      at_ms = Number.POSITIVE_INFINITY;
    },
    at_ms: () => at_ms,
    over,
  };
}
