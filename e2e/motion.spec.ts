/** What moves, in order: pictures of every stage's characteristic motion, and what can be read from the page at each of them. */

import { film, holdable } from './support/clock';
import { expect, idle, open, type Page, place, press, run, test } from './support/page';

const example = async (page: Page, id: string, unit: string, steps: number): Promise<void> => {
  await run(page, 'experiment.example', { id, play: false });
  await run(page, 'transport.unit', { unit });
  await press(page, ...Array.from({ length: steps }, () => 'ArrowRight'));
};

interface Said {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Words in sight that stand on the stage, each with its room. */
const saidOn = (page: Page, selector: string): Promise<Said[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return width > 0 && one.textContent ? [{ text: one.textContent, x, y, width, height }] : [];
    }),
  );

const overlapping = (said: readonly Said[]): string[] =>
  said.flatMap((a, i) =>
    said
      .slice(i + 1)
      .filter(
        (b) =>
          a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 2 < b.y + b.height && b.y + 2 < a.y + a.height,
      )
      .map((b) => `"${a.text}" on "${b.text}"`),
  );

test.beforeEach(async ({ page }) => {
  await holdable(page);
  await open(page);
});

test('C-lash: a swap says who is chosen, then who goes where, then who is there, and no word stands on another', async ({
  page,
}, testInfo) => {
  await example(page, 'clash-figure-2', 'swap', 1);
  await run(page, 'transport.unit', { unit: 'operation' });
  await press(page, 'ArrowLeft');
  const told: string[] = [];
  await film(page, {
    testInfo,
    name: 'swap',
    every_ms: 100,
    frames: 10,
    at: async (ms) => {
      const said = await saidOn(page, '.clash .layer-word:not([hidden])');
      expect(overlapping(said), `at ${ms} ms`).toEqual([]);
      told.push(said.map(({ text }) => text).join(' | '));
    },
  });
  const first = (part: RegExp): number => told.findIndex((all) => part.test(all));
  const last = (part: RegExp): number => told.findLastIndex((all) => part.test(all));
  expect(first(/tallest: 3/)).toBe(0);
  expect(first(/emptiest: B4, 2 pages/)).toBe(0);
  expect(last(/tallest: 3/)).toBeLessThan(first(/3 down/));
  expect(first(/B21: 3 of 4 pages/)).toBeGreaterThan(first(/3 down/));
});

test('a shelf: a name goes where its column goes, and what leaves is gone before the others close up', async ({
  page,
}, testInfo) => {
  await example(page, 'bplru', 'flush', 3);
  const columns = (): Promise<{ name: string; pages: string[]; off_px: number }[]> =>
    page.locator('.shelf-box').evaluateAll((all) =>
      all.map((one) => {
        const cell = one.querySelector('.shelf-cell')?.getBoundingClientRect();
        const name = one.querySelector('.buffer-text');
        const box = name?.getBoundingClientRect();
        const pages = [...one.querySelectorAll('.shelf-label')].map(({ textContent }) => textContent ?? '');
        const middle = (rect: DOMRect | undefined): number => (rect ? rect.x + rect.width / 2 : Number.NaN);
        return { name: name?.textContent ?? '', pages, off_px: Math.abs(middle(cell) - middle(box)) };
      }),
    );
  await film(page, {
    testInfo,
    name: 'flush',
    every_ms: 70,
    frames: 7,
    at: async (ms) => {
      for (const { name, pages, off_px } of await columns()) {
        expect(off_px, `${name} at ${ms} ms`).toBeLessThan(2);
        for (const page_name of pages) expect(`B${page_name.split('·')[0]}`, `at ${ms} ms`).toBe(name);
      }
    },
  });
  await run(page, 'transport.unit', { unit: 'operation' });
  const said = (): Promise<string> => page.locator('.strip-said').innerText();
  const before = await said();
  const seen: string[] = [];
  // The page lands at the end of the step: until then it is not said to be written.
  await film(page, {
    testInfo,
    name: 'a page of it',
    every_ms: 140,
    frames: 5,
    at: async () => void seen.push(await said()),
  });
  expect(seen[0]).toBe(before);
  expect(seen.at(-1)).toBe(await said());
});

test('toy and FAST: a collection and a full merge are seen to happen, also step by merge', async ({
  page,
}, testInfo) => {
  await example(page, 'toy', 'gc', 1);
  await run(page, 'transport.unit', { unit: 'request' });
  await film(page, { testInfo, name: 'copy and erase', every_ms: 160, frames: 11 });
  await example(page, 'fast', 'merge', 3);
  const { op } = await place(page);
  await film(page, {
    testInfo,
    name: 'full merge',
    every_ms: 160,
    frames: 11,
    at: async (ms) => {
      const words = await saidOn(page, '.logs .layer-word:not([hidden])');
      expect(overlapping(words), `at ${ms} ms`).toEqual([]);
    },
  });
  // The frame tells all that led to the next merge: without it, nothing could be seen to move.
  const told = await page.evaluate(() => window.flashlab?.state().frame?.operations.map(({ index }) => index) ?? []);
  expect(told[0]).toBe(op);
});

test('pictures of the other motions, on dark ground', async ({ page }, testInfo) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await example(page, 'clash-figure-2', 'flush', 1);
  await run(page, 'transport.unit', { unit: 'operation' });
  for (const name of ['erase', 'program']) await film(page, { testInfo, name, every_ms: 150, frames: 5 });
  await example(page, 'figure-4', 'map-step', 0);
  for (let n = 1; n <= 5; n++) await film(page, { testInfo, name: `step ${n}`, every_ms: 130, frames: 4 });
  await example(page, 'ttflash', 'rebuild', 1);
  await film(page, { testInfo, name: 'rebuild', every_ms: 120, frames: 7 });
  await idle(page);
});
