/** What befalls a page from outside: hidden, short of memory, its workers ended, its disk and network slow or gone. */

import type { Page } from '@playwright/test';

declare global {
  interface Window {
    shown?: () => void;
    workers?: { name: string; worker: Worker }[];
    /** Ends the worker of this name that is asked next, once so many questions were asked of all of them. */
    ends?: { name: string; after: number };
  }
}

/** As in a tab in the background: the page is told so, and draws no frames. */
export const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { requestAnimationFrame } = window;
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => waiting.push(callback);
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    window.shown = () => {
      window.requestAnimationFrame = requestAnimationFrame;
      Reflect.deleteProperty(document, 'visibilityState');
      Reflect.deleteProperty(document, 'hidden');
      document.dispatchEvent(new Event('visibilitychange'));
      for (const callback of waiting) requestAnimationFrame(callback);
    };
  });

export const show = (page: Page): Promise<void> => page.evaluate(() => window.shown?.());

/** Before the page is opened: so that its workers can be ended. */
export const watchWorkers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const workers: { name: string; worker: Worker }[] = [];
    window.workers = workers;
    window.Worker = class extends Worker {
      readonly name: string;
      /** Whether the page hears of its end. */
      is_watched = false;

      constructor(url: string | URL, options: WorkerOptions = {}) {
        super(url, options);
        this.name = options.name ?? '';
        workers.push({ name: this.name, worker: this });
        this.addEventListener('message', ({ data }) => {
          this.is_watched ||= data === 'lock held';
        });
      }

      override postMessage(message: unknown, transfer: Transferable[] | StructuredSerializeOptions = []): void {
        super.postMessage(message, Array.isArray(transfer) ? { transfer } : transfer);
        const { ends } = window;
        if (ends?.name !== this.name || typeof message !== 'object' || message === null || !('ask' in message)) return;
        ends.after -= 1;
        if (ends.after >= 0 || !this.is_watched) return;
        delete window.ends;
        this.terminate();
      }
    };
  });

/** Ends workers as a browser does that is short of memory: without a word to the page. `which` of those of that name, or all. */
export const endWorkers = (page: Page, name: string, which: number | null = null): Promise<void> =>
  page.evaluate(
    ([of, at]) => {
      const workers = (window.workers ?? []).filter((one) => one.name === of);
      for (const { worker } of at === null ? workers : workers.slice(at, at + 1)) worker.terminate();
    },
    [name, which] as const,
  );

/** Ends a worker of that name in the same way, in the middle of a question, once `after` others were asked. */
export const endWhenAsked = (page: Page, name: string, after: number): Promise<void> =>
  page.evaluate(
    ([of, count]) => {
      window.ends = { name: of, after: count };
    },
    [name, after] as const,
  );

/** Of all that the page asks for from now on and that fits, nothing comes until it is put back. */
export async function cut(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

/** What fits comes only after `ms`. */
export const slow = (page: Page, files: RegExp, ms: number): Promise<unknown> =>
  page.route(files, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => {}); // the test may be over
  });

const MEMORY_SECTION = 5;
const PAGES_A_MIB = 16;

/** The core can get no more than `mebibytes` from now on. */
export const limitMemory = (page: Page, mebibytes: number): Promise<unknown> =>
  page.route(/sim_core.*\.wasm/, async (route) => {
    const body = limited(await (await route.fetch()).body(), mebibytes * PAGES_A_MIB);
    await route.fulfill({ body, contentType: 'application/wasm' });
  });

/** The module with a largest number of pages of 64 KiB: its memory section says the least alone. */
function limited(module: Buffer, pages_max: number): Buffer {
  for (let at = 8; at < module.length; ) {
    const [size, body] = readLeb(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      const [least] = readLeb(module, body + 2); // after the number of memories and the flags
      const section = [1, 1, ...lebOf(least), ...lebOf(pages_max)];
      const replaced = Buffer.from([MEMORY_SECTION, section.length, ...section]);
      return Buffer.concat([module.subarray(0, at), replaced, module.subarray(body + size)]);
    }
    at = body + size;
  }
  throw new Error('expected a memory section in the module');
}

/** An unsigned number in LEB128, and the place after it. */
function readLeb(bytes: Buffer, from: number): [value: number, next: number] {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value, at + 1];
  }
}

const lebOf = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...lebOf(value >> 7)]);
