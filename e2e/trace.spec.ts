import { readFileSync } from 'node:fs';
import { choose, drop, dropAndWait } from './support/files';
import { alert, expect, idle, open, type Page, place, playedPast, press, run, test } from './support/page';
import { msrText } from './support/traces';

const news = (page: Page) => page.locator('.trace-page h1');
const map = (page: Page) => page.getByRole('application', { name: 'Addresses over time' });
const view = (page: Page) => page.evaluate(() => window.flashlab?.state().trace_view);

/** Draws a window over the map, in parts of it. */
async function brush(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const { x, y, width, height } = (await map(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + from[0] * width, y + from[1] * height);
  await page.mouse.down();
  await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 4 });
  await page.mouse.up();
}

test('a dropped trace is looked at, a part of it is drawn on the map, and that part runs on the stage: three actions', async ({
  page,
}) => {
  await open(page);
  await drop(page, 'disk.csv', msrText(2000)); // one
  await expect(news(page)).toHaveText(/2\s000 requests in 1\.999\ss: 80\s% writes/);
  await idle(page);
  expect(page.url()).toContain('trace=disk.csv');
  await brush(page, [0.25, 0.02], [0.75, 0.98]); // two
  await expect(news(page)).toHaveText(/^\d{3} requests in 1\.\d+\ss/);
  await idle(page);
  const requests = (await view(page))?.part?.requests ?? 0;
  await page.getByRole('button', { name: 'Run this part' }).click(); // three
  await playedPast(page, 0);
  await press(page, 'End');
  expect(await place(page)).toMatchObject({ request: requests, ended: 'done' });
  await expect(alert(page)).toBeHidden();
  // Back leads to the part as it was cut.
  await page.goBack();
  await expect(news(page)).toContainText(' requests in ');
});

test('by keys alone: two corners on the map, all of it again, and an address that says which part', async ({
  page,
}) => {
  await open(page, '#v=1&trace=sqlite-ext4.csv.gz');
  await expect(news(page)).toContainText('75.7');
  await map(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowUp']) await page.keyboard.press(key);
  await expect(page.locator('.trace-page .trace-readout').first()).toContainText('Window: ');
  await page.keyboard.press('Enter');
  await idle(page);
  const part = await view(page);
  expect(part?.window).not.toBeNull();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show all of it' })).toBeVisible();
  await expect.poll(async () => (await view(page))?.part?.requests).toBe(part?.part?.requests);
  await map(page).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show all of it' })).toBeHidden();
  expect(page.url()).not.toContain('from=');
});

test('what an address mapping leaves is told before it is chosen, and the trace is saved in another format', async ({
  page,
}) => {
  await open(page);
  await dropAndWait(page, 'disk.csv', msrText(500));
  await expect(page.getByRole('radio', { name: 'compact' })).toBeVisible();
  await page.getByRole('radio', { name: 'scale' }).check();
  await page.getByLabel('requests come').selectOption('10 times as fast');
  await page.getByLabel('Format').selectOption({ label: 'SPC' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('disk.spc');
  // As it is replayed: times and addresses are those of the device, and it is said what that does.
  await page.getByLabel('with the times and addresses above').check();
  const replayed = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const lines = readFileSync(await (await replayed).path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(500);
  expect(lines.at(-1)).toMatch(/,0\.049900000$/);
  await expect(page.getByRole('region', { name: 'Replay' }).getByRole('status')).toContainText(
    /Saved as disk\.spc; addresses scale onto 64\.0 MiB: .* are touched, .* before; times are/,
  );
  await page.getByRole('button', { name: 'Run it' }).click();
  await playedPast(page, 0);
  expect(await page.evaluate(() => window.flashlab?.state().document.workload)).toMatchObject({
    address: 'scale',
    time_scale: 0.1,
    queue_depth: null,
  });
});

test('a trace that an address names and that is not here is asked for', async ({ page }) => {
  await open(page, '#v=1&trace=mine.csv');
  await expect(alert(page)).toContainText('Drop that file on the page to see it');
  await drop(page, 'mine.csv', msrText(50));
  await expect(news(page)).toContainText('50 requests');
  await run(page, 'trace.dismiss');
  await choose(page, 'other.csv', Buffer.from(msrText(60)));
  await expect(news(page)).toContainText('60 requests');
});

test('a generator is fitted to a trace, told beside it, and becomes the experiment', async ({ page }) => {
  await open(page);
  await dropAndWait(page, 'disk.csv', msrText(500));
  await page.getByRole('button', { name: 'Fit a generator' }).click();
  await expect(page.getByRole('region', { name: 'Generator' }).getByRole('row', { name: 'mean size' })).toHaveText(
    /4\sKiB4\sKiB/,
  );
  await page.getByRole('button', { name: 'Run the generator' }).click();
  await expect(news(page)).toBeHidden();
  await idle(page);
  expect((await place(page)).requests).toBe(500);
  const workload = { kind: 'synthetic', write_ratio: 0.8, request_pages: 2, inter_arrival_ms: { mean: 0.998 } };
  expect(await page.evaluate(() => window.flashlab?.state().document.workload)).toMatchObject(workload);
});

test('ttFlash refuses a trace on another device with what works, which is one click away', async ({ page }) => {
  await open(
    page,
    '#v=1&ftl.kind=ttflash&buffer.kind=bplru&workload.kind=trace&workload.file=disk.csv&workload.queue_depth=1',
  );
  await dropAndWait(page, 'disk.csv', msrText(200));
  await expect(alert(page)).toContainText(
    'device.clock: serial is not event, since ftl.kind ttflash is about planes that work side by side',
  );
  await expect(alert(page)).toContainText('device.preset=ttflash-small has the clock and the channels that it needs');
  await alert(page).getByRole('button', { name: 'Take the device ttflash-small' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  await press(page, 'End');
  expect(await place(page)).toMatchObject({ requests: 200, ended: 'done' });
});

test('a trace that runs goes on under ttFlash when that is chosen, on a device of its own', async ({ page }) => {
  await open(page);
  await dropAndWait(page, 'disk.csv', msrText(200));
  await page.getByRole('button', { name: 'Run it' }).click();
  await playedPast(page, 0);
  await run(page, 'experiment.set', { path: 'ftl.kind', value: 'ttflash' });
  await expect(alert(page)).toBeHidden();
  await press(page, 'End');
  expect(await place(page)).toMatchObject({ requests: 200, ended: 'done' });
});
