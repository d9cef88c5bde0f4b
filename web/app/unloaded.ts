/** Parts of the page that could not be loaded: telling that from what else goes wrong, and making ready to load them again. */

export const NO_ANSWER = 'the network or the server did not answer';

/** A file beside the page that could not be fetched: which one, and why. */
export class UnloadedError extends Error {}

/** What browsers, and Vite for styles, say of a part of the page that could not be fetched: there is no type of error for it. */
const PART_FAILED = /dynamically imported module|importing a module script failed|unable to preload/i;

export const isUnloaded = (thrown: unknown): thrown is Error =>
  thrown instanceof UnloadedError || (thrown instanceof Error && PART_FAILED.test(thrown.message));

/** "This part could not be loaded (lessons/dftl.md: the server said 503)." Where the browser only tells an address, that says little: the reason is left out. */
export function unloadedInWords(thrown: unknown): string {
  const reason = thrown instanceof UnloadedError ? thrown.message : NO_ANSWER;
  return `This part could not be loaded (${reason}).`;
}

/**
 * Marks the styles that parts of the page bring along for as long as they are on their way. One that is late looks like one that will never come,
 * and whoever waits for it would wait for ever if another took its place.
 */
export function followStyles(head: HTMLHeadElement): void {
  const follow = (link: Node): void => {
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return;
    link.dataset.onItsWay = '';
    const settled = (): void => void delete link.dataset.onItsWay;
    link.addEventListener('load', settled);
    link.addEventListener('error', settled);
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const added of addedNodes) follow(added);
  });
  observer.observe(head, { childList: true });
}

/** Has the browser fetch styles again that it could not fetch: Vite asks for each only once. */
export function renewStyles(): Promise<unknown> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([data-on-its-way])')];
  return Promise.all(links.filter(isEmpty).map(renewed));
}

/** A style that could not be fetched has no sheet, or one without rules, or one that may not be read: browsers differ. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
}

/** Resolves when the style is there, or has failed again. */
function renewed(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', resolve);
    link.replaceWith(again);
  });
}
