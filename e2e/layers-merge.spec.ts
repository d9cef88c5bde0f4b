/** Layers that map blocks and merge, on their own stage: what is merged and what it costs, there and back. */

import { violations } from './support/axe';
import { expect, idle, news, open, type Page, place, press, run, test } from './support/page';

/** 32 logical blocks of 8 pages on 48 blocks: room for the log blocks of every layer. */
const DEVICE =
  'device.preset=micron-lb&device.pages_per_block=8&device.blocks_per_plane=48&device.over_provisioning=0.5';
const WRITES =
  'workload.kind=uniform&workload.requests=300&workload.request_pages=1&workload.write_ratio=1&workload.queue_depth=1';
const hash = (layer: string, workload = WRITES): string => `#v=1&${DEVICE}&${layer}&${workload}`;

const LAYERS = [
  { kind: 'block', fields: 'ftl.kind=block' },
  { kind: 'nftl', fields: 'ftl.kind=nftl' },
  { kind: 'bast', fields: 'ftl.kind=bast&ftl.log_blocks=4' },
  { kind: 'sast', fields: 'ftl.kind=sast&ftl.group_logs=1&ftl.log_blocks=4' },
  { kind: 'fast', fields: 'ftl.kind=fast&ftl.log_blocks=4' },
  { kind: 'kast', fields: 'ftl.kind=kast' },
  { kind: 'last', fields: 'ftl.kind=last&ftl.log_blocks=4' },
] as const;

const account = (page: Page, name: string) => page.locator(`.logs [data-account="${name}"] li`);
const surface = (page: Page) => page.getByRole('application', { name: 'Log blocks and rebuilds' });

/** Everything the stage says. */
const told = async (page: Page): Promise<string[]> => {
  await idle(page);
  return page.locator('#logs-told li').allTextContents();
};

const stepBy = (page: Page, unit: string): Promise<void> => run(page, 'transport.unit', { unit });

for (const { kind, fields } of LAYERS) {
  test(`${kind}: a merge is told with its cost, and stepping back finds everything where it was`, async ({ page }) => {
    await open(page, hash(fields));
    await expect(surface(page)).toBeVisible();
    await stepBy(page, 'merge');
    await press(page, 'ArrowRight');
    const first = await told(page);
    const { op } = await place(page);
    await press(page, 'ArrowRight');
    const second = await told(page);
    expect((await place(page)).op).toBeGreaterThan(op);
    await press(page, 'ArrowLeft');
    expect((await place(page)).op).toBe(op);
    expect(await told(page)).toEqual(first);
    await press(page, 'ArrowRight');
    expect(await told(page)).toEqual(second);
    await expect(account(page, 'Rebuilds').first()).toContainText(/B\d+: (switch|partial|full) merge|no live page/);
    await expect(account(page, 'Cost').first()).toContainText(
      / in all: \d+ page cop(y|ies), \d+ erases?, \d+ pages? of the host/,
    );
  });
}

