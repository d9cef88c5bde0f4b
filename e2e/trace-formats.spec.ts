/** One trace of every format that is read, dropped one after the other as a person does: told by its format's name, with its requests. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drop } from './support/files';
import { alert, expect, idle, open, type Page, test } from './support/page';

const FOLDER = fileURLToPath(new URL('../sim-core/tests/fixtures/traces/', import.meta.url));

/** Requests in the trace of each format, `NAME.txt`. */
const REQUESTS: Readonly<Record<string, number>> = {
  spc: 3,
  msr: 2,
  ssdsim: 3,
  disksim: 3,
  alibaba: 2,
  tencent: 2,
  systor: 2,
  'fio-log': 3,
  'fio-iolog': 3,
  blkparse: 2,
  ftrace: 2,
  biosnoop: 2,
  etw: 2,
  cloudphysics: 3,
  operations: 11,
  csv: 3,
};

/** Traces of binary records, what they are read as, and what the page says of that. */
const BINARY: Readonly<Record<string, readonly [format: string, requests: number, says: string]>> = {
  'blktrace.bin': ['blkparse', 3, 'the binary log of blktrace'],
  'blktrace-swapped.bin': ['blkparse', 3, 'the binary log of blktrace'],
  'vscsi-1.bin': ['csv', 3, 'a binary vscsi trace, version 1'],
  'vscsi-2.bin': ['csv', 3, 'a binary vscsi trace, version 2'],
  'oracle-general.bin': ['csv', 5, 'a binary oracleGeneral trace'],
};

/** What the SPC trace is packed in. */
const PACKED = readdirSync(`${FOLDER}packed`).sort();

async function dropped(page: Page, file: string, title: string, requests: number): Promise<void> {
  const card = page.locator('.trace-card');
  const name = file.slice(file.lastIndexOf('/') + 1);
  await drop(page, name, readFileSync(FOLDER + file));
  await expect(card.locator('header b')).toHaveText(name);
  await expect(card.locator('header span')).toContainText(`${title} (`);
  // "3", or of several devices "2 of 3, 2 devices in the file".
  await expect(card.locator('dt:text-is("requests") + dd')).toHaveText(new RegExp(`(^|of )${requests}(,|$)`));
  await expect(alert(page)).toBeHidden();
  await idle(page);
}

test('a trace of every format is recognised by name, with its requests', async ({ page }) => {
  await open(page);
  await expect.poll(() => page.evaluate(() => window.flashlab?.state().schema)).not.toBeNull();
  const formats = await page.evaluate(() => window.flashlab?.state().schema?.formats ?? []);
  const titles = new Map(formats.map(({ name, title }) => [name, title]));
  // A new format comes with its trace.
  expect([...titles.keys()]).toEqual(Object.keys(REQUESTS));
  const files = readdirSync(FOLDER).filter((file) => /\.(txt|bin)$/.test(file));
  expect(files.sort()).toEqual([...formats.map(({ name }) => `${name}.txt`), ...Object.keys(BINARY)].sort());
  for (const [name, requests] of Object.entries(REQUESTS))
    await test.step(name, () => dropped(page, `${name}.txt`, titles.get(name) ?? name, requests));
  for (const [file, [name, requests, says]] of Object.entries(BINARY))
    await test.step(file, async () => {
      await dropped(page, file, titles.get(name) ?? name, requests);
      await expect(page.locator('.trace-card .note', { hasText: says })).toBeVisible();
    });
  for (const file of PACKED)
    await test.step(file, () => dropped(page, `packed/${file}`, titles.get('spc') ?? 'SPC', REQUESTS.spc ?? 0));
});
