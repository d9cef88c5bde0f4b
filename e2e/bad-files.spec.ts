import { gzipSync } from 'node:zlib';
import { choose, dropAndWait } from './support/files';
import { alert, expect, expectToyWorks, open, playedPast, test } from './support/page';
import { msrText, spcText } from './support/traces';

const MIB = 2 ** 20;
const msr = msrText(1000);
const lines = msr.trimEnd().split('\n');

/** The good trace with one column of line 11 replaced. */
const withColumn = (column: number, text: string): string =>
  lines
    .map((line, index) => (index === 10 ? line.split(',').with(column, text).join(',') : line))
    .concat('')
    .join('\n');

const REFUSED: readonly { what: string; name: string; content: string | Uint8Array; says: RegExp[] }[] = [
  { what: 'nothing', name: 'empty.csv', content: '', says: [/empty\.csv/, /empty/] },
  {
    what: 'a binary file',
    name: 'picture.bin',
    content: Uint8Array.from({ length: 4096 }, (_, at) => (at * 211 + 128) % 256),
    says: [/picture\.bin/, /line 1/, /not text|text/],
  },
  { what: 'prose', name: 'letter.txt', content: 'Dear reader,\nthis is no trace.\n', says: [/letter\.txt/, /line 1/] },
  {
    what: 'a gzip cut short before its first request',
    name: 'cut.gz',
    content: gzipSync(msr).subarray(0, 40),
    says: [/cut\.gz/, /cut short/],
  },
  {
    what: 'a damaged gzip',
    name: 'damaged.gz',
    content: gzipSync(msr).fill(0xff, 60, 90),
    says: [/damaged\.gz/, /gzip file cannot be read/],
  },
  {
    what: 'a zip archive cut short',
    name: 'trace.zip',
    content: 'PK\x03\x04 and more',
    says: [/trace\.zip/, /cut short/],
  },
  {
    what: 'an archive that is not unpacked',
    name: 'trace.xz',
    content: Buffer.from('\xfd7zXZ and more', 'latin1'),
    says: [/trace\.xz/, /xz archive/, /xz -d/],
  },
];

for (const { what, name, content, says } of REFUSED) {
  test(`a file is refused with the reason, and the page goes on: ${what}`, async ({ page }) => {
    await open(page);
    await dropAndWait(page, name, content);
    for (const words of says) await expect(alert(page)).toContainText(words);
    await alert(page).getByRole('button', { name: 'Close' }).click();
    await expect(alert(page)).toBeHidden();
    await expectToyWorks(page);
  });
}

/** What a card says of lines it could not understand, among a thousand it could. */
const BAD_LINES: readonly { what: string; content: string; says: RegExp[]; bad: number }[] = [
  { what: 'a negative size', content: withColumn(5, '-4096'), says: [/line 11/, /size/i, /-4096/], bad: 1 },
  {
    what: 'an offset past 2^63',
    content: withColumn(4, '9223372036854775809'),
    says: [/line 11/, /offset/i, /9223372036854775809/],
    bad: 1,
  },
  {
    what: 'an offset past 2^64',
    content: withColumn(4, '99999999999999999999'),
    says: [/line 11/, /offset/i, /99999999999999999999/],
    bad: 1,
  },
  {
    what: 'a request of 512 TiB',
    content: withColumn(5, String(2 ** 49 - 1)),
    says: [/line 11/, /size/i, /562949953421311/, /4 GiB/],
    bad: 1,
  },
  {
    what: 'lines of another format in between',
    content: lines.toSpliced(500, 0, ...spcText(5).trimEnd().split('\n')).join('\n'),
    says: [/line 501/],
    bad: 5,
  },
];

for (const { what, content, says, bad } of BAD_LINES) {
  test(`a line that is not understood is told with its place: ${what}`, async ({ page }) => {
    await open(page);
    await dropAndWait(page, 'disk.csv', content);
    const card = page.locator('.trace-card');
    for (const words of says) await expect(card.locator('.bad-line').first()).toContainText(words);
    await card.getByRole('button', { name: `Skip ${bad} line` }).click();
    await playedPast(page, 0);
    await expectToyWorks(page);
  });
}

test('a gzip cut short keeps what came before the cut, and says so', async ({ page }) => {
  await open(page);
  const whole = gzipSync(msr);
  await dropAndWait(page, 'cut.csv.gz', whole.subarray(0, whole.length / 2));
  await expect(page.locator('.trace-card')).toContainText('cut short');
  await page.locator('.trace-card').getByRole('button', { name: 'Run it' }).click();
  await playedPast(page, 0);
  await expectToyWorks(page);
});

test('a line of 20 MB is refused by its number, without the page coming to a halt', async ({ page }) => {
  await open(page);
  const long = Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.alloc(20 * MIB, '7'), Buffer.from('\n')]);
  await choose(page, 'long.csv', long);
  await expect(alert(page)).toContainText('long.csv: line 2 is longer than');
  await expectToyWorks(page);
});

test('a gzip that unpacks to a gibibyte of zeros is refused', async ({ page }) => {
  await open(page);
  const member = gzipSync(Buffer.alloc(64 * MIB));
  await choose(page, 'zeros.gz', Buffer.concat(Array.from({ length: 16 }, () => member)));
  await expect(alert(page)).toContainText('zeros.gz: line 1');
  await expectToyWorks(page);
});

/** Two gibibytes and more of long empty lines in a few mebibytes: they cost time, and none of them is wrong. */
function bomb(): Buffer {
  const line = Buffer.alloc(60_000, ' ').fill('\n', 59_999);
  const member = gzipSync(Buffer.concat(Array.from({ length: 1000 }, () => line)));
  return Buffer.concat(Array.from({ length: 60 }, () => member));
}

test('a gzip that unpacks without end tells how far it is, can be cancelled, and leaves the page alive', async ({
  page,
}) => {
  await open(page);
  await choose(page, 'bomb.gz', bomb());
  const loading = page.locator('.loading');
  await expect(loading).toContainText('Reading bomb.gz');
  await expect(loading.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/);
  await loading.getByRole('button', { name: 'Cancel' }).click();
  await expect(loading).toBeHidden();
  await expect(alert(page)).toBeHidden();
  await expect(page.locator('.trace-card')).toBeHidden();
  await expectToyWorks(page);
});

test('a gzip that unpacks without end is stopped at the limit', async ({ page }) => {
  await open(page);
  await choose(page, 'bomb.gz', bomb());
  await expect(alert(page)).toContainText('stopped after 2147483648 bytes', { timeout: 50_000 });
  await expectToyWorks(page);
});
