/** C-lash on its stage: both halves of Figure 2 of its papers, there and back. */

import { violations } from './support/axe';
import { expect, idle, news, open, operations, type Page, place, press, ready, run, test } from './support/page';

const account = (page: Page, name: string) => page.locator(`.clash [data-account="${name}"] li`);
const surface = (page: Page) => page.getByRole('application', { name: 'Page slots, block slots and flash' });

/** Everything the stage says. */
const told = async (page: Page): Promise<string[]> => {
  await idle(page);
  return page.locator('#clash-told li').allTextContents();
};

/** Opens the experiment as a visitor does, and stops it at its start. */
async function openFigure(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'Figure 2 of the C-lash paper' }).click();
  await expect(surface(page)).toBeVisible();
  await run(page, 'transport.pause');
  await press(page, 'Home');
}

const stepBy = (page: Page, unit: string): Promise<void> => run(page, 'transport.unit', { unit });

test('the upper half: three pages of B21 take the place of two of B4, and back', async ({ page }) => {
  await openFigure(page);
  await stepBy(page, 'swap');
  await press(page, 'ArrowRight');
  await expect(news(page)).toContainText('B21, 3 pages');
  await expect(account(page, 'This step')).toHaveText([
    'B21, pages 0, 1, 3: down to block slot 1',
    'B4, pages 1, 2: up to page slots',
    /path G/,
    /path F/,
  ]);
  await expect(account(page, 'Block area')).toHaveText(['slot 1: B21, pages 0, 1, 3', /^slot 2: B10, pages 0, 1/]);
  await expect(account(page, 'Page area')).toContainText(['7 of 8 slots in use', 'B4: pages 1, 2']);
  await expect(account(page, 'Cost')).toHaveText([/^swap: 0/, /^had it flushed B4: .*2 reads, 1 erase, 4 programs/]);

  await stepBy(page, 'operation');
  const swap = await told(page);
  await press(page, 'ArrowLeft');
  await expect(account(page, 'Block area')).toHaveText([/^slot 1: B4, pages 1, 2/, /^slot 2: B10, pages 0, 1/]);
  await expect(account(page, 'Page area')).toContainText(['8 of 8 slots in use', 'B21: pages 0, 1, 3']);
  const before = await told(page);
  await press(page, 'ArrowRight');
  expect(await told(page)).toEqual(swap);
  await press(page, 'ArrowLeft');
  expect(await told(page)).toEqual(before);

  await press(page, 'ArrowRight', 'ArrowRight');
  await expect(account(page, 'Host')).toHaveText('page 0 of B5 is written');
  await expect(account(page, 'Page area').first()).toHaveText('8 of 8 slots in use');
});

test('the lower half: B4, complete, goes to flash by four programs and no merge read', async ({ page }) => {
  await openFigure(page);
  await stepBy(page, 'flush');
  await press(page, 'ArrowRight');
  await expect(news(page)).toContainText('B4 is flushed');
  await expect(account(page, 'Cost')).toHaveText([/^flush B4: .*, 0 reads, 1 erase, 4 programs$/]);
  await expect(account(page, 'Block area').first()).toHaveText('slot 1: B4 on its way to flash, 4 of 4 pages to go');
  await expect(account(page, 'Flash').filter({ hasText: /^B4:/ })).toContainText('nothing read from flash');

  await stepBy(page, 'operation');
  await press(page, 'ArrowRight');
  await expect(account(page, 'Flash').filter({ hasText: /^B4:/ })).toContainText('erased, 0 of 4 pages programmed');
  for (const done of [1, 2, 3]) {
    await press(page, 'ArrowRight');
    await expect(account(page, 'Flash').filter({ hasText: /^B4:/ })).toContainText(`${done} of 4 pages programmed`);
  }
  await press(page, 'ArrowRight');
  await expect(account(page, 'Flash').filter({ hasText: /^B4:/ })).toHaveText('B4: nothing outdated');
  await expect(account(page, 'Block area').first()).toHaveText('slot 1: free');
  await press(page, 'ArrowRight', 'ArrowRight');
  await expect(account(page, 'Block area').first()).toHaveText(/^slot 1: B21, pages 0, 2/);
  await expect(account(page, 'Flash').filter({ hasText: /^B4:/ })).toHaveCount(0);
});

test('the frames of the story lead to their moments', async ({ page }) => {
  await openFigure(page);
  await run(page, 'transport.next', { unit: 'swap' });
  const { op } = await place(page);
  const frame = (name: RegExp) => page.getByRole('button', { name });
  await expect(frame(/^the move: /)).toHaveAttribute('aria-current', 'step');
  // Large enough for every page to have its name.
  for (const name of [/^before: /, /^the move: /, /^after: /]) {
    const canvas = await frame(name).locator('canvas').boundingBox();
    expect(canvas?.height ?? 0).toBeGreaterThan(150);
    expect(canvas?.width ?? 0).toBeGreaterThan(190);
  }
  await frame(/^before: No room for 5·0/).click();
  await idle(page);
  expect((await place(page)).op).toBe(op - 1);
  await expect(frame(/^before: /)).toHaveAttribute('aria-current', 'step');
  await frame(/^after: 5·0 takes a freed slot/).click();
  await idle(page);
  expect((await place(page)).op).toBe(op + 1);
  await expect(frame(/^after: /)).toHaveAttribute('aria-current', 'step');
  await frame(/^the move: /).click();
  await idle(page);
  expect((await place(page)).op).toBe(op);
});

