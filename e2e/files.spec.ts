import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { choose, drop, dropAndWait } from './support/files';
import { alert, expect, idle, open, operations, type Page, place, playedPast, press, TOY, test } from './support/page';
import { msrText, spcText } from './support/traces';

const card = (page: Page) => page.locator('.trace-card');

async function expectCard(page: Page, name: string, format: string, requests: string, span: string): Promise<void> {
  await expect(card(page)).toBeVisible();
  await expect(card(page)).toContainText(name);
  await expect(card(page)).toContainText(format);
  const fact = (term: string) => card(page).locator(`dt:text-is("${term}") + dd`);
  await expect(fact('requests')).toHaveText(requests);
  await expect(fact('span')).toHaveText(span);
}

async function runIt(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Run it' }).click();
  await expect(card(page)).toBeHidden();
  await playedPast(page, 100);
}

const half = 500;
const msr = msrText(2 * half);
const spc = spcText(2 * half);

const FILES: readonly { what: string; name: string; content: string | Uint8Array; format: string }[] = [
  { what: 'MSR text', name: 'disk.csv', content: msr, format: 'MSR Cambridge (certain)' },
  { what: 'MSR gzip', name: 'disk.csv.gz', content: gzipSync(msr), format: 'MSR Cambridge (certain)' },
  { what: 'SPC text', name: 'disk.spc', content: spc, format: 'SPC' },
  { what: 'SPC gzip', name: 'disk.spc.gz', content: gzipSync(spc), format: 'SPC' },
  {
    what: 'gzip in several members',
    name: 'parts.csv.gz',
    content: Buffer.concat([msr.slice(0, 9999), msr.slice(9999)].map((part) => gzipSync(part))),
    format: 'MSR Cambridge (certain)',
  },
  { what: 'MSR with line ends of Windows', name: 'crlf.csv', content: msr.replaceAll('\n', '\r\n'), format: 'MSR' },
  {
    what: 'MSR with a header row',
    name: 'header.csv',
    content: `Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n${msr}`,
    format: 'MSR Cambridge',
  },
];

for (const { what, name, content, format } of FILES) {
  test(`a dropped trace is told about and replayed: ${what}`, async ({ page }) => {
    await open(page);
    await dropAndWait(page, name, content);
    await expectCard(page, name, format, '1\u202f000', '999\u00a0ms');
    await runIt(page);
    await press(page, 'End');
    expect(await place(page)).toMatchObject({ request: 1000, ended: 'done' });
    expect(await page.evaluate(() => window.flashlab?.state().opened?.address_mode)).toBe('exact');
    await expect(alert(page)).toBeHidden();
  });
}

test('a trace dropped on the workbench takes the workload’s place on the device that is open', async ({ page }) => {
  await open(page, TOY);
  await drop(page, 'disk.csv', msr);
  await expectCard(page, 'disk.csv', 'MSR Cambridge (certain)', '1\u202f000', '999\u00a0ms');
  await runIt(page);
  await expect(page.locator('.recipe')).toContainText('toy');
  await expect(page.locator('.recipe')).toContainText('trace disk.csv, addresses fold');
  expect(await page.evaluate(() => window.flashlab?.state().opened?.address_mode)).toBe('fold');
});

test('of a trace with several disks the busiest is taken unless another is chosen, and what the others hold is said', async ({
  page,
}) => {
  await open(page);
  await dropAndWait(page, 'disks.csv', `${msrText(300, 0)}${msrText(700, 1)}not a request\n`);
  const requests = card(page).locator('dt:text-is("requests") + dd');
  await expect(requests).toHaveText('700 of 1\u202f000, 2 devices in the file');
  await expect(page.getByLabel('device')).toHaveValue('1');
  await page.getByLabel('device').selectOption('host.0, 300 requests');
  await expect(requests).toHaveText('300 of 1\u202f000, 2 devices in the file');
  await card(page).getByRole('button', { name: 'Skip 1 line' }).click();
  await playedPast(page, 100);
  expect((await place(page)).requests).toBeLessThan(1000);
  await expect(page.locator('.recipe')).toContainText('host.0 (300 of 1\u202f000 requests), 1 line not read');
  const trace = await page.evaluate(async () => (await window.flashlab?.report()) as { trace: unknown });
  expect(trace.trace).toMatchObject({
    requests: 1000,
    device: 0,
    bad_lines: { count: 1 },
    devices: [{ requests: 300 }, { requests: 700 }],
  });
});

test('a trace can be chosen in the browser’s dialog, and put aside', async ({ page }) => {
  await open(page);
  await choose(page, 'disk.spc', Buffer.from(spc));
  await expectCard(page, 'disk.spc', 'SPC', '1\u202f000', '999\u00a0ms');
  await card(page).getByRole('button', { name: 'Close' }).click();
  await idle(page);
  await expect(card(page)).toBeHidden();
});

test('an address that needs a trace asks for it and goes on when it comes', async ({ page }) => {
  await open(page, '#v=1&device.preset=toy&workload.kind=trace&workload.file=disk.csv&op=40');
  await expect(alert(page)).toContainText('disk.csv');
  await dropAndWait(page, 'disk.csv', msr);
  await expect.poll(() => operations(page)).toBe(40);
});

test('a file with another content than the link states is not run without a word', async ({ page }) => {
  const stated = '0'.repeat(64);
  await open(page, `#v=1&device.preset=toy&workload.kind=trace&workload.file=disk.csv&workload.sha256=${stated}`);
  await dropAndWait(page, 'disk.csv', msr);
  const sha256 = createHash('sha256').update(msr).digest('hex');
  for (const words of ['not the file that the experiment was made with', sha256, stated])
    await expect(alert(page)).toContainText(words);
  expect(await operations(page)).toBe(-1);
  await alert(page).getByRole('button', { name: 'Run with this file anyway' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  expect(await operations(page)).toBe(0);
  await expect.poll(() => page.url()).toContain(sha256);
});
