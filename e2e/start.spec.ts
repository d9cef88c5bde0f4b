import { expect, open, playedPast, test } from './support/page';

test('the page loads the simulator core and shows its version', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#version')).toHaveText(/^\d+\.\d+\.\d+$/);
});

test('a page clicked on the start page is written, and what it made is told', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Write page C' }).click();
  await expect(page.locator('.hero-story')).toHaveText('C goes to the next free page.');
  await page.getByRole('button', { name: 'Write page C' }).click();
  await expect(page.locator('.hero-story')).toContainText('The old C is dead weight');
});

for (const width of [1024, 1280, 1440, 1920])
  test(`the four ways in stand in full rows, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const ways = page.locator('.go').getByRole('button');
    const tops = await ways.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(tops).toHaveLength(4);
    expect([1, 2]).toContain(new Set(tops).size);
    expect(tops[1]).toBe(tops[0]);
    expect(tops[3]).toBe(tops[2]);
  });

test('one button leads from the start to a device that runs', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Open the workbench' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await playedPast(page, 1);
});

test('an example of a million pages opens and runs', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'A million pages, hot and cold' }).click();
  await playedPast(page, 10_000);
  await expect(page.locator('.map')).toBeVisible();
});
