import { drop } from './support/files';
import { alert, expect, idle, open, type Page, place, playedPast, test } from './support/page';

/** A stranger's trace: no name of a column and no word of an operation is known, and columns stand between semicolons. */
const STRANGE = `lat;when_ms;verb;begin;much\n${Array.from(
  { length: 400 },
  (_, at) => `${at % 7};${at * 2}.5;${at % 4 === 0 ? 'GET' : 'PUT'};${(at * 37) % 900};${8 * (1 + (at % 3))}`,
).join('\n')}\n`;

const document = (page: Page) => page.evaluate(() => window.flashlab?.state().document.workload);

test('a trace of a stranger is dropped, its columns are guessed and set right, and it is on the stage: four actions', async ({
  page,
}) => {
  await open(page);
  await drop(page, 'strange.csv', STRANGE); // one
  await expect(page.getByRole('heading', { name: /strange.csv is of no format that is known here/ })).toBeVisible();
  await expect(alert(page)).toBeHidden();
  const read = page.getByRole('region', { name: 'As it would be read' });
  await expect(page.getByLabel('What verb is')).toHaveValue('op');
  await expect(page.getByLabel('What GET means')).toHaveValue('read');
  await page.getByLabel('Unit of when_ms').selectOption('ms'); // two
  await expect(read.getByRole('row').nth(1)).toHaveText(/\+0.*read.*0.*4\sKiB/);
  await expect(read.getByRole('row').nth(2)).toHaveText(/\+2\sms.*write.*18\s944.*8\sKiB/);
  await page.getByRole('button', { name: 'Read the trace' }).click(); // three
  await expect(page.locator('.trace-page h1')).toContainText('400 requests');
  await idle(page);
  await page.getByRole('button', { name: 'Run it' }).click(); // four
  await playedPast(page, 0);
  expect((await place(page)).requests).toBe(400);
  expect(await document(page)).toMatchObject({
    columns: 'time=2:ms,op=3:GET/PUT,offset=4:sectors,size=5:sectors',
  });
});

test('by keys alone: what is missing is said, and nothing is read without it', async ({ page }) => {
  await open(page);
  await drop(page, 'strange.csv', STRANGE);
  const where = page.getByLabel('What begin is');
  await where.focus();
  await where.selectOption('ignore');
  await expect(where).toBeFocused();
  await expect(page.getByText('with the address among them')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Read the trace' })).toBeDisabled();
  await where.selectOption('offset');
  const read = page.getByRole('button', { name: 'Read the trace' });
  await expect(read).toBeEnabled();
  await read.press('Enter');
  await expect(page.locator('.trace-page h1')).toContainText('400 requests');
});
