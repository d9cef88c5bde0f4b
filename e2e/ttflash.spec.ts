/** ttFlash on its stage: a read that goes round a collection, the same device without, planes that are lost. */

import { violations } from './support/axe';
import { expect, idle, news, open, type Page, pause, place, press, run, test } from './support/page';

const account = (page: Page, name: string) => page.locator(`.ttflash-stage [data-account="${name}"] li`);
const board = (page: Page) => page.getByRole('application', { name: /^Planes: arrow keys/ });
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const choice = (page: Page) => part(page, 'Wait or reconstruct?').locator('.ttflash-choice-body');

/** Everything the stage says. */
const told = async (page: Page): Promise<string[]> => {
  await idle(page);
  return page.locator('#ttflash-told li').allTextContents();
};

const view = (page: Page) => page.evaluate(() => window.flashlab?.state().frame?.layer.ttflash ?? null);

/** Opens an example as a visitor does, and stops it. */
async function openExample(page: Page, title: string): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: title }).click();
  await expect(board(page)).toBeVisible();
  await pause(page);
  await press(page, 'Home');
}

/** Runs to the first read of a kind as a person does: with a condition to stop at. */
async function runTo(page: Page, condition: string): Promise<void> {
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await page.getByLabel('Condition').selectOption({ label: condition });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await idle(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
}

/** As the page writes it: 23 820, with a thin space. */
const grouped = (lpn: number): string => String(lpn).replace(/\B(?=(\d{3})+$)/g, '\u202f');
const low = (content: string): number => Number.parseInt(content.slice(-2), 16);

test('the first reconstructed read: which pages are XORed, and how much sooner the answer is there', async ({
  page,
}) => {
  await openExample(page, 'A read that does not wait');
  await expect(part(page, 'Board')).toBeVisible();
  await runTo(page, 'a page is reconstructed from parity');
  const shown = await view(page);
  const read = shown?.read;
  if (!read) throw new Error('no read was rebuilt');
  expect(read).toMatchObject({ choice: 'rebuilt', why: 'sooner' });
  expect((await place(page)).ended).toBeNull();
  // Early enough that nobody has to wait for it.
  expect((await place(page)).request).toBeLessThan(400);

  await expect(news(page)).toContainText(`LPN ${grouped(read.lpn)}`);
  await expect(choice(page).locator('tr.is-chosen')).toContainText('reconstruct');
  await expect(choice(page).locator('tbody tr')).toHaveCount(2);
  const members = read.stripe.members;
  const others = members.filter(({ channel }) => channel !== read.channel);
  expect(read.others.toSorted()).toEqual(others.map(({ channel }) => channel).toSorted());
  // Which pages are added up, bit by bit, and that they make the page.
  for (const { lpn } of others)
    await expect(part(page, 'XOR, bit by bit')).toContainText(lpn === null ? 'P' : `LPN ${grouped(lpn)}`);
  const target = members.find(({ channel }) => channel === read.channel);
  expect(others.reduce((sum, { content }) => sum ^ low(content), 0)).toBe(low(target?.content ?? ''));
  const bits = low(target?.content ?? '')
    .toString(2)
    .padStart(8, '0');
  await expect(part(page, 'XOR, bit by bit').getByRole('img')).toHaveAttribute(
    'aria-label',
    new RegExp(`is LPN ${grouped(read.lpn)} ${bits}$`),
  );

  // And on the axis of time.
  const times = Math.round(read.wait_ns / read.rebuild_ns);
  expect(times).toBeGreaterThan(5);
  await expect(part(page, 'When the answer arrives')).toContainText(/done: .* times sooner/);
  await expect(part(page, 'Without ttFlash')).toContainText('ms');
  await expect(part(page, 'With ttFlash')).toContainText('0.143 ms');
  await expect(account(page, 'Stripe').last()).toHaveText('XOR of its pages is the parity');
});

test('stepping back shows what was there, and forward what comes', async ({ page }) => {
  await openExample(page, 'A read that does not wait');
  await run(page, 'transport.next', { unit: 'rebuild' });
  const here = await told(page);
  await run(page, 'transport.unit', { unit: 'operation' });
  await press(page, 'ArrowRight', 'ArrowRight');
  expect(await told(page)).not.toEqual(here);
  await press(page, 'ArrowLeft', 'ArrowLeft');
  expect(await told(page)).toEqual(here);
});

test('by keys: from plane to plane, to a page’s stripe, and a plane is kept', async ({ page }) => {
  await openExample(page, 'A read that does not wait');
  await run(page, 'transport.next', { unit: 'rebuild' });
  const { op } = await place(page);
  await board(page).focus();
  await page.keyboard.press('ArrowRight');
  const spoken = board(page).locator('[aria-live]');
  await expect(spoken).toContainText(/^Plane G0·C0, .*blocks? free/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toContainText('Plane G1·C1');
  // The stripe of the page under the cursor is asked for, and stands in bits.
  const bits = part(page, 'XOR, bit by bit');
  await expect(bits).toContainText('under the pointer');
  const first = await bits.getByRole('img').getAttribute('aria-label');
  await page.keyboard.press('PageDown');
  await expect(bits.getByRole('img')).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(part(page, 'Board')).toContainText('G1·C1');
  await expect(page.getByRole('button', { name: 'Kill this plane' })).toBeVisible();
  await page.getByRole('button', { name: 'Unpin' }).click();
  await expect(page.getByRole('button', { name: 'Kill this plane' })).toBeHidden();
  expect((await place(page)).op).toBe(op);
});

test('a plane is killed, and reads of it go on', async ({ page }) => {
  await openExample(page, 'A read that does not wait');
  await run(page, 'transport.seek-request', { request: 200 });
  await board(page).focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Kill this plane' }).click();
  await idle(page);
  expect((await place(page)).request).toBe(200);
  expect((await view(page))?.dead).toEqual([5]);
  await expect(account(page, 'Planes').filter({ hasText: 'G1·C1 is lost' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
  const end = await view(page);
  expect(end?.read).not.toBeNull();
  expect(end?.counts.rebuilt_pages).toBeGreaterThan(100);
  await expect(page.locator('.failure')).toBeHidden();
});

test('without ttFlash the channel stands still, and the stage says what would have helped', async ({ page }) => {
  await openExample(page, 'GC blocks a channel');
  await runTo(page, 'a read waits for a GC run');
  const read = (await view(page))?.read;
  expect(read).toMatchObject({ choice: 'waited', why: 'off' });
  await expect(part(page, 'This device')).toContainText('GC holds channel');
  await expect(part(page, 'With ttFlash')).toContainText('if a page were parity');
  await expect(choice(page).locator('tr.is-chosen')).toContainText('wait for the plane');
  await expect(account(page, 'Channels').filter({ hasText: 'is held by the collection of' })).not.toHaveCount(0);
});

test('V leads to the flash and back', async ({ page }) => {
  await openExample(page, 'A read that does not wait');
  await press(page, 'v');
  await expect(page.locator('.stage-surface')).toBeVisible();
  await press(page, 'v');
  await expect(board(page)).toBeVisible();
});

for (const theme of ['light', 'dark']) {
  test(`nothing stands in the way of assistive technology, ${theme}`, async ({ page }) => {
    await openExample(page, 'A read that does not wait');
    await run(page, 'view.theme', { theme });
    expect(await violations(page)).toEqual([]);
    await run(page, 'transport.next', { unit: 'rebuild' });
    await board(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await idle(page);
    expect(await violations(page)).toEqual([]);
  });
}

test('on a phone it is one column, no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openExample(page, 'A read that does not wait');
  await run(page, 'transport.next', { unit: 'rebuild' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const name of ['Board', 'Without ttFlash', 'With ttFlash', 'Capacitor-backed RAM'])
    await expect(part(page, name)).toBeVisible();
  const tops = await Promise.all(
    ['Board', 'Without ttFlash', 'With ttFlash', 'Capacitor-backed RAM'].map(
      async (name) => (await part(page, name).boundingBox())?.y ?? 0,
    ),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test('with motion it ends where it should', async ({ page }) => {
  await openExample(page, 'A read that does not wait');
  await run(page, 'transport.next', { unit: 'rebuild' });
  const still = await told(page);
  await run(page, 'transport.unit', { unit: 'rebuild' });
  await press(page, 'ArrowLeft');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await press(page, 'ArrowRight');
  expect(await told(page)).toEqual(still);
});
