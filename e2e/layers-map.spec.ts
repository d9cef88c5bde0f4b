import { violations } from './support/axe';
import { expect, idle, lastOperation, open, type Page, place, press, run, test } from './support/page';

const TOY = '#v=1&device.preset=toy&device.blocks_per_plane=16&device.over_provisioning=1&workload.kind=uniform';
const DFTL = `${TOY}&workload.write_ratio=0.5&ftl.kind=dftl&ftl.gc.low=2&ftl.gc.high=3&ftl.map_page_entries=4&ftl.cmt_protected=2&ftl.cmt_probationary=2`;
const CFTL = `${TOY}&workload.write_ratio=0.1&workload.requests=400&ftl.kind=cftl&ftl.gc.low=2&ftl.gc.high=3&ftl.map_page_entries=4&ftl.cpmt_entries=4&ftl.read_threshold=6`;
const BLOCK = `${TOY}&workload.write_ratio=1&ftl.kind=block`;

const steps = (page: Page) => page.locator('.map-steps li');
const now = (page: Page) => page.locator('.map-steps li[aria-current="step"]');
const price = (page: Page) => page.locator('.map-price .map-sum');

const toMiss = async (page: Page): Promise<void> => {
  await run(page, 'transport.unit', { unit: 'map-miss' });
  await press(page, 'ArrowRight');
  await run(page, 'transport.unit', { unit: 'operation' });
};

/** What the stage says, in words. */
const told = (page: Page): Promise<string> => page.locator('.map-stage').innerText();

test('a miss is told in steps, priced as it happens, and told the same on the way back', async ({ page }) => {
  await open(page, DFTL);
  for (let miss = 0; miss < 8; miss += 1) await toMiss(page);
  expect((await lastOperation(page))?.kind).toBe('map-miss');
  await expect(now(page)).toContainText('In the cache? No');
  await expect(price(page)).toContainText('so far 0 ns of');
  await expect(page.locator('.map-asks')).toContainText('not here');

  const seen: string[] = [await told(page)];
  while (!/^Read LPN|^Write LPN/.test((await now(page).locator('.map-step-words').innerText()).trim())) {
    await press(page, 'ArrowRight');
    seen.push(await told(page));
    expect(seen.length).toBeLessThan(60);
  }
  const [spent, total] = /so far (.+) of (.+) =/.exec(await price(page).innerText())?.slice(1) ?? [];
  expect(spent).toBe(total);
  for (const words of seen.reverse().slice(1)) {
    await press(page, 'ArrowLeft');
    expect(await told(page)).toBe(words);
  }
});

test('the row of the directory under the lamp is the translation page that is asked for', async ({ page }) => {
  await open(page, DFTL);
  await toMiss(page);
  await press(page, 'ArrowRight');
  while ((await lastOperation(page))?.kind !== 'read') await press(page, 'ArrowRight');
  const asked = /translation page (\d+)/.exec(await page.locator('.map-request').innerText())?.[1];
  await expect(page.locator('.map-directory .is-lit > b')).toHaveText(asked ?? '');
});

test('a hit stops at the cache', async ({ page }) => {
  await open(page, DFTL);
  for (let i = 0; i < 400 && (await lastOperation(page))?.kind !== 'map-hit'; i += 1) await press(page, 'ArrowRight');
  await expect(steps(page)).toHaveCount(3);
  await expect(page.locator('.map-price .note')).toContainText('a miss would have cost');
});

test('a collection brings each translation page up to date once', async ({ page }) => {
  await open(page, DFTL);
  await press(page, 'g');
  const updates = page.locator('.map-updates');
  await expect(updates).toContainText('moved');
  for (let i = 0; i < 60 && (await lastOperation(page))?.kind !== 'gc-end'; i += 1) await press(page, 'ArrowRight');
  await expect(updates).toContainText(/program|nothing to write|No data page/);
});

test('CFTL puts blocks in order, and lists them', async ({ page }) => {
  await open(page, CFTL);
  const ordered = page.locator('.map-ordered');
  await expect(ordered).toBeVisible();
  await press(page, 'End');
  await idle(page);
  await expect(ordered.locator('.map-blocks li').first()).toContainText('block');
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`nothing stands in the way of a reader: ${theme}, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: theme });
      await open(page, DFTL);
      await toMiss(page);
      await press(page, 'ArrowRight', 'ArrowRight');
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
}

const unitsOffered = (page: Page): Promise<string[]> =>
  page
    .locator('.unit option:not([hidden])')
    .evaluateAll((options) => options.map((option) => option.textContent ?? ''));

test('steps and conditions are those that the layer has: map misses', async ({ page }) => {
  await open(page, DFTL);
  expect(await unitsOffered(page)).toEqual(['operation', 'request', 'GC run', 'map miss']);
});

test('steps and conditions are those that the layer has: merges', async ({ page }) => {
  await open(page, BLOCK);
  expect(await unitsOffered(page)).toEqual(['operation', 'request', 'merge']);
  await press(page, 'g');
  expect((await lastOperation(page))?.kind).toMatch(/-merge$/);
  await expect(page.getByRole('region', { name: 'Merges' })).toBeVisible();
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await page.getByLabel('Condition').selectOption({ label: 'a full merge begins' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
  expect((await lastOperation(page))?.kind).toBe('full-merge');
  expect((await place(page)).ended).toBeNull();
});
