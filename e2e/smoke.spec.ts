import { expect, test } from '@playwright/test';

test('the page loads the simulator core and shows its version', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto('./');
  await expect(page.locator('#version')).toHaveText(/^\d+\.\d+\.\d+$/);
  expect(problems).toEqual([]);
});
