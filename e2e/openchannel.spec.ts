/** The host FTL over open channels on its stage: nine steps of a miss, the table as a map, together against scattered, the rate limiter. */

import { violations } from './support/axe';
import { inEveryLook } from './support/looks';
import { expect, idle, news, open, type Page, pause, place, press, run, test } from './support/page';

const account = (page: Page, name: string) => page.locator(`.host-stage [data-account="${name}"] li`);
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const steps = (page: Page) => part(page, 'A miss in nine steps');
const table = (page: Page) => page.getByRole('application', { name: /^All map blocks/ });

/** Everything the stage says. */
const told = async (page: Page): Promise<string[]> => {
  await idle(page);
  return page.locator('#host-told li').allTextContents();
};

const view = (page: Page) => page.evaluate(() => window.flashlab?.state().frame?.layer.openchannel ?? null);

/** Opens an example as a visitor does, and stops it at its beginning. */
async function openExample(page: Page, title: string): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: title }).click();
  await expect(page.locator('.host-stage')).toBeVisible();
  await pause(page);
  await press(page, 'Home');
}

test('Figure 4 of the paper: nine steps of a miss, forward and back', async ({ page }) => {
  await openExample(page, 'Nine steps of a miss');
  await expect(page.getByLabel('A step is one')).toHaveValue('map-step');
  await expect(part(page, 'Where the map is')).toContainText('no look-up yet');
  const before = await account(page, 'Directory').allTextContents();
  expect(before).toHaveLength(4);

  const said: string[][] = [];
  for (let step = 1; step <= 9; step++) {
    await press(page, 'ArrowRight');
    await expect(steps(page).locator('[aria-current="step"]')).toHaveText(new RegExp(`^${step}now: `));
    said.push(await told(page));
  }
  const lines = (step: number): string => (said[step - 1] ?? []).join('\n');
  expect(lines(1)).toContain('1 (now). Which map block? 7 / 4 = 1');
  expect(lines(2)).toContain('2 (now). Directory: 1 is not in memory');
  expect(lines(3)).toContain('3 (now). Full: the least hot leaves, 3');
  expect(lines(4)).toContain('4 (now). Dirty: write it to line 2, place 1');
  expect(lines(5)).toContain('5 (now). Read 1 from line 1, place 2');
  expect(lines(6)).toContain('6 (now). Put it into slot 0x3000');
  expect(lines(9)).toContain('9 (now). Directory: 3 leaves, 1 is at 0x3000');

  // The directory, the slot and the SSD are what the paper has in the end.
  await expect(account(page, 'Directory').nth(1)).toContainText(/Map block 1: .*line 1, place 2, in memory at 0x3000/);
  await expect(account(page, 'Directory').nth(3)).toContainText(/Map block 3: .*line 2, place 1, not in memory/);
  await expect(account(page, 'Cache').first()).toHaveText('slot 0x3000: block 1: 4 to 7; 24, 55, 96, 43');
  await expect(account(page, 'SSD')).toContainText([
    'line 1, place 4: map block 3, stale',
    'line 2, place 1: map block 3, new',
  ]);
  await expect(part(page, 'A miss in nine steps')).toContainText('Then 7 mod 4 = entry 3: physical page 43');
  await expect(page.locator('.decision')).toContainText('Which map block makes way?');

  // Back again, the same pictures.
  for (let step = 8; step >= 1; step--) {
    await press(page, 'ArrowLeft');
    expect(await told(page)).toEqual(said[step - 1]);
  }
});

test('each step is a link to its moment', async ({ page }) => {
  await openExample(page, 'Nine steps of a miss');
  await press(page, 'ArrowRight', 'ArrowRight');
  await steps(page)
    .getByRole('button', { name: /Put it into its slot/ })
    .click();
  await expect(steps(page).locator('[aria-current="step"]')).toContainText('Put it into slot 0x3000');
  await expect(news(page)).toContainText('map block 1');
  const { op } = await place(page);
  await steps(page)
    .getByRole('button', { name: /Full: the least hot leaves/ })
    .click();
  await expect(steps(page).locator('[aria-current="step"]')).toContainText('3now');
  expect((await place(page)).op).toBeLessThan(op);
  // A disc in the picture is one, too.
  await page
    .locator('.host-disc')
    .filter({ hasText: /^Step 2: / })
    .click();
  await expect(steps(page).locator('[aria-current="step"]')).toHaveText(/^2now: /);
});

test('a hit is over after two steps', async ({ page }) => {
  await openExample(page, 'Nine steps of a miss');
  await run(page, 'transport.unit', { unit: 'operation' });
  // The write after the read of the figure finds its block in memory.
  const hit = async () => (await view(page))?.map?.walk?.hit ?? false;
  for (let left = 30; left > 0 && !(await hit()); left--) await press(page, 'ArrowRight');
  expect(await hit()).toBe(true);
  await expect(steps(page)).toContainText('a hit ends after two');
  await expect(steps(page).locator('.is-skipped')).toHaveCount(7);
  await expect(part(page, 'Where the map is')).toContainText('a hit: nothing to fetch');
});

