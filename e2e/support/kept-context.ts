/**
 * A context of the browser that goes from test to test: with what the browser has fetched and compiled for it, and with nothing else.
 * Playwright's own way to use one again clears that too, and every test compiles the core anew.
 */

import { type BrowserContext, test as base, type Page } from '@playwright/test';

interface Kept {
  keeps_context: boolean;
}

interface KeptByWorker {
  /** By the options that they were made with. */
  kept_contexts: Map<string, BrowserContext>;
}

export const test = base.extend<Kept, KeptByWorker>({
  /** Not for what cannot be undone: a clock of Playwright's own, service workers. */
  keeps_context: [true, { option: true }],
  kept_contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const kept = new Map<string, BrowserContext>();
      await use(kept);
      await Promise.all([...kept.values()].map((context) => context.close()));
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, keeps_context, kept_contexts, baseURL, viewport, hasTouch, isMobile, bypassCSP, serviceWorkers },
    use,
    info,
  ) => {
    if (!keeps_context) {
      const own = await browser.newContext();
      await use(own);
      return own.close();
    }
    const options = JSON.stringify([viewport, hasTouch, isMobile, bypassCSP, serviceWorkers]);
    const context = kept_contexts.get(options) ?? (await browser.newContext());
    kept_contexts.set(options, context);
    await use(context);
    // After a test that failed the worker ends, and its pages are yet to be photographed.
    if (info.status === info.expectedStatus) await empty(context, baseURL);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
});

/** Leaves one empty tab, and nothing that a page could find of those before it. */
async function empty(context: BrowserContext, base_url: string | undefined): Promise<void> {
  const blank = await context.newPage();
  const pages = context.pages().filter((page) => page !== blank);
  const origins = new Set([base_url, ...pages.flatMap(urlsOf)].flatMap(originsOf));
  await Promise.all(pages.map((page) => page.close()));
  const devtools = await context.newCDPSession(blank);
  for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
}

const urlsOf = (page: Page): string[] => page.frames().map((frame) => frame.url());

const originsOf = (url: string | undefined): string[] => (url?.startsWith('http') ? [new URL(url).origin] : []);
