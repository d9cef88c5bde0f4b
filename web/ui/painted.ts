/** When something has been painted: what is only needed later is loaded after it. */

/** Nothing waits longer for a picture; and a page in the background paints none. */
const WAIT_MAX_MS = 5000;

/** Resolves when the page has painted its first words or pictures, at the latest after five seconds. */
export const firstPaint = (): Promise<void> =>
  within((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });

/** Resolves when an element that `selector` finds has been painted, at the latest after five seconds. */
export const painted = (selector: string): Promise<void> =>
  within((resolve) => {
    const isThere = (): boolean => document.querySelector(selector) !== null;
    const afterFrame = (): void => void requestAnimationFrame(() => onScreen(resolve));
    if (isThere()) return afterFrame();
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      afterFrame();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

/** What a browser tells of when its largest text or picture has come to the screen, which is some time after it was painted. */
const LARGEST = 'largest-contentful-paint';
/** Where it tells nothing, a few frames are time enough. */
const ON_SCREEN_MS = 120;

function onScreen(resolve: () => void): void {
  setTimeout(resolve, ON_SCREEN_MS);
  if (!PerformanceObserver.supportedEntryTypes.includes(LARGEST)) return;
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    resolve();
  });
  observer.observe({ type: LARGEST });
}

function within(wait: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    wait(resolve);
    setTimeout(resolve, WAIT_MAX_MS);
  });
}
