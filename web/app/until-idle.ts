/** Waiting for the page to come to rest. */

const IDLE_FRAMES = 2;

/** Resolves once the page was not busy for some animation frames in a row. */
export async function untilIdle(busy: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < IDLE_FRAMES; quiet = busy() ? 0 : quiet + 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
