import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { linesInSight, telling } from './support/answers';
import { expect, idle, open, type Page, press, ready, TOY, test } from './support/page';

const folder = fileURLToPath(new URL('../public/lessons/', import.meta.url));
const LESSONS = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.slice(0, -'.md'.length));

const reader = (page: Page) => page.locator('.reader');
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** The titles of a lesson's steps, as its file has them. */
const titlesOf = (id: string): string[] =>
  [...readFileSync(`${folder}${id}.md`, 'utf8').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);

const question = (page: Page) => page.locator('.question');
const blocks = (page: Page) => page.getByRole('group', { name: 'Choose a block' }).getByRole('button');

/** Predicts something by pointer, and finds what came of it. */
async function predict(page: Page): Promise<void> {
  const asked = question(page);
  const submit = asked.getByRole('button', { name: 'Predict' });
  if (await asked.getByRole('listitem').count()) await asked.getByRole('button').first().click();
  else if (await asked.getByText('Click a block').count()) await blocks(page).nth(1).click();
  else if (await asked.getByRole('slider').count()) await submit.click();
  else {
    await asked.getByRole('spinbutton').fill('5');
    await submit.click();
  }
  await told(page);
}

/** The same by keys, from the step's heading. */
async function predictByKeys(page: Page): Promise<void> {
  const asked = question(page);
  const first = asked.locator('button, input').first();
  await tabTo(page, first);
  if (await asked.getByText('Click a block').count()) {
    await page.keyboard.press('Enter');
    await expect(blocks(page).first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(blocks(page).nth(1)).toBeFocused();
  } else if (await asked.getByRole('slider').count()) await page.keyboard.press('ArrowRight');
  else if (await asked.getByRole('spinbutton').count()) await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await told(page);
}

async function told(page: Page): Promise<void> {
  await idle(page);
  await expect(question(page).locator('.verdict')).toHaveText(
    /^(Right|Not so: it is [A-F1-6]\.|You said .+, it is .+)/,
  );
}

const TABS_MAX = 40;

async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** The step's heading is in sight, and nothing makes the page scroll sideways. */
async function expectInView(page: Page): Promise<void> {
  await expect(reader(page).getByRole('heading', { level: 2 })).toBeInViewport();
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
}

/** Takes a lesson that is open from its first step to its last, with `answer` and `goOn` as somebody would. */
async function take(page: Page, id: string, answer: () => Promise<void>, goOn: () => Promise<void>): Promise<void> {
  const titles = titlesOf(id);
  for (const [at, title] of titles.entries()) {
    await idle(page);
    await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText(title);
    await expectInView(page);
    if (await question(page).count()) {
      await expect(next(page)).toBeDisabled();
      const above = await reader(page).locator('> .reading, > p .reading').allTextContents();
      const in_sight = await linesInSight(page);
      await answer();
      const verdict = (await question(page).locator('.verdict').textContent()) ?? '';
      expect(telling(in_sight, verdict), `${title}: told before it was predicted`).toEqual([]);
      expect((await reader(page).locator('> p .reading').allTextContents()).slice(0, above.length)).toEqual(above);
    }
    await expectWhole(page);
    if (at < titles.length - 1) await goOn();
  }
}

/** Whatever a step says with numbers, the simulator has them. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('.failure')).toBeHidden();
  for (const reading of await page.locator('.reading').allTextContents()) expect(reading).toMatch(/\d/);
}

for (const id of LESSONS) {
  test(`the lesson ${id} runs from its first step to its last`, async ({ page }) => {
    await open(page, `#v=1&lesson=${id}`);
    await take(
      page,
      id,
      () => predict(page),
      () => next(page).click(),
    );
    await page.getByRole('button', { name: 'Back to all lessons' }).click();
    await expect(page.getByText('✓ taken')).toHaveCount(1);
  });
}

const BY_KEYS = ['erase-before-write', 'garbage-collection', 'which-victim'];
for (const id of BY_KEYS) {
  test(`the lesson ${id} is taken by keys alone, from the start page on`, async ({ page }) => {
    await open(page);
    const title = /^title: (.+)$/m.exec(readFileSync(`${folder}${id}.md`, 'utf8'))?.[1] ?? '';
    await tabTo(page, page.getByRole('button', { name: title }));
    await page.keyboard.press('Enter');
    await expect(reader(page).getByRole('heading', { level: 2 })).toBeFocused();
    await take(
      page,
      id,
      () => predictByKeys(page),
      () => page.keyboard.press('PageDown'),
    );
    await tabTo(page, page.getByRole('button', { name: 'Back to all lessons' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('✓ taken')).toHaveCount(1);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('a lesson is taken by touch', async ({ page }) => {
    await open(page, '#v=1&lesson=garbage-collection');
    await take(
      page,
      'garbage-collection',
      () => predict(page),
      () => next(page).tap(),
    );
  });
});

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

test('an option is answered by its number, which filters pages only where nothing is to be chosen', async ({
  page,
}) => {
  await open(page, '#v=1&lesson=which-victim&step=9');
  await expect(page.locator('.options button').first()).toBeEnabled();
  await press(page, '1');
  await expect(page.locator('.verdict')).toHaveText('Right.');
  expect(await page.evaluate(() => window.flashlab?.state().isolate)).toBeNull();
  await press(page, '1');
  expect(await page.evaluate(() => window.flashlab?.state().isolate)).toBe('free');
});

test('lanes of a step stand beside its text, which has numbers of each', async ({ page }) => {
  await open(page, '#v=1&lesson=which-victim&step=8');
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('What waiting is worth');
  await expect(page.getByRole('article', { name: 'Lane A' })).toContainText('greedy');
  await expect(page.getByRole('article', { name: 'Lane B' })).toContainText('cost-benefit');
  await page.getByRole('slider').fill('3');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.getByRole('img', { name: 'you 3.00, the simulator 1.94' })).toBeVisible();
  await expect(page.locator('.verdict')).toContainText('You said 3, it is 1.94');
  await expect(reader(page).locator('.reading')).toHaveText(['1.94', '2.44', /^4.851$/, /^6.093$/, '4.20']);
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
  await press(page, 'Home', 'z');
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('The free blocks run out');
  expect(await page.evaluate(() => window.flashlab?.state().frame?.position.request)).toBe(28);
  await page.getByRole('button', { name: 'Open in the workbench' }).click();
  await page.getByRole('button', { name: 'Back to the lesson' }).click();
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('The free blocks run out');
});

test('the way back to the lesson outlives a reload, and stands in a link', async ({ page }) => {
  await open(page, '#v=1&lesson=erase-before-write&step=5');
  await page.getByRole('button', { name: 'Open in the workbench' }).click();
  await expect.poll(() => page.url()).toContain('back=erase-before-write&back-step=5');
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Back to the lesson' }).click();
  await idle(page);
  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('The free blocks run out');
  await open(page, TOY);
  await expect(page.getByRole('button', { name: 'Back to the lesson' })).toBeHidden();
});

test('a block is chosen on the stage, which says nothing before and then keeps the choice', async ({ page }) => {
  await open(page, '#v=1&lesson=garbage-collection&step=3');
  await page.getByRole('button', { name: 'Block 3: 2 valid, 2 invalid' }).click();
  await idle(page);
  await expect(page.locator('.verdict')).toHaveText('You said block 3, it is block 0.');
  await expect(page.getByText('your choice')).toBeVisible();
  await expect(blocks(page)).toHaveCount(0);
});

test('a block is chosen in the table of candidates', async ({ page }) => {
  await open(page, '#v=1&lesson=which-victim&step=2');
  await page.getByRole('rowheader').getByRole('button', { name: 'block 1' }).click();
  await idle(page);
  await expect(page.locator('.verdict')).toHaveText('Right: it is block 1.');
});

test('d-choices tells which blocks were drawn, before those that were not', async ({ page }) => {
  await open(page, '#v=1&lesson=which-victim&step=4');
  await question(page).getByRole('button', { name: 'No' }).click();
  await idle(page);
  const rows = page.locator('.decision tbody tr').filter({ has: page.getByRole('rowheader') });
  await expect(rows.locator('td:last-child')).toHaveText(['yes', 'yes', 'no', 'no', 'no', 'no']);
  await expect(rows.nth(0)).toContainText('block 3');
  await expect(rows.nth(1)).toContainText('block 4');
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
  await expect(page.locator('.verdict')).toHaveText('Right: 9 pages are invalid.', { timeout: 20_000 });
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
