/** Power is cut where one stands: what is lost is told, in one lane and side by side, as the command line counts it; and it is taken back. */

import { flashlab } from './support/native';
import { expect, idle, open, operations, type Page, place, press, run, TOY, test } from './support/page';

const BUFFERED = `${TOY}&buffer.kind=lru&buffer.bytes=4096`;
const power = (page: Page) => page.getByRole('button', { name: 'Cut power' });
const news = (page: Page) => page.locator('.news:visible');

/** What the command line says was lost, of the experiment in the address. */
async function lostNatively(page: Page): Promise<number> {
  const fields = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const settings = [...fields].filter(([path]) => path.includes('.'));
  const report = JSON.parse(
    await flashlab('run', '--json', ...settings.flatMap(([path, value]) => ['--set', `${path}=${value}`])),
  );
  return report.power_loss.lost_pages;
}

test('power is cut in mid-run by a key: what the buffer held is lost, recovery can be stepped through, and it is taken back', async ({
  page,
}) => {
  await open(page, BUFFERED);
  await run(page, 'transport.seek-request', { request: 40 });
  await idle(page);
  const before = await place(page);
  await press(page, '0');
  await idle(page);
  await expect(news(page)).toHaveText(
    /^Power was cut, and the device has recovered: \d+ acknowledged pages are lost \(\d+ show an older version\); recovery: \d+ pages read/,
  );
  await expect(power(page)).toHaveAttribute('aria-pressed', 'true');
  const lost = Number(/(\d+) acknowledged/.exec((await news(page).textContent()) ?? '')?.[1]);
  expect(lost).toBe(await lostNatively(page));
  expect((await place(page)).request, 'at the latest before the next request').toBeLessThanOrEqual(before.request + 1);

  const recovered = await operations(page);
  await page.getByRole('button', { name: 'Step back' }).click();
  await idle(page);
  expect(await operations(page)).toBe(recovered - 1);
  await expect(news(page)).not.toHaveText(/^Power was cut/);

  await power(page).click();
  await idle(page);
  await expect(power(page)).toHaveAttribute('aria-pressed', 'false');
  expect(new URL(page.url()).hash).not.toContain('power_cut');
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
  expect((await place(page)).ended).toBe('done');
  await expect(power(page), 'a run that is over').toBeDisabled();
});

test('side by side it is told who loses least, and what each lost and did to recover', async ({ page }) => {
  await open(page, BUFFERED);
  await run(page, 'compare.add', {});
  await run(page, 'compare.focus', { lane: 1 });
  await run(page, 'experiment.set', { path: 'buffer.kind', value: 'none' });
  await run(page, 'compare.focus', {});
  await run(page, 'transport.seek-request', { request: 40 });
  await idle(page);
  await power(page).click();
  await idle(page);
  await expect(news(page)).toHaveText(/^Power was cut: B loses no acknowledged page, A loses \d+\.$/);
  await expect(page.locator('.compare-headline .why li')).toHaveText([
    /^A: \d+ acknowledged pages are lost .+; recovery: /,
    /^B: no acknowledged page is lost; recovery: /,
  ]);
  await power(page).click();
  await idle(page);
  await expect(news(page)).toHaveText(/^At request 4\d /);
});
