import { expect, idle, open, type Page, place, press, stage, stateHash, TOY, test } from './support/page';
import { spoken } from './support/stage';

/** Presses Tab until what has the focus is called `name`. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    // In one go: while a device runs, what has the focus may be replaced between two questions.
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      return focused.getAttribute('aria-label') ?? focused.textContent ?? '';
    });
    if (label !== null && (typeof name === 'string' ? label === name : name.test(label))) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test('everything can be done with keys alone: open, step, listen, look at a page, pin it', async ({ page }) => {
  await open(page);
  await tabTo(page, 'Open the workbench');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await tabTo(page, 'Flash memory, page by page');
  // Where play holds for reading, Space goes on first.
  await expect(async () => {
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  await press(page, 'Home');
  // Home belongs to the stage while it has the focus, so the run may stand anywhere: hear where.
  await tabTo(page, /./);
  await press(page, 'Home', 'g', 'ArrowRight');
  const heard = await page.locator('.headline [aria-live]').textContent();
  const seen = await page.locator('.news').textContent();
  expect(heard).toBe(seen);
  expect(heard?.length).toBeGreaterThan(10);
  const { op } = await place(page);
  await stage(page).focus();
  await page.keyboard.press('ArrowRight');
  expect(await spoken(page)).toMatch(/block 0, page 0/i);
  await page.keyboard.press('ArrowUp');
  expect(await spoken(page)).toMatch(/block 0, page 1/i);
  await page.keyboard.press('ArrowRight');
  expect(await spoken(page)).toMatch(/block 1, page 1/i);
  expect((await place(page)).op, 'arrows on the stage move the cursor, not time').toBe(op);
  await press(page, 'Enter', 'ArrowRight');
  await expect(page.locator('.page-card')).toHaveCount(2);
  await press(page, 'ArrowLeft', 'Enter', 'Escape');
  await expect(page.locator('.page-card:visible')).toHaveCount(0);
});

test('a pinned page stays while time moves', async ({ page }) => {
  await open(page, TOY);
  await stage(page).focus();
  await press(page, 'ArrowRight', 'Enter', 'Escape');
  await stage(page).blur();
  await press(page, 'g');
  await expect(page.locator('.page-card:visible')).toHaveCount(1);
  await expect(page.locator('.page-card:visible')).toContainText(/block 0, page 0/i);
});

test('the help opens and closes by key and lists the keys', async ({ page }) => {
  await open(page, TOY);
  await press(page, '?');
  await expect(page.getByRole('dialog', { name: 'Keys, and how to read the stage' })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('W leads to the decision, and it says why', async ({ page }) => {
  await open(page, TOY);
  await press(page, 'g', 'w');
  await expect(page.locator('#decision')).toBeFocused();
  await expect(page.locator('#decision tr[aria-current]')).toHaveCount(1);
});

test('without motion, a step shows its end at once', async ({ page }) => {
  await open(page, TOY);
  await press(page, 'g');
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('ArrowRight');
    await idle(page);
    const painted = await picture(page);
    await page.waitForTimeout(300);
    expect(await picture(page)).toBe(painted);
  }
});

test('with motion, a step ends in the same picture as without', async ({ page }) => {
  await open(page, TOY);
  await press(page, 'g', 'ArrowRight', 'ArrowRight');
  const hash = await stateHash(page);
  const still = await basePicture(page);
  await press(page, 'ArrowLeft');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await press(page, 'ArrowRight');
  expect(await stateHash(page)).toBe(hash);
  expect(await basePicture(page)).toBe(still);
});

const canvas = (page: Page, name: string): Promise<string> =>
  page.locator(`.stage .${name}`).evaluate((element) => (element as HTMLCanvasElement).toDataURL());

const basePicture = (page: Page): Promise<string> => canvas(page, 'cells-base');
const picture = async (page: Page): Promise<string> => (await basePicture(page)) + (await canvas(page, 'cells-above'));
