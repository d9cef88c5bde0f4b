import { expect, idle, open, type Page, ready, TOY, test } from './support/page';

/** Nothing of what is asked for here arrives, until it is put back. */
async function cut(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** What is cut off leaves its mark on the console. */
test.afterEach(({ unseen_problems }) => {
  const others = unseen_problems.filter(
    (problem) => !/Failed to load resource|ERR_FAILED|ERR_ABORTED|Failed to fetch/.test(problem),
  );
  unseen_problems.splice(0, unseen_problems.length, ...others);
});

test('the workbench that could not be loaded says so in its place', async ({ page }) => {
  const restore = await cut(page, /assets\/workbench-.*\.(js|css)/);
  await page.goto(`./?testing=1${TOY}`);
  await expect(page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })).toBeVisible();
  await restore();
  await tryAgain(page).click();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const bar = page.getByRole('contentinfo');
  expect(await bar.evaluate((element) => getComputedStyle(element).display), 'with its styles').toBe('flex');
});

test('a lesson that could not be fetched is fetched again', async ({ page }) => {
  await open(page);
  const restore = await cut(page, /lessons\/erase-before-write\.md/);
  await page.getByRole('button', { name: 'Take the first lesson' }).click();
  await expect(page.getByRole('alert')).toContainText('lessons/erase-before-write.md');
  await tryAgain(page).click();
  await idle(page);
  await expect(page.getByRole('alert'), 'as often as it takes').toContainText('lessons/erase-before-write.md');
  await restore();
  await tryAgain(page).click();
  await expect(page.getByRole('complementary', { name: 'Lesson' })).toContainText('Erase before write');
});

test('so is the code of lessons', async ({ page }) => {
  await open(page);
  const restore = await cut(page, /assets\/player-.*\.js/);
  await page.getByRole('button', { name: 'Take the first lesson' }).click();
  await expect(page.getByRole('alert')).toContainText('This part could not be loaded');
  await restore();
  await tryAgain(page).click();
  await expect(page.getByRole('complementary', { name: 'Lesson' })).toContainText('Erase before write');
});

test('figures say so where they would stand', async ({ page }) => {
  await open(page);
  const restore = await cut(page, /assets\/figures-.*\.(js|css)/);
  await page.keyboard.press('f');
  await expect(page.getByRole('alert')).toContainText('This part could not be loaded');
  await restore();
  await tryAgain(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a simulator that could not be fetched is fetched again', async ({ page }) => {
  const restore = await cut(page, /sim_core.*\.wasm/);
  await page.goto(`./?testing=1${TOY}`);
  await ready(page);
  await expect(page.getByRole('alert')).toContainText('The simulator could not be loaded');
  await restore();
  await tryAgain(page).click();
  await idle(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
});

test('so is the toy of the start page, and a worker that could not start', async ({ page }) => {
  const restore = await cut(page, /assets\/worker-.*\.js/);
  await page.goto('./?testing=1');
  const toy = page.getByRole('figure', { name: 'A small SSD that you can write to' });
  await expect(toy).toContainText('The simulator could not be loaded');
  await restore();
  await toy.getByRole('button', { name: 'Try again' }).click();
  await expect(toy).toContainText('Click a page to write it.');
});
