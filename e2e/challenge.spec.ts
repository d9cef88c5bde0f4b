/** Challenges: taken, answered, sent as a link that is run again, made by oneself, and ranked by the command line. */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violations } from './support/axe';
import { dropAndWait } from './support/files';
import { flashlab } from './support/native';
import { expect, idle, open, type Page, run, test } from './support/page';

const ZIPF = '#v=1&challenge=zipf';
const RUN_MS = 60_000;

const rows = (page: Page) => page.locator('.board tbody tr');
const row = (page: Page, name: string) => rows(page).filter({ has: page.locator('b', { hasText: name }) });
const formula = (page: Page) => page.getByRole('textbox', { name: 'Formula', exact: true });
const over = (page: Page) => expect(page.getByText(/^All \d+ runs are done\.$/)).toBeVisible({ timeout: RUN_MS });

/** What the browser would have put on the clipboard. */
async function copied(page: Page, press: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    const writeText = async (text: string): Promise<void> => {
      document.documentElement.dataset.copied = text;
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  await press();
  await expect(page.locator('html')).toHaveAttribute('data-copied', /challenge/);
  return (await page.locator('html').getAttribute('data-copied')) ?? '';
}

async function take(page: Page, name: string, text: string): Promise<void> {
  await formula(page).fill(text);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Run on the board' }).click();
  await expect(row(page, name)).toHaveCount(1);
  await over(page);
  await idle(page);
}

/** `flashlab challenge` with a file of these lines. */
async function ranked(lines: readonly string[], ...options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'flashlab-challenge-'));
  try {
    await writeFile(join(folder, 'class.txt'), lines.join('\n'));
    return await flashlab('challenge', join(folder, 'class.txt'), ...options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('from the start page to a board that a formula leads, its worst seed ahead of every known policy', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('button', { name: /^Challenges/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Challenges', exact: true })).toBeVisible();
  await expect(page.locator('.challenge-list li')).toHaveCount(6);
  await page.getByRole('button', { name: /^Few pages, most of the writes/ }).click();
  await over(page);
  expect(new URL(page.url()).hash).toBe(ZIPF);
  await expect(rows(page)).toHaveCount(8);
  await expect(rows(page).first()).toContainText('Space times a root of the age');
  await expect(rows(page).first()).toContainText('its worst seed is better than their best');
  await expect(rows(page).first().locator('circle')).toHaveCount(5);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Challenges', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Few pages, most of the writes/ })).toBeVisible();
});

test('a result travels in a link: a fresh page and the command line run it again and find it equal to the bit', async ({
  page,
  context,
  browser,
}) => {
  await open(page, ZIPF);
  await over(page);
  await take(page, 'Ada', 'invalid * sqrt(age)');
  await expect(row(page, 'Ada')).toContainText('Beats every known policy');
  const figure = await row(page, 'Ada').locator('.board-figure').textContent();
  const link = await copied(page, () =>
    row(page, 'Ada')
      .getByRole('button', { name: /^Copy link/ })
      .click(),
  );

  // Kept in this browser, and no claim there.
  const again = await context.newPage();
  await open(again, ZIPF);
  await over(again);
  await expect(row(again, 'Ada').locator('.board-figure')).toHaveText(figure ?? '');
  await again.close();

  const fresh = await browser.newContext();
  try {
    const other = await fresh.newPage();
    await open(other, new URL(link).hash);
    await over(other);
    await expect(row(other, 'Ada')).toContainText('As claimed: equal to the bit on 5 seeds.');
    await expect(row(other, 'Ada').locator('.board-figure')).toHaveText(figure ?? '');
    // The address still holds the entry.
    expect(new URL(other.url()).hash).toContain('name=Ada');
    const wrong = await fresh.newPage();
    await open(wrong, new URL(link).hash.replace(/values=[^,%]+/, 'values=1.5'));
    await over(wrong);
    await expect(row(wrong, 'Ada')).toContainText(/Not as claimed: seed 1: 1\.5 was claimed, 2\.\d+ came of it\./);
  } finally {
    await fresh.close();
  }

  const board = JSON.parse(await ranked([`Ada ${link}`, 'Bob: invalid * idle'], '--json'));
  const ada = board.rows.find((each: { entry: { name: string } }) => each.entry.name === 'Ada');
  expect(ada.checked).toEqual({ equal: true, text: 'equal to the bit on 5 seeds' });
  expect(ada.spread.shown[1]).toBe(figure);
  const text = await ranked([link, 'Bob: invalid * idle']);
  const line = (name: string): number => text.split('\n').findIndex((each) => each.includes(`  ${name}  `));
  expect(text).toContain('claim: equal to the bit on 5 seeds');
  expect(line('Ada')).toBeLessThan(line('Bob'));
});

test('what is typed is checked in place, and one’s own entry can be watched and taken off', async ({ page }) => {
  await open(page, ZIPF);
  await over(page);
  const go = page.getByRole('button', { name: 'Run on the board' });
  await expect(go).toBeDisabled();
  await formula(page).fill('invalid * agee');
  await expect(page.getByRole('status').filter({ hasText: 'Column 11' })).toContainText('did you mean age?');
  await page.getByRole('button', { name: 'age', exact: true }).last().click();
  await take(page, 'Ada', 'invalid * age');
  await row(page, 'Ada')
    .getByRole('button', { name: /^Watch/ })
    .click();
  await idle(page);
  expect(decodeURIComponent(page.url())).toContain('ftl.gc.formula=invalid * age');
  await page.goBack();
  await over(page);
  await row(page, 'Ada')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(row(page, 'Ada')).toHaveCount(0);
  await idle(page);
  await page.reload();
  await over(page);
  await expect(row(page, 'Ada')).toHaveCount(0);
});

test('a challenge of the device on the workbench is made, saved, sent, and taken from its file', async ({
  page,
  browser,
}) => {
  await open(
    page,
    '#v=1&device.preset=toy&device.blocks_per_plane=16&device.over_provisioning=0.25&workload.kind=hotcold&workload.requests=600&workload.request_pages=1&workload.write_ratio=1',
  );
  await run(page, 'challenge.make');
  const make = page.getByRole('button', { name: 'Open it, with its board' });
  await expect(make).toBeDisabled();
  await page.getByLabel('Title').fill('Small and hot');
  await page.getByLabel('What is to be low').selectOption('erases');
  await page.getByLabel('Limit').selectOption('mean_response_ns');
  await page.getByLabel('at most').fill('x');
  await expect(page.locator('.challenge-said')).toContainText('limits[0].at_most: "x" is not a number above 0');
  await page.getByLabel('at most').fill('1.1');
  await page.getByLabel('of', { exact: true }).selectOption('greedy');
  await page.getByLabel('Seeds').selectOption('3');
  await expect(page.locator('.challenge-said')).toHaveText(
    'The lowest erases, as a mean over 3 seeds, with at most 1.1 × the mean response of greedy.',
  );
  await make.click();
  await over(page);
  await expect(row(page, 'greedy')).toContainText('1.000 ×');
  const link = await copied(page, () => page.getByRole('button', { name: 'Copy link', exact: true }).click());
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  const shown = await rows(page).allInnerTexts();

  const fresh = await browser.newContext();
  try {
    const other = await fresh.newPage();
    await open(other, new URL(link).hash);
    await over(other);
    await expect(other.getByRole('heading', { level: 1, name: 'Small and hot', exact: true })).toBeVisible();
    expect(await rows(other).allInnerTexts()).toEqual(shown);
    await open(other);
    await dropAndWait(other, 'small.json', saved);
    await over(other);
    expect(await rows(other).allInnerTexts()).toEqual(shown);
    expect(new URL(other.url()).hash).toBe(new URL(link).hash);
  } finally {
    await fresh.close();
  }
});

test('a link that is damaged, and a file that is none, say so', async ({ page }) => {
  await open(page, '#v=1&challenge=zip');
  await expect(page.getByRole('alert')).toContainText('challenge: "zip" is not one of uniform, ninety-ten');
  await dropAndWait(page, 'x.json', '{');
  await expect(page.getByRole('alert')).toContainText('The file is not JSON');
});

for (const [width, theme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const)
  test(`nothing stands in the way of a reader of a board: ${theme}, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: theme });
    await open(page, '#v=1&challenge=tail&name=Ada&formula=invalid&values=1,1,1,1,1&reports=0123456789abcdef');
    await over(page);
    await formula(page).fill('invalid * vlaid');
    await expect(page.getByRole('status').filter({ hasText: 'vlaid' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await run(page, 'challenge.list');
    expect(await violations(page)).toEqual([]);
  });
