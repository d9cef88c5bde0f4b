/** A victim policy of one's own: typed, tried on the present moment, run beside the one it came from, in a link. */

import { violations } from './support/axe';
import { alert, expect, idle, open, type Page, place, press, test } from './support/page';

/** Nine writes in ten to a tenth of the pages, so that policies differ. */
const HOT =
  '#v=1&device.preset=toy&device.blocks_per_plane=16&device.over_provisioning=0.25&workload.kind=hotcold&workload.requests=600' +
  '&workload.request_pages=1&workload.write_ratio=1&ftl.gc.policy=fifo';
const editor = (page: Page) => page.getByRole('region', { name: 'Your own victim policy' });
const text = (page: Page) => editor(page).getByRole('textbox', { name: /^Formula/ });
const chosen = (page: Page) => editor(page).locator('tr[aria-current]');
const lane = (page: Page, letter: string) => page.getByRole('article', { name: `Lane ${letter}`, exact: true });
const figure = (page: Page, letter: string, name: string) => lane(page, letter).locator(`[data-figure="${name}"]`);

/** At the device's first choice, with the editor open. */
async function openAtChoice(page: Page): Promise<void> {
  await open(page, HOT);
  await press(page, 'g', 'g', 'g');
  await page.getByRole('button', { name: 'Write a victim policy …' }).click();
  await expect(text(page)).toBeFocused();
}

test('candidates are ranked as a formula is typed, each with the value of every term', async ({ page }) => {
  await openAtChoice(page);
  await expect(text(page)).toHaveValue('invalid');
  await text(page).fill('invalid');
  const values = async (): Promise<number[]> =>
    (await editor(page).locator('tbody tr td:nth-child(2)').allTextContents()).map(Number);
  await expect(chosen(page)).toHaveCount(1);
  const greedy = await values();
  expect(greedy).toEqual([...greedy].sort((one, other) => other - one));
  const by_space = await chosen(page).getByRole('rowheader').textContent();

  await text(page).fill('age');
  await expect(chosen(page).getByRole('rowheader')).not.toHaveText(by_space ?? '');
  const oldest = await chosen(page).getByRole('rowheader').textContent();
  await text(page).fill('1000 * age + invalid');
  await expect(editor(page).getByRole('columnheader')).toHaveText(['candidate', 'value', '1000 * age', '+ invalid']);
  await expect(chosen(page).getByRole('rowheader')).toHaveText(oldest ?? '');
  const [value, ...terms] = (await chosen(page).getByRole('cell').allTextContents()).map(Number);
  expect(value).toBe(terms.reduce((sum, term) => sum + term, 0));
});