test('its address opens it again, at the same moment, without asking for the trace', async ({ page }) => {
  await openFigure(page);
  await run(page, 'transport.next', { unit: 'swap' });
  const { op } = await place(page);
  const words = await told(page);
  await page.reload();
  await ready(page);
  await expect(page.locator('.failure')).toBeHidden();
  await expect.poll(() => operations(page)).toBe(op); // -1 until the device is open
  expect(await told(page)).toEqual(words);
});

test('the cursor says what a page is, by keys alone', async ({ page }) => {
  await openFigure(page);
  await run(page, 'transport.next', { unit: 'swap' });
  await surface(page).focus();
  const spoken = page.locator('.clash [aria-live]');
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toContainText(/Page \d+·\d+, .*logical block \d+/);
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
  await expect(spoken).toContainText(/block slot|flash/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.clash .tooltip')).toBeHidden();
});

test('swaps and flushes stand on the timeline and in the rail', async ({ page }) => {
  await openFigure(page);
  await press(page, 'End');
  await expect(page.locator('.timeline .marks .swap')).toHaveCount(1);
  await expect(page.locator('.timeline .marks .flush')).toHaveCount(2);
  const panel = page.getByRole('region', { name: 'Pages in RAM', exact: true });
  await expect(panel).toContainText('1 swap');
  await expect(panel).toContainText('2 flushes: 3.50 of 4 pages in RAM, 0.50 from flash');
});

test('a device of the papers’ size swaps and flushes on the same stage', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.example', { id: 'clash', play: false });
  await run(page, 'transport.seek-request', { request: 200 });
  await run(page, 'transport.next', { unit: 'swap' });
  await expect(account(page, 'This step').first()).toHaveText(/^B\d+, pages? .*: down to block slot [12]$/);
  await run(page, 'transport.next', { unit: 'flush' });
  await expect(account(page, 'Block area').filter({ hasText: 'on its way to flash' })).toHaveCount(1);
  await expect(account(page, 'Cost').first()).toHaveText(/^flush B\d+: .*, \d+ reads?, 1 erase, 64 programs$/);
});

test('with motion the swap takes its time and ends where it should', async ({ page }) => {
  await openFigure(page);
  await run(page, 'transport.next', { unit: 'swap' });
  const still = await told(page);
  await run(page, 'transport.back-request');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await stepBy(page, 'swap');
  await press(page, 'ArrowRight');
  expect(await told(page)).toEqual(still);
});

for (const theme of ['light', 'dark']) {
  test(`nothing stands in the way of assistive technology, ${theme}`, async ({ page }) => {
    await openFigure(page);
    await run(page, 'view.theme', { theme });
    expect(await violations(page)).toEqual([]);
    await run(page, 'transport.next', { unit: 'swap' });
    expect(await violations(page)).toEqual([]);
    await run(page, 'transport.next', { unit: 'flush' });
    expect(await violations(page)).toEqual([]);
  });
}

test('on a phone the stage is one column and no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
  await openFigure(page);
  await run(page, 'transport.next', { unit: 'swap' });
  await expect(surface(page)).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(390);
  await run(page, 'experiment.example', { id: 'clash', play: false });
  await run(page, 'transport.seek-request', { request: 200 });
  expect(await width()).toBeLessThanOrEqual(390);
});

test('in front of another layer: the same stage, and what a flush brings goes through the layer', async ({ page }) => {
  const over_fast = [
    'device.preset=micron-lb&device.pages_per_block=8&device.blocks_per_plane=40&device.over_provisioning=0.25',
    'ftl.kind=fast&buffer.kind=clash&buffer.p_pages=16',
    'workload.kind=uniform&workload.requests=300&workload.request_pages=1&workload.write_ratio=1&workload.queue_depth=1',
  ];
  await open(page, `#v=1&${over_fast.join('&')}`);
  await expect(surface(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Translation layer' })).toContainText('Collects pages in RAM');
  await stepBy(page, 'flush');
  await press(page, 'Home', 'ArrowRight');
  await expect(news(page)).toContainText('is flushed');
  await stepBy(page, 'operation');
  const before = await told(page);
  await press(page, 'ArrowRight');
  await expect(news(page)).toContainText('so that its block can be written as a whole');
  await press(page, 'ArrowLeft');
  expect(await told(page)).toEqual(before);
});
