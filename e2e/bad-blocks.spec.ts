/** An erase or a program fails where one stands: its block goes bad, the design goes on without it or not at all, or it is replaced; and it is taken back. */

import { flashlab } from './support/native';
import { expect, idle, news, open, type Page, place, press, run, TOY, test } from './support/page';

const bad = (page: Page) => page.evaluate(() => window.flashlab?.state().frame?.bad_blocks);
/** What the report counts. */
const counts = (page: Page) =>
  page.evaluate(
    async () =>
      (await window.flashlab?.report()) as {
        nand_erases: number;
        nand_programs: number;
        causes: { programs: Record<string, number> };
      },
  );
const mend = (page: Page) => page.getByRole('button', { name: 'Mend' });

/** Four designs side by side, in all of which something fails from request 60 on. */
async function fourLanes(page: Page, button: string): Promise<void> {
  await open(page, TOY);
  await run(page, 'compare.designs');
  await run(page, 'transport.seek-request', { request: 60 });
  await page.getByRole('button', { name: button }).click();
  await idle(page);
}

test('an erase fails by a key: its block goes bad, and it is mended again', async ({ page }) => {
  await open(page, TOY);
  await run(page, 'transport.seek-request', { request: 100 });
  await expect(mend(page)).toBeHidden();
  await press(page, '9');
  await expect(news(page)).toHaveText(/^Block \d+ goes bad: it takes no more data\./);
  await expect(page.locator('.why')).toContainText(/the erase of block \d+ failed/);
  expect(await bad(page)).toBe(1);
  const { op } = await place(page);
  await press(page, 'ArrowLeft');
  expect((await place(page)).op).toBe(op - 1);
  await press(page, '9');
  expect(await bad(page), 'one after the other').toBe(2);

  await run(page, 'transport.end');
  const fields = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const settings = [...fields]
    .filter(([path]) => path.includes('.'))
    .flatMap(([path, value]) => ['--set', `${path}=${value}`]);
  const native = JSON.parse(await flashlab('run', '--json', ...settings));
  expect(await page.evaluate(() => window.flashlab?.report())).toMatchObject({ nand_erases: native.nand_erases });

  const { request } = await place(page);
  await mend(page).click();
  await idle(page);
  expect(await bad(page)).toBe(0);
  expect((await place(page)).request).toBe(request);
  expect(new URL(page.url()).hash).not.toContain('erase_failures');
  await expect(mend(page)).toBeHidden();
});

test('side by side each design loses a block, or ends by it', async ({ page }) => {
  await fourLanes(page, 'Let an erase fail');
  await expect(page.locator('.news:visible')).toHaveText(
    /Bad blocks: A none yet, B none yet, C none yet, D none yet\.$/,
  );
  await run(page, 'transport.end');
  await expect(page.locator('.news:visible')).toHaveText(/Bad blocks: A 1, B 1, C 1, D 1\.$/);
  await expect(page.locator('.news:visible')).toHaveText(
    /stopped early, at request \d+ of .+ is bad, and B\d+ has no other place/,
  );
});

test('a program fails by a key: its block is replaced from the reserve, and the design is as far as without it', async ({
  page,
}) => {
  await open(page, TOY);
  await run(page, 'transport.end');
  const before = await counts(page);
  await run(page, 'transport.seek-request', { request: 100 });
  await press(page, '8');
  await expect(news(page)).toHaveText(
    /^Block \d+ is bad, and replaced: its address leads to a block in reserve now, to which \d+ pages? (was|were) copied\.$/,
  );
  await expect(page.locator('.why')).toContainText(/a program in block \d+ failed/);
  expect(await bad(page)).toBe(0);
  expect(await page.evaluate(() => window.flashlab?.state().frame?.replaced_blocks)).toBe(1);
  await press(page, 'ArrowLeft');
  await expect(news(page)).toHaveText(/is copied to the same page of the block in reserve\.|fails: its block is bad/);

  await run(page, 'transport.end');
  const after = await counts(page);
  expect(after.nand_erases).toBe(before.nand_erases);
  expect(after.nand_programs).toBe(before.nand_programs + Number(after.causes.programs.replace));

  await mend(page).click();
  await idle(page);
  expect(new URL(page.url()).hash).not.toContain('program_failures');
  await expect(mend(page)).toBeHidden();
});

test('side by side each design replaces its block', async ({ page }) => {
  await fourLanes(page, 'Let a program fail');
  await run(page, 'transport.end');
  await expect(page.locator('.news:visible')).toHaveText(
    /Bad blocks: A 1 \(replaced\), B 1 \(replaced\), C 1 \(replaced\), D 1 \(replaced\)\.$/,
  );
});
