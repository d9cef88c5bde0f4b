/** An operation log of another simulator, dropped on the page: carried out on the stage without a policy of ours, every rule of flash checked. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drop } from './support/files';
import {
  alert,
  expect,
  idle,
  lastOperation,
  news,
  open,
  type Page,
  place,
  playedPast,
  press,
  run,
  stateHash,
  test,
} from './support/page';

const LOG = readFileSync(
  fileURLToPath(new URL('../sim-core/tests/fixtures/traces/operations.txt', import.meta.url)),
  'utf8',
);
const ROWS = LOG.trimEnd().split('\n').slice(1);

async function carryOut(page: Page, log: string): Promise<void> {
  await open(page);
  await drop(page, 'other.csv', log);
  await page.getByRole('button', { name: /^Carry out its \d+ operations$/ }).click();
  await playedPast(page, 0);
  await press(page, 'End');
}

test('a log is carried out to its end in two actions, forwards and back, and its requests run on other designs', async ({
  page,
}) => {
  await carryOut(page, LOG);
  expect(await place(page)).toMatchObject({ op: ROWS.length, ended: 'done' });
  await expect(alert(page)).toBeHidden();
  // Its device may have had stripes or not: what is only told of stripes is not told of it.
  await expect(page.locator('.panel', { hasText: 'Latency tail' })).toBeVisible();
  await expect(page.locator('.panel', { hasText: 'Blocked reads' })).toBeHidden();
  const end = await stateHash(page);
  // The row of the log that one goes back to is the one that is told.
  for (let row = ROWS.length - 1; row > ROWS.length - 12; row -= 1) {
    await run(page, 'transport.seek', { op: row });
    expect((await place(page)).op).toBe(row);
    const [op, kind] = (ROWS[row - 1] ?? '').split(',');
    expect(await lastOperation(page)).toMatchObject({ index: Number(op), kind });
  }
  await press(page, 'End');
  expect(await stateHash(page)).toBe(end);
  await press(page, 'Home');
  // A collection can be gone to, as in a run of ours.
  await page.keyboard.press('g');
  await idle(page);
  expect(await lastOperation(page)).toMatchObject({ kind: 'gc-start' });
  const victim = ROWS.find((row) => row.includes(',gc-start,'))?.split(',')[13];
  await expect(news(page)).toContainText(`block ${victim}`);
});

test('the first rule that a log breaks ends the run, with the line of the log', async ({ page }) => {
  // The erase of a collection is told of another block, which still holds data.
  const erase = ROWS.find((row) => row.includes(',erase,')) ?? '';
  const other = erase.split(',').with(13, '3').join(',');
  await carryOut(page, LOG.replace(erase, other));
  await expect(news(page)).toHaveText(
    /^A rule of flash is broken: other\.csv, line 44: erase of block 3 with 4 valid pages\.$/,
  );
  await expect(page.locator('footer.status').filter({ hasText: 'seed' })).toContainText('✕ a rule of flash is broken');
  await expect(page.locator('.decision')).toContainText('The log says what was done, not why.');
  expect((await place(page)).ended).toBe('rule');
});
