import { expect, test } from './support/page';
import { staticHost } from './support/static-host';

const host = staticHost('/some/where/');

test('the built page works from a folder of any static host', async ({ page }) => {
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url());
  });
  await page.goto(host.address());
  await expect(page.locator('#version')).toHaveText(/^\d+\.\d+\.\d+$/);
  expect(missing).toEqual([]);
});
