/** Reading the stage as someone who cannot see it: by the words the cursor speaks. */

import type { Page } from '@playwright/test';
import { idle, press, stage } from './page';

/** What the stage's live region says of the page under the cursor. */
export async function spoken(page: Page): Promise<string> {
  await idle(page);
  return (await stage(page).locator('[aria-live]').textContent()) ?? '';
}

/** What is said of every page of a small device, walking the cursor up one block and down the next. */
export async function everyPageInWords(page: Page): Promise<string[]> {
  const { blocks, pages_per_block } = await page.evaluate(() => {
    const geometry = window.flashlab?.state().opened?.geometry;
    if (!geometry) throw new Error('no device is open');
    return geometry;
  });
  await stage(page).focus();
  const words: string[] = [];
  for (let block = 0; block < blocks; block++) {
    await page.keyboard.press('ArrowRight');
    words.push(await spoken(page));
    for (let step = 1; step < pages_per_block; step++) {
      await page.keyboard.press(block % 2 === 0 ? 'ArrowUp' : 'ArrowDown');
      words.push(await spoken(page));
    }
  }
  await press(page, 'Escape');
  await stage(page).blur();
  return words.sort();
}