for (const [kind, fields, part, emptied] of [
  ['nftl', 'ftl.kind=nftl&ftl.log_blocks=4', 'Chains', /^chain of B(\d+): [12] of 2 replacement blocks/],
  ['sast', 'ftl.kind=sast&ftl.log_blocks=4', 'Groups', /^group of B\d+ to B\d+: \d of 4 log blocks/],
] as const)
  test(`${kind}: who shares which blocks is told, and what is emptied is among them`, async ({ page }) => {
    await open(page, hash(fields));
    await stepBy(page, 'merge');
    await press(page, 'ArrowRight');
    const lines = account(page, part);
    await expect(lines.filter({ hasText: emptied }).first()).toBeVisible();
    await expect(lines.last()).toHaveText(/^pool: \d of 4 blocks not lent$/);
    await expect(page.locator('.layer-title', { hasText: part })).toBeVisible();
    // The rebuild's block is a member, and the last pages that it had are in what was lent.
    const lbn = (await account(page, 'Rebuilds').first().textContent())?.match(/^B(\d+):/)?.[1];
    const shared = await page.evaluate(() => window.flashlab?.state().frame?.layer.shared ?? null);
    const members = shared?.owners.flatMap((owner) => owner.members.map((member) => String(member.lbn))) ?? [];
    expect(members).toContain(lbn);
    await surface(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.logs [aria-live]')).not.toBeEmpty();
    expect(await violations(page)).toEqual([]);
  });

test('block mapping: a page written again moves its whole block', async ({ page }) => {
  await open(page, hash('ftl.kind=block'));
  await stepBy(page, 'request');
  await press(page, 'ArrowRight');
  await expect(account(page, 'Rebuilds')).toHaveText([/B\d+: full merge; done, 7 pages copied, 1 erase, 6\.16\s*ms/]);
  await expect(account(page, 'Cost').first()).toHaveText(
    /6\.16\s*ms in all: 7 page copies, 1 erase, 1 page of the host/,
  );
});

test('FAST: the oldest log block costs as many rebuilds as it holds pages of different blocks', async ({ page }) => {
  await open(page, hash('ftl.kind=fast&ftl.log_blocks=4'));
  await run(page, 'transport.add-breakpoint', { breakpoint: { kind: 'reclaim' } });
  await run(page, 'transport.end');
  await expect(news(page)).toContainText('log block');
  const rows = await account(page, 'Rebuilds').count();
  expect(rows).toBeGreaterThan(1);
  const victim = page.locator('.logs [data-account="Log blocks"] li', { hasText: 'being emptied' });
  await expect(victim).toContainText(`${rows} blocks`);
  await expect(account(page, 'Cost').filter({ hasText: 'had it held one block out of order' })).toHaveCount(1);
});

test('the cursor says what a page is, by keys alone', async ({ page }) => {
  await open(page, hash('ftl.kind=block'));
  await surface(page).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.locator('.logs [aria-live]')).toContainText(/logical block \d+/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.logs .tooltip')).toBeHidden();
});

test('a layer that needs more room gets a larger device', async ({ page }) => {
  await open(page, '#v=1&device.preset=toy&workload.kind=uniform&workload.write_ratio=1');
  const blocks = (): Promise<number> => page.evaluate(() => window.flashlab?.state().opened?.geometry.blocks ?? 0);
  const before = await blocks();
  await page.locator('.word[data-path="ftl.kind"]').click();
  await page
    .getByRole('dialog')
    .getByText('FAST', { exact: true })
    .or(page.getByRole('dialog').getByText('BAST', { exact: true }))
    .first()
    .click();
  await idle(page);
  await expect(page.locator('.failure')).toBeHidden();
  expect(await blocks()).toBeGreaterThanOrEqual(before);
  await expect(surface(page)).toBeVisible();
  await stepBy(page, 'merge');
  await press(page, 'ArrowRight');
  await expect(account(page, 'Rebuilds').first()).toContainText('merge');
});

test('superblock: pages move inside their superblock, there and back', async ({ page }) => {
  await open(page, hash('ftl.kind=superblock'));
  await press(page, 'g', 'ArrowRight', 'ArrowRight');
  const first = await told(page);
  expect(first.join()).toContain('being emptied');
  await press(page, 'ArrowRight');
  expect(await told(page)).not.toEqual(first);
  await press(page, 'ArrowLeft');
  expect(await told(page)).toEqual(first);
});

for (const theme of ['light', 'dark']) {
  test(`nothing stands in the way of assistive technology, ${theme}`, async ({ page }) => {
    await open(page, hash('ftl.kind=fast&ftl.log_blocks=4'));
    await run(page, 'view.theme', { theme });
    await stepBy(page, 'merge');
    await press(page, 'ArrowRight');
    expect(await violations(page)).toEqual([]);
  });
}

test('on a phone the stage is one column and no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, hash('ftl.kind=fast&ftl.log_blocks=4'));
  await stepBy(page, 'merge');
  await press(page, 'ArrowRight');
  await expect(surface(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
