/** The example deck: plain HTML under a strict policy, with two stages that it drives. */

import { violations } from './support/axe';
import { expect, type Page, test } from './support/page';

const heading = (page: Page) => page.getByRole('heading', { level: 2 }).or(page.getByRole('heading', { level: 1 }));
const captions = (page: Page) => page.locator('figcaption:visible');

test('the deck goes from its first slide to its last by keys, and its stages follow', async ({ page }) => {
  await page.goto('./slides/');
  await expect(heading(page)).toHaveText('Which block goes first?');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toHaveText('Flash never overwrites');
  await expect(captions(page)).toHaveText([/^A device you can count · request 5 of 400/]);
  const stage = page.frameLocator('#left iframe');
  await page.keyboard.press('ArrowDown');
  await expect(captions(page)).toHaveText([/request 6 of 400/]);
  await page.keyboard.press('ArrowUp');
  await expect(captions(page)).toHaveText([/request 5 of 400/]);
  await page.getByRole('button', { name: 'Next collection' }).click();
  await expect(captions(page)).toHaveText([/· collections: 1 ·/]);
  await expect(stage.locator('.news')).toHaveText(/^GC /);

  await page.keyboard.press('PageDown');
  await expect(heading(page)).toHaveText('Two rules for one choice');
  await expect(page.locator('.stages')).toBeHidden();
  await page.keyboard.press('PageDown');
  await expect(captions(page)).toHaveText([/^Greedy · request 0 of 600/, /^FIFO · request 0 of 600/]);
  await page.getByRole('button', { name: 'Next collection' }).click();
  await expect(captions(page)).toHaveText([/^Greedy .* collections: 1 /, /^FIFO .* collections: 1 /]);
  await page.getByRole('button', { name: 'Ten more' }).click();
  await expect(captions(page)).toHaveText([/collections: 11 /, /collections: 11 /]);
  await page.keyboard.press('ArrowUp');
  await expect(captions(page)).toHaveText([/collections: 10 /, /collections: 10 /]);

  await page.keyboard.press('PageDown');
  await expect(captions(page)).toHaveText([/request 600 of 600/, /request 600 of 600/]);
  await expect(page.locator('.result')).toHaveText(
    /^Greedy copied \d+ pages, FIFO \d+: \d\.\d times as many\. Write amplification is 1\.\d\d with greedy, 3\.\d\d with FIFO\.$/,
  );
  await page.keyboard.press('PageDown');
  await expect(captions(page)).toHaveText([/^FAST · request 42 of 300 · full merges: 0 /]);
  const left = page.frameLocator('#left iframe').locator('.news');
  await page.getByRole('button', { name: 'Next merge' }).click();
  await expect(left).toHaveText(/^The oldest log block holds pages of 6 different blocks/);
  for (const done of [0, 1, 2]) {
    await page.getByRole('button', { name: 'Next merge' }).click();
    await expect(captions(page)).toHaveText([new RegExp(`full merges: ${done} `)]);
    await expect(left).toHaveText(/is rebuilt in block/);
  }
  await page.keyboard.press('PageDown');
  await expect(heading(page)).toHaveText('How these slides are made');
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await expect(page).toHaveURL(/#7$/);
  await page.keyboard.press('Home');
  await expect(heading(page)).toHaveText('Which block goes first?');
});

test('Space plays all stages of a slide and pauses them', async ({ page }) => {
  await page.goto('./slides/#4');
  await expect(captions(page)).toHaveText([/^Greedy · request 0/, /^FIFO · request 0/]);
  await page.keyboard.press(' ');
  await expect(captions(page)).toHaveText([/request [1-9]/, /request [1-9]/]);
  await page.keyboard.press(' ');
  for (const side of ['left', 'right'])
    await expect(page.frameLocator(`#${side} iframe`).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('before the deck is printed every slide with stages gets pictures of them', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.goto('./slides/#2');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  await expect(page.locator('.pictures')).toHaveCount(4);
  await expect(page.locator('.pictures img')).toHaveCount(6);
  await expect(heading(page)).toHaveText('Flash never overwrites');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.slide')).toHaveCount(7);
  for (const slide of await page.locator('.slide').all()) await expect(slide).toBeVisible();
  await expect(page.locator('.stages')).toBeHidden();
});

test.describe('for whoever reads them', () => {
  // The checker is an inline script, which the deck's policy forbids.
  test.use({ bypassCSP: true });

  for (const [width, theme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const)
    test(`nothing stands in the way of a reader, ${theme}, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: theme });
      for (const slide of [1, 4, 7]) {
        await page.goto(`./slides/#${slide}`);
        await expect(page.locator('#count')).toHaveText(`${slide} / 7`);
        if (slide === 4) await expect(captions(page)).toHaveText([/^Greedy ·/, /^FIFO ·/]);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
      }
    });
});
