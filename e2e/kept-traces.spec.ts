/** Traces that somebody keeps in the browser: listed on the start page, renamed, deleted, with the columns that were said. */

import { violations } from './support/axe';
import { cutOff } from './support/clipping';
import { drop, dropAndWait } from './support/files';
import { beyond, inEveryLook } from './support/looks';
import { alert, expect, idle, open, operations, type Page, place, press, ready, run, test } from './support/page';
import { msrText } from './support/traces';

const news = (page: Page) => page.locator('.trace-page h1');
const keep = (page: Page) => page.getByRole('region', { name: 'Keep' });
const list = (page: Page) => page.locator('.recent', { hasText: 'Kept traces' });
const rows = (page: Page) => list(page).getByRole('listitem');

async function keepIt(page: Page): Promise<void> {
  await keep(page).getByRole('button', { name: 'Keep it' }).click();
  await expect(keep(page)).toContainText('It is kept');
}

test('a trace is kept, is there after a reload, is renamed, and is deleted', async ({ page }) => {
  await open(page);
  await expect(list(page)).toBeHidden();
  await dropAndWait(page, 'disk.csv', msrText(300));
  await expect(keep(page)).toContainText('until you delete it or the browser clears what this page has stored');
  await keepIt(page);
  // Its address leads to it, now that the page has it.
  await page.reload();
  await ready(page);
  await expect(news(page)).toContainText('300 requests');
  await expect(keep(page)).toContainText('It is kept');
  await run(page, 'trace.dismiss');
  await expect(rows(page)).toHaveText([/disk\.csv300 requests, MSR Cambridge, \d+\.\d\sKiBRenameDelete/]);

  await page.getByRole('button', { name: 'Rename disk.csv' }).click();
  const name = page.getByLabel('New name of disk.csv');
  await expect(name).toBeFocused();
  await name.fill('monday.csv');
  await name.press('Enter');
  await expect(rows(page)).toHaveText([/^monday\.csv300 requests/]);
  await page.getByRole('button', { name: 'monday.csv', exact: true }).click();
  await expect(news(page)).toContainText('300 requests');
  await expect(page.locator('.trace-card')).toContainText('monday.csv');

  await run(page, 'trace.dismiss');
  await page.getByRole('button', { name: 'Delete monday.csv' }).click();
  await page.getByRole('button', { name: 'Keep monday.csv' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete monday.csv' }).press('Enter');
  await page.getByRole('button', { name: 'Delete it for good' }).press('Enter');
  await expect(list(page)).toBeHidden();
  await page.reload();
  await ready(page);
  await expect(list(page)).toBeHidden();
});

test('columns that were said are kept with the trace, and an experiment that names it finds it', async ({ page }) => {
  const lines = Array.from({ length: 100 }, (_, at) => `${at};${at % 2 ? 'GET' : 'PUT'};${at * 8};8`).join('\n');
  await open(page);
  await drop(page, 'odd.csv', `when;verb;begin;much\n${lines}\n`);
  await page.getByLabel('Unit of when').selectOption('ms');
  await page.getByRole('button', { name: 'Read the trace' }).click();
  await expect(news(page)).toContainText('100 requests');
  await idle(page);
  await expect(keep(page)).toContainText('with the columns that you said');
  await keepIt(page);
  await run(page, 'trace.dismiss');
  await expect(rows(page)).toHaveText([/^odd\.csv100 requests, columns as you said/]);
  await page.getByRole('button', { name: 'odd.csv', exact: true }).click();
  await expect(news(page)).toContainText('100 requests');
  await page.getByRole('button', { name: 'Run it' }).click();
  await press(page, 'End');
  expect(await place(page)).toMatchObject({ requests: 100, ended: 'done' });
  // The address has its name and its columns, and no more; the page has the rest.
  await page.reload();
  await ready(page);
  await expect.poll(() => operations(page)).toBeGreaterThanOrEqual(0);
  expect((await place(page)).requests).toBe(100);
  await expect(alert(page)).toBeHidden();
});

test('where the browser keeps nothing, or has no room, a sentence says so and the trace stays open', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 10_000, usage: 0 });
  });
  await open(page);
  await dropAndWait(page, 'disk.csv', msrText(300));
  await keep(page).getByRole('button', { name: 'Keep it' }).click();
  await expect(alert(page)).toContainText(
    /disk\.csv was not kept: it takes \d+\.\d\sKiB, and the browser has 9\.77?\sKiB left/,
  );
  await alert(page).getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({});
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('storage is blocked', 'SecurityError'));
  });
  await keep(page).getByRole('button', { name: 'Keep it' }).click();
  await expect(alert(page)).toContainText('disk.csv was not kept: this browser keeps no files for this page');
  await alert(page).getByRole('button', { name: 'Close' }).click();
  await expect(news(page)).toContainText('300 requests');
});

test('the list can be read and used by everybody, at every width', async ({ page }) => {
  await open(page);
  await dropAndWait(page, 'a long name of a disk that somebody kept on a Monday in November.csv', msrText(30));
  await keepIt(page);
  await run(page, 'trace.dismiss');
  await expect(rows(page)).toHaveCount(1);
  for (const go of ['plain', 'Rename', 'Delete'] as const) {
    if (go !== 'plain')
      await list(page)
        .getByRole('button', { name: `${go} a long name` })
        .click();
    await inEveryLook(page, [1440, 390], async () => {
      expect(await violations(page)).toEqual([]);
      expect(await cutOff(page, '.recent')).toEqual([]);
      expect(await beyond(page)).toBeLessThanOrEqual(0);
    });
    if (go === 'Rename') await page.keyboard.press('Escape');
  }
});
