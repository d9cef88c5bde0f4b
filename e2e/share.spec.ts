/** Taking what is in sight elsewhere: the share dialog, at every width, and what it hands out. */

import { readFile } from 'node:fs/promises';
import { violations } from './support/axe';
import { expect, open, type Page, press, run, test } from './support/page';

const FAST =
  '#v=1&device.preset=micron-lb&device.pages_per_block=8&device.blocks_per_plane=40&device.over_provisioning=0.25' +
  '&ftl.kind=fast&ftl.log_blocks=6&workload.kind=uniform&workload.requests=300&workload.request_pages=1' +
  '&workload.write_ratio=1&workload.queue_depth=1';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });

async function saved(page: Page, name: string | RegExp): Promise<{ file: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name }).click(),
  ]);
  return { file: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`at ${width} pixels: the link of the moment and of the start, code that embeds, and every file`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width, height });
    await open(page, FAST);
    await press(page, 'g');
    const moment = await page.evaluate(() => location.href);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());

    await dialog(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(dialog(page).locator('output')).toHaveText('Link copied.');
    expect((await copied()).split('#')[1]).toBe(moment.split('#')[1]);
    expect(await copied()).toMatch(/op=\d+/);
    await dialog(page).getByRole('button', { name: 'The start of the run' }).click();
    await dialog(page).getByRole('button', { name: 'Copy link' }).click();
    expect(await copied()).not.toMatch(/op=/);

    await dialog(page).getByLabel('Width').fill('300');
    await dialog(page).getByLabel('Height').fill('320');
    await dialog(page).getByLabel('Height').blur();
    await dialog(page).getByRole('button', { name: 'Copy embed code' }).click();
    await expect(dialog(page).locator('output')).toHaveText('Embed code copied.');
    expect(await copied()).toMatch(
      /^<iframe src="[^"]*\?embed=1#v=1&amp;[^"]*" width="480" height="320" title="Flashlab"/,
    );
    const preview = page.frameLocator('.share-preview iframe');
    await expect(preview.locator('.news')).toBeVisible();
    await expect(preview.locator('.bar')).toBeHidden();
    expect(await violations(page)).toEqual([]);

    expect((await saved(page, /^Report \(HTML\)/)).file).toBe('flashlab-report.html');
    expect(JSON.parse((await saved(page, /^Report \(JSON\)/)).bytes.toString())).toMatchObject({ requests: 300 });
    expect((await saved(page, /^Operation log \(CSV\)/)).bytes.toString()).toMatch(/^[a-z_]+,/);
    expect(JSON.parse((await saved(page, /for Perfetto/)).bytes.toString())).toBeTruthy();
    expect(JSON.parse((await saved(page, /^Experiment/)).bytes.toString())).toMatchObject({ ftl: { kind: 'fast' } });
    const picture = (await saved(page, /^Picture/)).bytes;
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.readUInt32BE(16), 'twice as many dots as pixels').toBeGreaterThan(width);

    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.locator('.share-preview iframe')).toHaveCount(0);
  });

test('figures and sweeps are shared by the same dialog', async ({ page }) => {
  await open(page, '#v=1&figure=');
  await run(page, 'share.open');
  await expect(dialog(page).getByRole('textbox', { name: 'Link' })).toHaveValue(/#v=1&figure=/);
  await expect(dialog(page).getByRole('button', { name: 'Copy embed code' })).toBeHidden();
  await press(page, 'Escape');
  await page.evaluate(() => window.flashlab?.run('sweep.open'));
  await run(page, 'share.open');
  await expect(dialog(page).getByRole('button', { name: /^Points \(CSV\)/ })).toBeVisible();
});
