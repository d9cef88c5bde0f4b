import { violations } from './support/axe';
import { beyond } from './support/looks';
import { expect, idle, open, type Page, press, run, TOY, test } from './support/page';

const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the start page': (page) => open(page),
  'the workbench': async (page) => {
    await open(page, TOY);
    await page.getByText('In words', { exact: true }).click();
    await idle(page);
  },
  'a lesson': (page) => open(page, '#v=1&lesson=erase-before-write'),
  figures: async (page) => {
    await open(page);
    await run(page, 'figures.open', { figure: 'ttflash-tail', form: 'kept' });
  },
};

test('the first Tab of a screen leads past what each begins with', async ({ page }) => {
  await open(page, TOY);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('application', { name: 'Flash memory, page by page' })).toBeFocused();
});

test('opening a story moves the focus to its heading, and leaving brings it back', async ({ page }) => {
  await open(page);
  const story = page.getByRole('button', { name: 'A map too large for RAM' });
  await story.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.headline h1')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await run(page, 'experiment.leave');
  await expect(story).toBeFocused();
});

test('the stage is told in words: what happened, what each part holds, what is next', async ({ page }) => {
  await open(page, TOY);
  await page.getByText('In words', { exact: true }).press('Enter');
  const words = page.getByRole('region', { name: 'The stage in words' });
  await expect(words).toContainText('Nothing yet');
  await expect(words.getByRole('heading')).toHaveText(['What just happened', 'Flash', 'Next']);
  await expect(words).toContainText(/block 0, \w+: .* free; not erased yet/);
  await press(page, 'g');
  await expect(words).not.toContainText('Nothing yet');
  await expect(words).toContainText(/erased|valid/);
});

test('the last experiments stand on the start page until they are removed', async ({ page }) => {
  await open(page, '#v=1&device.preset=toy&ftl.kind=bast&workload.kind=uniform');
  await open(page, TOY);
  await run(page, 'experiment.leave');
  const last = page.getByRole('link', { name: /bast/ });
  await expect(page.getByRole('heading', { name: /Your last experiments/ })).toBeVisible();
  await last.click();
  await expect(page.getByRole('region', { name: 'Translation layer' })).toContainText('BAST');
  await run(page, 'experiment.leave');
  await page.getByRole('button', { name: /^Remove .*bast/ }).click();
  await expect(last).toBeHidden();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('heading', { name: /Your last experiments/ })).toBeHidden();
});

/** 320: a phone, or 400 % at 1280; 720: 200 % at 1440. */
const LOOKS = [
  { width: 320, height: 640, colorScheme: 'light', forcedColors: 'none' },
  { width: 390, height: 844, colorScheme: 'dark', forcedColors: 'none' },
  { width: 720, height: 450, colorScheme: 'light', forcedColors: 'active' },
  { width: 1024, height: 768, colorScheme: 'dark', forcedColors: 'active' },
] as const;

const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, summary, select')]
      .filter((element) => element.checkVisibility() && !element.closest('p, li p, h1, .why, .hero, .visually-hidden'))
      .filter((element) => element.getBoundingClientRect().height < 19)
      .map((element) => element.outerHTML.slice(0, 80)),
  );

for (const [name, go] of Object.entries(SCREENS)) {
  test(`${name} on a phone, enlarged, and in forced colours`, async ({ page }) => {
    await go(page);
    for (const { width, height, colorScheme, forcedColors } of LOOKS)
      await test.step(`${width} px, ${colorScheme}, forced colours ${forcedColors}`, async () => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, forcedColors });
        await idle(page);
        expect(await beyond(page), 'the page does not scroll sideways').toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
        expect(await tooSmall(page), 'targets of at least 24 px, or with room around them').toEqual([]);
      });
  });
}
