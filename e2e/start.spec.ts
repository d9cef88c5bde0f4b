import { readFileSync } from 'node:fs';
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

test('three doors: lessons in order, five papers alive and what came before them, and what one brings', async ({
  page,
}) => {
  await open(page);
  const door = (name: string) => page.locator('.door').filter({ has: page.getByRole('heading', { level: 2, name }) });
  await expect(page.locator('.door h2')).toHaveText([/^Learn/, /^Watch/, /^Bring your own/]);

  const lessons = door('Learn').locator('.lessons > li');
  await expect(lessons).toHaveCount(15);
  for (const [at, text] of (await lessons.allTextContents()).entries())
    expect(text, 'its number, minutes and what one will have seen').toMatch(
      new RegExp(`^${at + 1}\\. .+\\d+ min.{20,}`),
    );

  const papers = door('Watch').locator('.paper');
  await expect(papers).toHaveCount(5);
  for (const paper of await papers.all()) {
    await expect(paper.locator('svg')).not.toHaveCount(0);
    await expect(paper.getByRole('button')).not.toHaveCount(1);
    await expect(paper).toContainText(/20(11|17|21)/);
  }
  const story = door('Watch').locator('.cards > li');
  await expect(story, 'page, block, logs and merges, a cached map, a buffer, the tail, the host').toContainText([
    'A device you can count',
    'A million pages',
    'One page rewritten, 63 others moved',
    'Four log blocks',
    'One write, six rebuilds',
    'A map too large for RAM',
    'Whole blocks leave the buffer',
    'GC blocks a channel',
    'A seesaw of writes',
  ]);

  await expect(door('Bring your own').getByRole('button', { name: /^Drop a trace here/ })).toBeVisible();
  await expect(door('Bring your own').getByRole('button', { name: /^Try many settings/ })).toBeVisible();
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

test('licences of what others wrote are one click away, and the bill of materials names the same packages', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('link', { name: 'Licences' }).click();
  await expect(page).toHaveURL(/\/licences\.txt$/);
  const text = (await page.locator('body').textContent()) ?? '';
  const bill = await (await page.request.get('sbom.cdx.json')).json();
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names: string[] = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'serde_json', 'memchr', 'wasm-bindgen']));
  expect(names.filter((name) => !text.includes(`\n${name} `))).toEqual([]);
});
