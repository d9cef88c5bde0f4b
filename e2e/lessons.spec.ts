import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, idle, open, type Page, test } from './support/page';

const folder = fileURLToPath(new URL('../public/lessons/', import.meta.url));
const LESSONS = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.slice(0, -'.md'.length));

const reader = (page: Page) => page.locator('.reader');
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** The titles of a lesson's steps, as its file has them. */
const titlesOf = (id: string): string[] =>
  [...readFileSync(`${folder}${id}.md`, 'utf8').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);

/** Predicts something, and finds what came of it. */
async function predict(page: Page): Promise<void> {
  const question = page.locator('.question');
  if (await question.locator('.options').count()) await question.locator('.options button').first().click();
  else {
    await question.getByRole('spinbutton').fill('5');
    await question.getByRole('button', { name: 'Predict' }).click();
  }
  await idle(page);
  await expect(question.locator('.verdict')).toHaveText(/^(Right|Not so: it is [A-F]\.|You said 5, it is .+)/);
}

/** Whatever a step says with numbers, the simulator has them. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('.failure')).toBeHidden();
  for (const reading of await page.locator('.reading').allTextContents()) expect(reading).toMatch(/\d/);
}

for (const id of LESSONS) {
  test(`the lesson ${id} runs from its first step to its last`, async ({ page }) => {
    await open(page, `#v=1&lesson=${id}`);
    const titles = titlesOf(id);
    for (const [at, title] of titles.entries()) {
      await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText(title);
      if (await page.locator('.question').count()) {
        await expect(next(page)).toBeDisabled();
        await predict(page);
      }
      await expectWhole(page);
      if (at < titles.length - 1) await next(page).click();
      await idle(page);
    }
    await page.getByRole('button', { name: 'Done: all lessons' }).click();
    await expect(page.getByText('✓ taken')).toHaveCount(1);
  });
}

test('a lesson is begun on the start page, left, and gone on with where it was left', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '1. Erase before write' }).click();
  await idle(page);
  await next(page).click();
  await next(page).click();
  await expect(page).toHaveURL(/lesson=erase-before-write&step=3/);
  await page.getByRole('button', { name: 'All lessons' }).click();
  await page.getByRole('button', { name: /1\. Erase before write\s*go on at step 3/ }).click();
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('Write it again');
});

test('lanes of a step stand beside its text, which has numbers of each', async ({ page }) => {
  await open(page, '#v=1&lesson=which-victim&step=8');
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('What waiting is worth');
  await expect(page.getByRole('article', { name: 'Lane A' })).toContainText('greedy');
  await expect(page.getByRole('article', { name: 'Lane B' })).toContainText('cost-benefit');
  await page.getByRole('spinbutton').fill('3');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.locator('.verdict')).toContainText('You said 3, it is 1.94');
  await expect(reader(page).locator('.reading')).toHaveText(['1.94', '2.44', /^4.851$/, /^6.093$/]);
  await page.getByRole('button', { name: 'Open in the workbench' }).click();
  await expect(page.getByRole('button', { name: 'Remove lane B' })).toBeVisible();
});

test('the workbench is one click away from a step, with its device and its moment', async ({ page }) => {
  await open(page, '#v=1&lesson=erase-before-write&step=5');
  await page.getByRole('button', { name: 'Open in the workbench' }).click();
  await idle(page);
  await expect(page.locator('.transport')).toBeVisible();
  await expect(page.locator('.lesson')).toBeHidden();
  expect(await page.evaluate(() => window.flashlab?.state().frame?.position.request)).toBe(28);
});

test('a lesson is taken by keys alone', async ({ page }) => {
  await open(page, '#v=1&lesson=erase-before-write');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await idle(page);
  await expect(reader(page).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('Write it again');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.locator('.verdict')).toHaveText('Right.');
  await page.keyboard.press('PageDown');
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('What stays behind');
  await page.keyboard.press('PageUp');
  await expect(page.locator('.verdict')).toHaveText('Right.');
});

test('with motion, the answer is watched before it is told', async ({ page }) => {
  await page.goto('./?testing=1#v=1&lesson=erase-before-write&step=4');
  await page.waitForFunction(() => window.flashlab?.state().frame?.position.request === 2);
  await page.getByRole('spinbutton').fill('9');
  await page.keyboard.press('Enter');
  await expect(page.locator('.verdict')).toHaveText('Watch what happens.');
  await expect(page.locator('.verdict')).toHaveText('Right: invalid pages 9.', { timeout: 20_000 });
});

test('a term says what it means where it stands', async ({ page }) => {
  await open(page, '#v=1&lesson=erase-before-write');
  const term = page.locator('.term').filter({ hasText: /^programmed/ });
  await expect(page.getByRole('tooltip').first()).toBeHidden();
  await term.focus();
  await expect(page.getByText('Write a page of flash. It takes several times as long as a read.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Write a page of flash. It takes several times as long as a read.')).toBeHidden();
});

test('a lesson that is not there says so, with a way on', async ({ page }) => {
  await open(page, '#v=1&lesson=nothing');
  await expect(page.locator('.failure')).toContainText('There is no lesson "nothing"; there are erase-before-write,');
});