test('what is wrong is marked at its place, and what was meant is one click away', async ({ page }) => {
  await openAtChoice(page);
  await text(page).fill('2 * vlaid');
  const problem = editor(page).getByRole('status');
  await expect(problem).toContainText('Column 5: found vlaid, expected one of valid, invalid');
  await expect(text(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(editor(page).getByRole('button', { name: 'What if from here' })).toBeDisabled();
  await problem.getByRole('button', { name: 'valid', exact: true }).click();
  await expect(text(page)).toHaveValue('2 * valid');
  await expect(problem).toBeEmpty();
  await editor(page).getByRole('button', { name: 'invalid', exact: true }).click();
  await expect(text(page)).toHaveValue(/invalid/);
});

test('what if from here: the fork runs beside the lane it came from, and the whole run tells who wins', async ({
  page,
  context,
}) => {
  await openAtChoice(page);
  const { request } = await place(page);
  await editor(page).getByLabel('Start from').selectOption({ label: 'Greedy: as greedy' });
  await expect(chosen(page)).toHaveCount(1);
  await text(page).press('Enter');
  await idle(page);
  await expect(lane(page, 'B')).toContainText(`From request ${request} on: GC by invalid`);
  await page.getByRole('button', { name: 'whole run' }).click();
  await press(page, 'End');
  const amplification = async (letter: string): Promise<number> =>
    Number.parseFloat((await figure(page, letter, 'amplification').textContent()) ?? '');
  await expect.poll(() => amplification('A')).toBeGreaterThan(await amplification('B'));

  // In another tab the link makes the same two runs.
  const other = await context.newPage();
  await open(other, new URL(page.url()).hash);
  await press(other, 'End');
  for (const letter of ['A', 'B'])
    for (const name of ['amplification', 'erases'])
      await expect(figure(other, letter, name)).toHaveText((await figure(page, letter, name).textContent()) ?? '');
});

test('by keys alone: opened, typed, run from the start to the same request, and closed', async ({ page }) => {
  await open(page, HOT);
  await press(page, 'g', 'a');
  const { request } = await place(page);
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(' * k');
  await expect(text(page)).toHaveValue('invalid * k');
  await editor(page).getByLabel('k =').fill('3');
  await expect(chosen(page)).toHaveCount(1);
  const from_start = editor(page).getByRole('button', { name: 'Run from the start' });
  // A button that waits for the ranking of what was typed last takes no key.
  await expect(from_start).toBeEnabled();
  await from_start.press('Enter');
  await idle(page);
  await expect(page.locator('.recipe')).toContainText('formula');
  expect((await place(page)).request).toBe(request);
  expect(decodeURIComponent(page.url())).toContain('ftl.gc.formula=invalid * k');
  await press(page, 'Escape');
  await expect(editor(page)).toBeHidden();
});

test('the number k of a formula becomes an axis of a sweep', async ({ page }) => {
  await openAtChoice(page);
  await text(page).fill('invalid * pow(age, k)');
  await editor(page).getByLabel('k =').fill('0.5');
  await editor(page).getByRole('button', { name: 'Sweep k' }).click();
  await idle(page);
  await expect(page.getByRole('textbox', { name: /Values/ }).first()).toHaveValue('0:1:0.125');
  await expect(alert(page)).toBeHidden();
});

for (const [width, theme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const)
  test(`nothing stands in the way of a reader of the editor: ${theme}, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: theme });
    await openAtChoice(page);
    await text(page).fill('invalid - k * (erases - mean_erases) + vlaid');
    await expect(editor(page).getByRole('status')).toContainText('vlaid');
    expect(await violations(page)).toEqual([]);
    await text(page).fill('invalid - k * (erases - mean_erases) + age / 100 + idle * 2');
    await expect(editor(page).getByRole('columnheader')).toHaveCount(6);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });

const BUFFERED =
  '#v=1&device.preset=toy&device.blocks_per_plane=16&device.over_provisioning=0.25&workload.kind=zipf&workload.requests=600' +
  '&workload.request_pages=1&workload.write_ratio=1&buffer.bytes=8192';
const of_buffer = (page: Page) => page.getByRole('region', { name: 'Your own buffer policy' });

test('what leaves a write buffer is ranked as a formula is typed, and the fork says what it changes', async ({
  page,
}) => {
  await open(page, `${BUFFERED}&buffer.kind=formula&buffer.formula=held&op=900`);
  await page.getByRole('button', { name: 'Write a buffer policy …' }).click();
  const typed = of_buffer(page).getByRole('textbox', { name: /^Formula/ });
  await expect(typed).toHaveValue('held');
  const values = async (): Promise<number[]> =>
    (await of_buffer(page).locator('tbody tr td:nth-child(2)').allTextContents()).map((text) =>
      Number(text.replaceAll('\u202f', '')),
    );
  await expect(of_buffer(page).locator('tr[aria-current]')).toHaveCount(1);
  const by_size = await values();
  expect(by_size).toEqual([...by_size].sort((one, other) => other - one));
  await typed.fill('held * idle');
  await expect(of_buffer(page).getByRole('columnheader')).toHaveText(['candidate', 'value', 'held', '* idle']);
  await expect.poll(values).not.toEqual(by_size);
  const by_both = await values();
  expect(by_both).toEqual([...by_both].sort((one, other) => other - one));
  await typed.press('Enter');
  await idle(page);
  await expect(lane(page, 'B')).toContainText('held * idle');
  await expect(alert(page)).toBeHidden();
});

test('a buffer that another policy empties is run from the start with the formula', async ({ page }) => {
  await open(page, `${BUFFERED}&buffer.kind=lru&op=900`);
  await press(page, ';');
  await expect(of_buffer(page)).toContainText('run it from the start');
  await of_buffer(page).getByLabel('Start from').selectOption({ label: 'LRU: as lru' });
  await expect(of_buffer(page).getByLabel('What leaves together')).toHaveValue('page');
  await expect(of_buffer(page).getByRole('button', { name: 'What if from here' })).toBeDisabled();
  await of_buffer(page).getByRole('button', { name: 'Run from the start' }).click();
  await idle(page);
  expect(decodeURIComponent(page.url())).toContain('buffer.formula=idle');
  await expect(of_buffer(page).locator('tbody tr').first()).toContainText('LPN');
});
