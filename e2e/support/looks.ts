/** A screen in each theme at each width, one after the other: what takes long to be shown is shown once. */

import { idle, type Page, test } from './page';

export const beyond = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

export async function inEveryLook(page: Page, widths: readonly number[], check: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths)
      await test.step(`${colorScheme}, ${width} px wide`, async () => {
        await page.setViewportSize({ width, height: width === 1920 ? 1080 : 844 });
        await page.emulateMedia({ colorScheme });
        await idle(page);
        await check();
      });
}
