/** Motion as a sequence of pictures: animation frames, their clock and web animations pass only when they are told to. */

import type { Page, TestInfo } from '@playwright/test';
import { idle, place } from './page';

interface HeldClock {
  hold(): void;
  release(): void;
  tick(ms: number): void;
}

declare global {
  interface Window {
    heldClock?: HeldClock;
  }
}

/** To be called before the page is opened. */
export async function holdable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const request = window.requestAnimationFrame.bind(window);
    const cancel = window.cancelAnimationFrame.bind(window);
    const real_ms = performance.now.bind(performance);
    const waiting = new Map<number, FrameRequestCallback>();
    let held = false;
    let now_ms = 0;
    let next = -1;
    window.requestAnimationFrame = (callback) => {
      if (!held) return request(callback);
      waiting.set(--next, callback);
      return next;
    };
    window.cancelAnimationFrame = (handle) => {
      if (handle < 0) waiting.delete(handle);
      else cancel(handle);
    };
    performance.now = () => (held ? now_ms : real_ms());
    window.heldClock = {
      hold() {
        now_ms = real_ms();
        held = true;
      },
      release() {
        held = false;
        for (const callback of waiting.values()) request(callback);
        waiting.clear();
        for (const animation of document.getAnimations()) animation.finish();
      },
      tick(ms) {
        now_ms += ms;
        const due = [...waiting.values()];
        waiting.clear();
        for (const callback of due) callback(now_ms);
        for (const animation of document.getAnimations()) {
          animation.pause();
          const at_ms = Number(animation.currentTime ?? 0) + ms;
          if (at_ms >= Number(animation.effect?.getComputedTiming().endTime ?? 0)) animation.finish();
          else animation.currentTime = at_ms;
        }
      },
    };
  });
}

export interface Film {
  testInfo: TestInfo;
  name: string;
  every_ms: number;
  frames: number;
  /** Each picture is a stop: what can be read from the page at that instant. */
  at?: (ms: number) => Promise<void>;
}

/** Makes one step forward with motion, and attaches a picture of the stage every so often. */
export async function film(page: Page, { testInfo, name, every_ms, frames, at }: Film): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await idle(page);
  const { op } = await place(page);
  await page.evaluate(() => window.heldClock?.hold());
  await page.keyboard.press('ArrowRight');
  // Asked again and again by a timer: a question in every animation frame, as is the rule, would wait for a frame that is held.
  await page.waitForFunction(
    (before) => {
      window.heldClock?.tick(0);
      return (window.flashlab?.state().frame?.position.op ?? before) > before;
    },
    op,
    { polling: POLL_MS },
  );
  // Once for the state to be rendered, once for what asks for a frame of its own.
  await tick(page, 0);
  await tick(page, 0);
  for (let n = 0; n < frames; n++) {
    const body = await page.screenshot();
    await testInfo.attach(`${name} ${String(n * every_ms).padStart(4, '0')} ms`, { body, contentType: 'image/png' });
    await at?.(n * every_ms);
    await tick(page, every_ms);
  }
  await page.evaluate(() => window.heldClock?.release());
  await idle(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** How often it is asked whether the step has been answered. */
const POLL_MS = 20;

/** In small steps: what follows from one frame is seen in the next. */
const tick = (page: Page, ms: number): Promise<void> =>
  page.evaluate((part_ms) => {
    for (let n = 0; n < 4; n++) window.heldClock?.tick(part_ms);
  }, ms / 4);