test('by keys over the table: the row of the directory of any block', async ({ page }) => {
  await openExample(page, 'A third of the map, four fifths of the speed');
  await run(page, 'transport.seek-request', { request: 3000 });
  const { op } = await place(page);
  const field = (name: string) => page.locator('.host-readout div').filter({ hasText: name }).locator('dd');
  await table(page).focus();
  await page.keyboard.press('Home');
  await expect(field('first LBN')).toHaveText('0');
  await page.keyboard.press('ArrowRight');
  await expect(table(page).locator('[aria-live]')).toContainText(/^Map block 1, in memory/);
  await expect(field('first LBN')).toHaveText('1\u202f024');
  await expect(field('slot')).toContainText('0x');
  await page.keyboard.press('End');
  await expect(field('id')).toHaveText('1\u202f023');
  await expect(field('line')).toHaveText(/^\d+$/);
  await expect(field('place')).not.toHaveText('…');
  expect((await place(page)).op).toBe(op);

  // The pointer tells the same.
  const box = await table(page).locator('canvas').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  await expect(field('first LBN')).toHaveText('0');

  // The curve of memory against bandwidth is read by keys.
  const chart = page.getByRole('slider', { name: 'Memory for the map' });
  await expect(chart).toHaveAttribute('aria-valuetext', /of the full table's speed from/);
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /^4\sMiB, 100\s%: together 100\s% \(hits 100\s%\)/);
});

test('the same requests scattered: one click, the same request, half the hits', async ({ page }) => {
  await openExample(page, 'A third of the map, four fifths of the speed');
  await run(page, 'transport.seek-request', { request: 4000 });
  const together = (await view(page))?.costs;
  await page.getByRole('button', { name: /^scattered/ }).click();
  await idle(page);
  expect((await place(page)).request).toBe(4000);
  const scattered = (await view(page))?.costs;
  const ratio = (costs: typeof together): number => (costs?.hits ?? 0) / Math.max(1, costs?.lookups ?? 0);
  expect(ratio(scattered)).toBeLessThan(ratio(together) - 0.15);
  await expect(page.getByRole('button', { name: /^scattered/ })).toHaveAttribute('aria-pressed', 'true');
  // What the other was like stands on its button, and leads back.
  await expect(page.getByRole('button', { name: /^together/ })).toContainText('%');
  await page.getByRole('button', { name: /^together/ }).click();
  await idle(page);
  expect((await view(page))?.costs).toEqual(together);
});

test('pblk: collection takes the ring from the host as chunks run out', async ({ page }) => {
  await openExample(page, 'A seesaw of writes');
  await expect(part(page, 'The whole table is in memory')).toContainText('MiB');
  await expect(part(page, 'Who may write')).toContainText('the host has all of the ring');
  await press(page, 'g');
  const limiter = (await view(page))?.limiter;
  expect(limiter?.user_max).toBeLessThan(limiter?.ring ?? 0);
  await expect(part(page, 'Who may write')).toContainText('the ring is shared');
  await expect(part(page, 'Lines')).toContainText('is collected');
  await expect(page.locator('.decision')).toContainText('Which line is collected?');
});

test('nothing stands in the way of assistive technology', async ({ page }) => {
  const reachable = async (): Promise<void> => expect(await violations(page)).toEqual([]);
  await openExample(page, 'Nine steps of a miss');
  await inEveryLook(page, [1440], reachable);
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await inEveryLook(page, [1440], reachable);
  await run(page, 'experiment.example', { id: 'selective', play: false });
  await run(page, 'transport.seek-request', { request: 2000 });
  await table(page).focus();
  await page.keyboard.press('ArrowRight');
  await inEveryLook(page, [1440], reachable);
});

test('on a phone it is one column, no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const example of ['figure-4', 'selective', 'pblk-limiter']) {
    await open(page);
    await run(page, 'experiment.example', { id: example, play: false });
    await run(page, 'transport.seek-request', { request: 30 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), example).toBeLessThanOrEqual(390);
  }
  await run(page, 'experiment.example', { id: 'figure-4', play: false });
  await press(page, 'ArrowRight');
  const names = ['A miss in nine steps', 'Where the map is', 'The table', 'Who may write', 'Lines'];
  const tops = await Promise.all(names.map(async (name) => (await part(page, name).boundingBox())?.y ?? 0));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test('with motion it ends where it should', async ({ page }) => {
  await openExample(page, 'Nine steps of a miss');
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  const still = await told(page);
  await press(page, 'ArrowLeft');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await press(page, 'ArrowRight');
  expect(await told(page)).toEqual(still);
  await expect(page.locator('.host-traveller')).toHaveCount(0);
});

test('choosing a host FTL brings a device of lines', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.example', { id: 'toy', play: false });
  await run(page, 'experiment.set', { path: 'ftl.kind', value: 'pblk-selective' });
  expect(await page.evaluate(() => window.flashlab?.state().document.device)).toEqual({
    preset: 'ocssd-virtual-small',
  });
  await expect(table(page)).toBeVisible();
});
