/**
 * The page's one animation loop: first what plays on the stages, then playing itself (`tick`), then what is drawn (`draw`). It sleeps
 * when nothing asks for any of it.
 *
 * The meter counts what the main thread works on a frame; it is told once a second while the loop is awake.
 */

import type { FrameMeter } from './state';

export interface LoopTasks {
  /** Moves time on. Returns whether it wants another frame. */
  tick: (now_ms: number) => boolean;
  draw: () => void;
  meter: (meter: FrameMeter | null) => void;
}

/** A motion: shows itself as it is at a frame's time, and returns whether it goes on. */
export type Moving = (now_ms: number) => boolean;
export type Play = (moving: Moving) => void;

export interface Loop {
  /** Something changed: draw at the next frame. */
  request(): void;
  /** Asks a motion for a picture at each frame, until it says that it is over. */
  play: Play;
  /** Draws now if something waits to be drawn, so that a value that must be seen once is not replaced unseen. */
  flush(): void;
}

/** Where frames and the time come from; tests bring their own, and a film holds it. */
export interface Clock {
  frame: (callback: (now_ms: number) => void) => void;
  now: () => number;
}

const METER_PERIOD_MS = 1000;

export function createLoop(tasks: LoopTasks, clock: Clock): Loop {
  const playing = new Set<Moving>();
  let awake = false;
  let dirty = false;
  let since_ms = 0;
  let frames = 0;
  let worked_ms = 0;

  function wake(): void {
    if (awake) return;
    awake = true;
    since_ms = clock.now();
    frames = 0;
    worked_ms = 0;
    clock.frame(run);
  }

  function run(now_ms: number): void {
    const began_ms = clock.now();
    for (const moving of playing) if (!moving(now_ms)) playing.delete(moving);
    const ticking = tasks.tick(now_ms);
    draw();
    frames++;
    worked_ms += clock.now() - began_ms;
    if (ticking) measure();
    if (ticking || dirty || playing.size > 0) clock.frame(run);
    else sleep();
  }

  function measure(): void {
    const elapsed_ms = clock.now() - since_ms;
    if (elapsed_ms < METER_PERIOD_MS) return;
    tasks.meter({ frames_per_s: (frames * 1000) / elapsed_ms, work_ms: worked_ms / frames });
    since_ms = clock.now();
    frames = 0;
    worked_ms = 0;
  }

  function sleep(): void {
    awake = false;
    tasks.meter(null);
  }

  function draw(): void {
    if (!dirty) return;
    dirty = false;
    tasks.draw();
  }

  return {
    request() {
      dirty = true;
      wake();
    },
    play(moving) {
      playing.add(moving);
      wake();
    },
    flush: draw,
  };
}
