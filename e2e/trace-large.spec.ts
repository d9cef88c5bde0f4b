/** Files that are larger than a page should have to hold: told how far they are, called off, or cut with the reason; the page lives on. */

import { alert, expect, expectToyWorks, idle, open, type Page, test } from './support/page';

const MIB = 2 ** 20;

/**
 * Drops a file of `bytes` of SSDSim lines. Its pieces are one piece, many times: the browser refers to it, so that neither the test nor the
 * page holds them all.
 */
async function dropLarge(page: Page, name: string, bytes: number): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file, size, piece]) => {
      const lines: string[] = [];
      let length = 0;
      for (let at = 0; length < piece; at++) {
        const line = `${at * 100_000} 0 ${(at * 7919) % 90_000} 8 ${at % 3 ? 0 : 1}\n`;
        lines.push(line);
        length += line.length;
      }
      const part = new Blob([lines.join('')]);
      const made = new DataTransfer();
      made.items.add(
        new File(
          Array.from({ length: Math.ceil(size / length) }, () => part),
          file,
        ),
      );
      return made;
    },
    [name, bytes, 4 * MIB] as const,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

const loading = (page: Page) => page.locator('.loading');
const news = (page: Page) => page.locator('.trace-page h1');

test('of a file of 1 GiB as many requests are read as a page can hold, with the reason; looking at it is called off; the page answers all the while', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await open(page);
  await page.evaluate(() => {
    let last = performance.now();
    const tell = { longest_ms: 0 };
    Object.assign(window, { tell });
    const tick = (): void => {
      const now = performance.now();
      tell.longest_ms = Math.max(tell.longest_ms, now - last);
      last = now;
      setTimeout(tick);
    };
    tick();
  });
  await dropLarge(page, 'huge.ascii', 1024 * MIB);
  await expect(loading(page)).toContainText('Reading huge.ascii');
  await expect(page.locator('.trace-card')).toContainText('reading stopped after 32000000 requests, the most allowed', {
    timeout: 180_000,
  });
  const longest_ms = await page.evaluate(() => (window as unknown as { tell: { longest_ms: number } }).tell.longest_ms);
  expect(longest_ms, 'the longest that the page did not answer').toBeLessThan(1000);
  const cancel = loading(page).getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(news(page)).toHaveText('Looking at huge.ascii was called off. It can be run all the same.');
  await expect(loading(page)).toBeHidden();
  await expect(alert(page)).toBeHidden();
  await page.getByRole('button', { name: 'Look at it again' }).click();
  await expect(news(page)).toHaveText(/^32.000.000 requests in/, { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Look at it again' })).toBeHidden();
  await idle(page);
  await expectToyWorks(page);
});
