import { violations } from './support/axe';
import { expect, idle, open, type Page, press, run, test } from './support/page';

const PLANES =
  '#v=1&device.preset=ttflash&device.channels=4&device.chips_per_channel=2&device.blocks_per_plane=16&device.pages_per_block=16&device.over_provisioning=0.4&ftl.gc.low=1&ftl.gc.high=2&workload.kind=uniform&workload.requests=3000&workload.request_pages=1&workload.inter_arrival_ms.mean=0.3';
const STRIPES =
  '#v=1&device.preset=ttflash&device.channels=4&device.chips_per_channel=2&device.blocks_per_plane=32&device.pages_per_block=32&ftl.kind=ttflash&ftl.ram_bytes=1048576&run.initial_state=aged&run.aged_used=0.69&ftl.gc_start=10&workload.kind=uniform&workload.requests=6000&workload.write_ratio=0.4&workload.request_pages=1&workload.inter_arrival_ms.mean=0.4';

const strip = (page: Page) => page.locator('.gantt-strip');
const surface = (page: Page) => page.locator('.gantt-surface');
const words = (page: Page): Promise<string> => page.locator('.gantt-words').innerText();

const unfold = async (page: Page): Promise<void> => {
  await strip(page).locator('summary').click();
  await expect(surface(page)).toBeVisible();
  await idle(page);
};

test('channels and planes over time tell who collects, and the same on the way back', async ({ page }) => {
  await open(page, PLANES);
  await unfold(page);
  await expect(surface(page)).toHaveAttribute('aria-label', /No plane collects/);
  for (let collection = 0; collection < 3; collection += 1) await run(page, 'transport.next-gc');
  await run(page, 'transport.unit', { unit: 'operation' });
  const seen: string[] = [];
  for (let step = 0; step < 6; step += 1) {
    await press(page, 'ArrowRight');
    await expect(page.locator('.gantt-words')).toContainText('collect');
    seen.push(await words(page));
  }
  for (const told of seen.slice(0, -1).reverse()) {
    await press(page, 'ArrowLeft');
    await expect(page.locator('.gantt-words')).toHaveText(told);
  }
});

test('keys, wheel and the list of widths change how much time is in sight', async ({ page }) => {
  await open(page, PLANES);
  await unfold(page);
  await run(page, 'transport.seek-request', { request: 600 });
  const width = page.locator('.gantt-controls select');
  await width.selectOption('10000000');
  await expect(surface(page)).toHaveAttribute('aria-label', /over 10\s?ms of/);
  await surface(page).focus();
  await page.keyboard.press('+');
  await expect(surface(page)).toHaveAttribute('aria-label', /over 7\s?ms of/);
  await surface(page).hover();
  await page.mouse.wheel(0, 400);
  await expect(surface(page)).not.toHaveAttribute('aria-label', /over 7\s?ms of/);
  await page.keyboard.press('0');
  await expect(width).toHaveValue('');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.gantt .tooltip')).toContainText('request');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page.locator('.gantt-table tbody tr').first()).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the charts of the tail are in order for everybody, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await open(page, STRIPES);
    await run(page, 'transport.seek-request', { request: 3000 });
    expect(await violations(page)).toEqual([]);
  });
}

test('reads that were held up stand beside those of the same requests without ttFlash', async ({ page }) => {
  await open(page, STRIPES);
  await run(page, 'transport.seek-request', { request: 4000 });
  const blocked = page.getByRole('region', { name: 'Blocked reads', exact: true });
  await expect(blocked.getByRole('img')).toHaveAttribute('aria-label', /without ttFlash/, { timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Read latency', exact: true }).getByRole('img')).toHaveAttribute(
    'aria-label',
    /99\s?% of the reads took at most/,
  );
  await expect(page.getByRole('region', { name: 'Latency tail', exact: true })).toBeHidden();
});

test('on a phone all of it fits its width', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, STRIPES);
  await run(page, 'transport.seek-request', { request: 3000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
