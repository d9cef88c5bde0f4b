/** What people come for, from the start page on: each in at most four actions, and answered by what is then in sight. */

import { drop } from './support/files';
import { expect, idle, open, type Page, stage, test } from './support/page';
import { spcText } from './support/traces';

const ACTIONS_MAX = 4;

/** Counts what is done by hand. Nobody waits for a run that plays. */
function hand(page: Page) {
  let actions = 0;
  const act = async (what: Promise<unknown>): Promise<void> => {
    actions++;
    expect(actions, 'actions so far').toBeLessThanOrEqual(ACTIONS_MAX);
    await what;
  };
  return {
    click: (name: string | RegExp) => act(page.getByRole('button', { name }).first().click()),
    press: (key: string) => act(page.keyboard.press(key)),
    drop: (name: string, content: string) => act(drop(page, name, content)),
    /** On page 1 of a block of the toy. */
    point: (block: number) => act(pointAt(page, block)),
  };
}

async function pointAt(page: Page, block: number): Promise<void> {
  const box = await stage(page).boundingBox();
  if (!box) throw new Error('expected a stage');
  await stage(page).click({ position: { x: (box.width * (block + 0.5)) / 8, y: box.height * 0.5 } });
}

const says = (page: Page) => page.locator('.headline .news');
const why = (page: Page) => page.locator('.headline .why');

test('see a swap and say why', async ({ page }) => {
  await open(page);
  const { click } = hand(page);
  await click('Figure 2 of the C-lash paper');
  // It plays into the swap.
  await expect(page.locator('.clash')).toContainText('block < set: swap, 3 − 2 = 1 free', { timeout: 20_000 });
  await expect(says(page)).toContainText('B21');
});

test('find why block 4 was chosen, and why now', async ({ page }) => {
  await open(page);
  const { click, point } = hand(page);
  await click('Open the workbench');
  await click('Pause');
  await point(4);
  await click('To when block 4 is chosen');
  await expect(says(page)).toContainText(/GC picks block 4: (\d|none) of its 4 pages/);
  await expect(why(page)).toContainText(/free blocks \d+ ≤ low mark \d+/);
  await expect(page.locator('.decision [aria-current="true"]')).toContainText('block 4');
});

test('drop a trace and read its p99', async ({ page }) => {
  await open(page);
  const { click, press, drop } = hand(page);
  await drop('mine.spc', spcText(2000));
  await click(/^Run /);
  await press('End');
  await expect(page.locator('.rail')).toContainText(/P99 \d/, { timeout: 20_000 });
});

test('compare two policies and say who wins and why', async ({ page }) => {
  await open(page);
  const { click, press } = hand(page);
  await click('Open the workbench');
  await click(/^Compare$/);
  await click('Four ways to choose a victim');
  await expect(page.getByRole('article', { name: /^Lane [A-D]$/ })).toHaveCount(4);
  await idle(page);
  await press('End');
  await expect(page.locator('.compare-headline .news')).toContainText(/is fastest: mean/, { timeout: 20_000 });
  await expect(page.locator('.time-why')).toContainText(/ is \d.*\sslower than .: \d+\s% of the difference is \w/);
});

test('show a full merge to a class in under a minute', async ({ page }) => {
  await open(page);
  const { click, press } = hand(page);
  const begun_ms = Date.now();
  await click('One page rewritten, 63 others moved');
  await press('p');
  await expect(page.getByRole('toolbar', { name: 'Presenting' })).toBeAttached();
  await expect(says(page)).toContainText(/merge|rebuilt|in one block again/, { timeout: 30_000 });
  expect(Date.now() - begun_ms).toBeLessThan(60_000);
});
