/**
 * The page's one animation loop: first what moves (`tick`), then what is drawn (`draw`). It sleeps when nothing asks for either.
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

export interface Loop {
  /** Something changed: draw at the next frame. */
  request(): void;
  /** Draws now if something waits to be drawn, so that a value that must be seen once is not replaced unseen. */
  flush(): void;
}

/** Where frames and the time come from; tests bring their own. */
export interface Clock {
  frame: (callback: (now_ms: number) => void) => void;
  now: () => number;
}

const METER_PERIOD_MS = 1000;

export function createLoop(tasks: LoopTasks, clock: Clock): Loop {
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
    const moving = tasks.tick(now_ms);
    draw();
    frames++;
    worked_ms += clock.now() - began_ms;
    if (moving) measure();
    if (moving || dirty) clock.frame(run);
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
    flush: draw,
  };
}
