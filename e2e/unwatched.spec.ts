import { readFile } from 'node:fs/promises';
import { violations } from './support/axe';
import { expect, open, type Page, test } from './support/page';

/** 18 million pages: a little more than can be watched. */
const device = (requests: number): string =>
  `#v=1&device.preset=ttflash&device.blocks_per_plane=1100&ftl.kind=ttflash&workload.kind=uniform&workload.write_ratio=0.3&workload.request_pages=1&workload.inter_arrival_ms.mean=0.3&workload.requests=${requests}`;

const offer = (page: Page) => page.getByRole('button', { name: 'Run it without watching' });
const panel = (page: Page) => page.locator('.unwatched');

test('a device too large to be watched is run, and its report and a sampled map are told', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, device(4000));
  await expect(page.locator('.failure')).toContainText('can be watched in the page');
  await offer(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('cannot be stepped through');
  await expect(page.getByRole('heading', { name: 'The run is over' })).toBeFocused({ timeout: 90_000 });
  const figures = page.locator('.unwatched-figures');
  await expect(figures).toContainText('4 000: ');
  for (const words of ['90 % of the reads', '99.9 % of the reads', 'Write amplification', 'waited for a collection'])
    await expect(figures).toContainText(words.replaceAll(' %', '\u00a0%'));
  await expect(page.locator('.unwatched-map h2')).toHaveText(/every \d+(st|nd|rd|th) of [\d\u202f]+ blocks/);
  await expect(page.getByRole('img', { name: /^The device at the end of the run: every/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the report' }).click();
  const report = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(report.requests).toBe(4000);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toBeHidden();
});

test('such a run can be called off, and begun again', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, device(50_000_000));
  await offer(page).click();
  await expect(panel(page)).toContainText(/of 50.000.000 requests/, { timeout: 60_000 });
  await expect(page.getByRole('progressbar', { name: 'Progress' }).last()).toHaveAttribute('aria-valuenow', /\d/);
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page)).toBeHidden();
  await offer(page).click();
  await expect(panel(page)).toContainText('Building the device');
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(offer(page)).toBeVisible();
});
