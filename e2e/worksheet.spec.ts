/** A worksheet of a lesson and its answer sheet, made on the simulator, printed and saved. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { violations } from './support/axe';
import { expect, idle, open, type Page, test } from './support/page';

const ID = 'erase-before-write';
const source = readFileSync(fileURLToPath(new URL(`../public/lessons/${ID}.md`, import.meta.url)), 'utf8');
const QUESTIONS = [...source.matchAll(/^ask: (.+)$/gm)].map(([, ask = '']) => ask);

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Worksheet: Erase before write' });
const sheet = (page: Page, name: string) => dialog(page).frameLocator(`iframe[title="${name}"]`);

async function make(page: Page): Promise<void> {
  await open(page, `#v=1&lesson=${ID}`);
  await page.getByRole('button', { name: 'Worksheet', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: 'Print' })).toBeVisible();
}

/** What the lesson itself says when it is taken: of each question the right option, or the number. */
async function taken(page: Page): Promise<string[]> {
  const answers: string[] = [];
  await open(page, `#v=1&lesson=${ID}`);
  for (;;) {
    const question = page.locator('.question');
    if (await question.count()) {
      const choice = question.locator('.options button');
      if (await choice.count()) await choice.first().click();
      else {
        await question.getByRole('spinbutton').fill('0');
        await question.getByRole('button', { name: 'Predict' }).click();
      }
      await idle(page);
      const verdict = (await question.locator('.verdict').textContent()) ?? '';
      const right = question.locator('[data-right]');
      answers.push(
        (await right.count())
          ? ((await right.textContent()) ?? '').replace(/^[1-6] ✓/, '')
          : (/it is (.+):/.exec(verdict)?.[1] ?? ''),
      );
    }
    const next = page.getByRole('button', { name: 'Next', exact: true });
    if (!(await next.count())) return answers;
    await next.click();
    await idle(page);
  }
}

/** How many different colours the pictures of a sheet have, each at least a few if something is on it. */
const coloursOf = (page: Page) =>
  dialog(page)
    .locator('iframe')
    .evaluate(async (frame: HTMLIFrameElement) => {
      const images = [...(frame.contentDocument?.querySelectorAll('img') ?? [])];
      return Promise.all(
        images.map(async (image) => {
          await image.decode();
          const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 100 });
          const g = canvas.getContext('2d');
          g?.drawImage(image, 0, 0, 200, 100);
          return new Set(new Uint32Array(g?.getImageData(0, 0, 200, 100).data.buffer ?? new ArrayBuffer(0))).size;
        }),
      );
    });

test('each question stands on the worksheet with its figure and without its answer; the answer sheet has what the player finds', async ({
  page,
}) => {
  const answers = await taken(page);
  expect(answers).toHaveLength(QUESTIONS.length);
  await make(page);

  const asked = sheet(page, 'Worksheet');
  await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Erase before write');
  await expect(asked.locator('.question .ask > p:first-child')).toHaveText(QUESTIONS);
  await expect(asked.getByRole('link', { name: /#v=1&lesson=erase-before-write&step=4$/ })).toBeVisible();
  for (const colours of await coloursOf(page)) expect(colours).toBeGreaterThan(20);
  await expect(asked.locator('.answer')).toHaveCount(0);
  await expect(asked.locator('body')).not.toContainText('nobody will ever ask for');
  await expect(asked.locator('body')).not.toContainText('9 invalid');

  await dialog(page).getByRole('button', { name: 'Answer sheet' }).click();
  const answered = sheet(page, 'Answer sheet');
  await expect(answered.locator('.answer')).toHaveCount(QUESTIONS.length);
  const said = await answered.locator('.answer').allTextContents();
  for (const [at, answer] of answers.entries()) expect(said[at]?.endsWith(answer), `${said[at]}: ${answer}`).toBe(true);
  await expect(answered.locator('body')).toContainText('nobody will ever ask for');
  await expect(answered.locator('.formula').first()).toContainText('1 valid + 9 invalid + 22 free = 32 pages');
  for (const colours of await coloursOf(page)) expect(colours).toBeGreaterThan(20);
  expect(await violations(page)).toEqual([]);
});

test('both sheets are saved as one file each, without a script, dark on white', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await make(page);
  const saved = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Save (HTML)' }).click(),
    ]);
    return { name: download.suggestedFilename(), html: await readFile(await download.path(), 'utf8') };
  };
  const questions = await saved();
  expect(questions.name).toBe(`${ID}-questions.html`);
  expect(questions.html).not.toMatch(/<script/i);
  await dialog(page).getByRole('button', { name: 'Answer sheet' }).click();
  const answers = await saved();
  expect(answers.name).toBe(`${ID}-answers.html`);
  const paper = await context.newPage();
  await paper.emulateMedia({ colorScheme: 'dark' });
  await paper.setContent(questions.html);
  expect(await paper.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
});

test('a worksheet is printed by itself, called off while it is made, and closed by Escape', async ({ page }) => {
  await make(page);
  await page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('.worksheet iframe');
    if (frame?.contentWindow)
      frame.contentWindow.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await dialog(page).getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator('iframe[srcdoc]')).toHaveCount(0);

  await page.getByRole('button', { name: 'Worksheet', exact: true }).press('Enter');
  await expect(dialog(page).getByRole('status')).toHaveText(/^The simulator answers: \d of 3 questions\.$/);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator('iframe[title="The stage that is being pictured"]')).toHaveCount(0);
  // The lesson goes on.
  await page.keyboard.press('PageDown');
  await expect(page.locator('.reader').getByRole('heading', { level: 2 })).toHaveText('The first write');
});
