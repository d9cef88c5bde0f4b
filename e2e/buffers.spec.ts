/** Write buffers on their stage: l-buffer tried with another α, tuning itself, and a shelf of blocks; over a layer with a stage of its own. */

import { violations } from './support/axe';
import { expect, idle, news, open, type Page, pause, place, press, run, TOY, test } from './support/page';

const account = (page: Page, name: string) => page.locator(`.buffer-stage [data-account="${name}"] li`);
const slider = (page: Page) => page.getByRole('slider', { name: 'Try another α' });
const plot = (page: Page) => page.getByRole('application', { name: 'Groups by age and size' });
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const said = (page: Page) => page.locator('.probe-said');
/** The group on top of the ranking. */
const first = (page: Page) => part(page, 'Groups by density').locator('tbody tr').first();

const told = async (page: Page): Promise<string[]> => {
  await idle(page);
  return page.locator('#buffer-told li').allTextContents();
};

const alphaInForce = (page: Page): Promise<number | null> =>
  page.evaluate(() => window.flashlab?.state().frame?.layer.buffer?.density?.alpha ?? null);

/** Opens the example as a visitor does, and goes to its sixth session. */
async function openTuned(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'A buffer that tunes itself' }).click();
  await expect(plot(page)).toBeVisible();
  await pause(page);
  await run(page, 'transport.seek-request', { request: 3000 });
}

/** Opens the small example, and goes to its first flush. */
async function openShelf(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'Whole blocks leave the buffer' }).click();
  await expect(page.getByRole('application', { name: 'What is in RAM' })).toBeVisible();
  await pause(page);
  await press(page, 'Home', 'ArrowRight');
}

/** Drags the mark of the slider to a value of α. */
async function dragTo(page: Page, from: number, alphas: readonly number[], seen: () => Promise<void>): Promise<void> {
  const box = await slider(page).boundingBox();
  if (!box) throw new Error('no slider');
  const x = (alpha: number): number => box.x + ((alpha + 1) / 2) * box.width;
  await page.mouse.move(x(from), box.y + 12);
  await page.mouse.down();
  for (const alpha of alphas) {
    await page.mouse.move(x(alpha), box.y + 12, { steps: 4 });
    await seen();
  }
  await page.mouse.up();
}

test('dragging α from −1 to 1 shows who would leave, and changes nothing in the device', async ({ page }) => {
  await openTuned(page);
  const before = await place(page);
  const running = await alphaInForce(page);
  const leaves = await first(page).locator('th').textContent();
  const victims: string[] = [];
  await dragTo(page, running ?? 0, [-1, -0.5, 0, 0.5, 1], async () => {
    await expect(said(page)).toContainText(/What if|leaves first/);
    victims.push((await first(page).locator('th').textContent()) ?? '');
  });
  // At −1 the oldest of all leaves, at 1 the largest.
  const all = await page.evaluate(() => window.flashlab?.state().frame?.layer.buffer?.all);
  const most = (values: readonly number[]): number[] =>
    values.flatMap((value, i) => (value === Math.max(...values) ? [all?.lbn[i] ?? -1] : []));
  expect(most(all?.age ?? []).map((lbn) => `◆B${lbn}`)).toContain(victims[0]);
  expect(most(all?.size ?? []).map((lbn) => `◆B${lbn}`)).toContain(victims.at(-1));
  expect(new Set(victims).size).toBeGreaterThan(1);
  await expect(said(page)).toContainText(/^What if: with α = 1, B\d+ would leave: \d+ sectors/);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /α = 1, only size counts.*would leave first/);
  expect(await place(page)).toEqual(before);
  expect(await alphaInForce(page)).toBe(running);

  await page.getByRole('button', { name: /^Back to α/ }).click();
  await expect(first(page).locator('th')).toHaveText(leaves ?? '');
  await expect(said(page)).toContainText('tuned in the device');
});

test('by keys alone: groups one after another, another α, and back', async ({ page }) => {
  await openTuned(page);
  await plot(page).focus();
  await page.keyboard.press('ArrowRight');
  const spoken = plot(page).locator('[aria-live]');
  await expect(spoken).toContainText(/^B\d+, leaves first, \d+ pages?, \d+ sectors.*1\/θ = /);
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toContainText('1 leave before it');
  await expect(part(page, 'Groups by density').locator('tbody tr').nth(1)).toHaveClass(/is-here/);
  await expect(page.locator('.density-formula')).toContainText(/= age1−α · size1\+α = .* = /);
  await page.keyboard.press('Escape');
  await expect(page.locator('.density-card')).toBeHidden();

  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '-1');
  await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '-0.5');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '-0.45');
  const { op } = await place(page);
  await page.keyboard.press('Escape');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', String(await alphaInForce(page)));
  expect((await place(page)).op).toBe(op);
});

test('run with another α: it is fixed, at the same request, and the rehearsals say so', async ({ page }) => {
  await openTuned(page);
  const { request } = await place(page);
  await slider(page).focus();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Run with α = 1' }).click();
  await idle(page);
  expect((await place(page)).request).toBe(request);
  expect(await alphaInForce(page)).toBe(1);
  await expect(part(page, 'Rehearsals of this session')).toContainText('α = 1 is fixed: nothing is rehearsed');
  await expect(page.locator('.failure')).toBeHidden();
});

test('at the end of a session α changes by itself, on the slider and in its past', async ({ page }) => {
  await openTuned(page);
  await press(page, 'Home');
  await run(page, 'transport.unit', { unit: 'session' });
  await press(page, 'ArrowRight');
  await expect(news(page)).toContainText('Session 1 is over');
  for (let session = 2; session < 8 && (await alphaInForce(page)) === 1; session++) await press(page, 'ArrowRight');
  const alpha = await alphaInForce(page);
  expect(alpha).not.toBe(1);
  await expect(news(page)).toContainText('the device takes it up from α = 1');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', String(alpha));
  await expect(part(page, 'α so far').getByRole('img')).toHaveAttribute('aria-label', /session 1: α = 1;.*now α = /);
  await expect(part(page, 'Decision')).toContainText('Which α?');
  const after = await told(page);
  await press(page, 'ArrowLeft', 'ArrowRight');
  expect(await told(page)).toEqual(after);
});

test('an eviction is told with both prices, and the same when it is reached from behind', async ({ page }) => {
  await openTuned(page);
  await run(page, 'transport.unit', { unit: 'flush' });
  await press(page, 'ArrowRight');
  await expect(news(page)).toContainText('is the least dense group');
  await expect(account(page, 'Cost')).toHaveText([/^(plug|log): .*reads?/, /^(plug|log): .*reads?/]);
  await expect(account(page, 'This step')).toHaveText([/^B\d+ leaves with \d+ pages?/]);
  await expect(part(page, 'Log it, or plug its holes?')).toContainText(/◆ (plug|log)/);
  const here = await told(page);
  await run(page, 'transport.unit', { unit: 'operation' });
  await press(page, 'ArrowRight');
  expect(await told(page)).not.toEqual(here);
  await press(page, 'ArrowLeft');
  expect(await told(page)).toEqual(here);
});

test('a session’s end can be stopped at; flushes, plugs and sessions stand on the timeline', async ({ page }) => {
  await openTuned(page);
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await page.getByLabel('Condition').selectOption({ label: 'a session of rehearsals ends' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await idle(page);
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
  await expect(news(page)).toContainText('Session 6 is over');
  await expect(page.locator('.timeline .marks .session')).toHaveCount(6);
  await expect(page.locator('.timeline .marks .flushes')).not.toHaveCount(0);
  const line = await page.locator('.timeline').boundingBox();
  if (!line) throw new Error('no timeline');
  const share = await page.evaluate(() => {
    const { marks, position } = window.flashlab?.state().frame ?? {};
    if (!marks || !position) throw new Error('no marks');
    const requests = Math.ceil(position.requests / marks.plugs.length);
    return ((marks.plugs.findIndex((plugs) => plugs > 0) + 0.5) * requests) / position.requests;
  });
  await page.mouse.move(line.x + line.width * share, line.y + 20);
  await expect(page.locator('.timeline .tip')).toContainText(/flush.*plug/);
  await expect(part(page, 'Write buffer')).toContainText(/flushes of \d+\.\d+ pages each, \d+ plugged/);
});

test('a shelf: what leaves steps off, is written page by page, and is gone', async ({ page }) => {
  await openShelf(page);
  await expect(news(page)).toContainText('is the group written least recently');
  const leaving = (await account(page, 'This step').first().textContent()) ?? '';
  const block = /^B\d+/.exec(leaving)?.[0] ?? '';
  const pages = Number(/with (\d+) page/.exec(leaving)?.[1]);
  await expect(page.locator('.strip-said')).toContainText(`${block}: `);
  await expect(page.locator('.shelf-box.is-leaving')).toHaveCount(1);
  await run(page, 'transport.unit', { unit: 'operation' });
  for (let written = 1; written < pages; written++) {
    await press(page, 'ArrowRight');
    await expect(page.locator('.strip-said')).toContainText(`${written} of ${pages} written`);
  }
  const held = account(page, 'Order of leaving').filter({ hasText: `${block}:` });
  for (let step = 0; step < 3 && (await held.count()) > 0; step++) await press(page, 'ArrowRight');
  await expect(held).toHaveCount(0);
  await expect(page.locator('.strip-said')).toContainText('Nothing leaves now');
  await expect(page.locator('.shelf-box.is-leaving')).toHaveCount(0);
});

test('the cursor says what a column is', async ({ page }) => {
  await openShelf(page);
  await page.getByRole('application', { name: 'What is in RAM' }).focus();
  await page.keyboard.press('ArrowRight');
  const spoken = page.locator('.shelf-surface [aria-live]');
  await expect(spoken).toContainText(/^B\d+, /);
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toContainText(/untouched for \d+ writes?/);
});

test('buffer, layer and flash are each a step down, and V goes round', async ({ page }) => {
  await openShelf(page);
  const show = page.getByRole('group', { name: 'Show' });
  await expect(show.getByRole('button', { pressed: true })).toHaveText('Buffer');
  await show.getByRole('button', { name: 'Layer' }).click();
  await expect(page.locator('.logs')).toBeVisible();
  await expect(page.locator('.buffer-stage')).toBeHidden();
  await expect(part(page, 'Translation layer')).toContainText('FAST');
  await press(page, 'v');
  await expect(page.locator('.stage-surface')).toBeVisible();
  await press(page, 'v');
  await expect(page.locator('.shelf-stage')).toBeVisible();
  await run(page, 'view.stage', { view: 'layer' });
  await page.reload();
  await page.waitForFunction(() => window.flashlab !== undefined);
  await expect(page.locator('.logs')).toBeVisible();
});

test('with motion it ends where it should', async ({ page }) => {
  await openShelf(page);
  const still = await told(page);
  await press(page, 'ArrowLeft');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await press(page, 'ArrowRight');
  expect(await told(page)).toEqual(still);
});

for (const theme of ['light', 'dark']) {
  test(`nothing stands in the way of assistive technology, ${theme}`, async ({ page }) => {
    await openTuned(page);
    await run(page, 'view.theme', { theme });
    expect(await violations(page)).toEqual([]);
    await slider(page).focus();
    await page.keyboard.press('End');
    expect(await violations(page)).toEqual([]);
    await run(page, 'experiment.example', { id: 'bplru', play: false });
    await run(page, 'transport.next', { unit: 'flush' });
    expect(await violations(page)).toEqual([]);
  });
}

test('on a phone both are one column and no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
  await openTuned(page);
  expect(await width()).toBeLessThanOrEqual(390);
  await expect(part(page, 'Groups by density')).toBeVisible();
  await openShelf(page);
  expect(await width()).toBeLessThanOrEqual(390);
});

for (const [kind, parts] of [
  ['lru', []],
  ['cflru', ['window, clean pages leave first']],
  ['fab', []],
  ['clc', ['by size']],
  ['ref', []],
  ['bpac', []],
  ['capbacked', []],
] as const)
  test(`${kind}: what was shown to leave next does leave next`, async ({ page }) => {
    await openShelf(page);
    await run(page, 'experiment.set', { path: 'buffer.kind', value: kind });
    await press(page, 'Home', 'ArrowRight');
    await idle(page);
    const view = () => page.evaluate(() => window.flashlab?.state().frame?.layer.buffer ?? null);
    const flushing = await view();
    expect(flushing?.capacity).toBe((24 * 2048) / 512);
    expect(flushing?.flush?.lbn).toBe(flushing?.next[0]?.lbn);
    for (const name of parts)
      await expect(page.getByRole('application', { name: 'What is in RAM' })).toContainText(name);
    expect((await told(page)).join(' ')).toContain(`B${flushing?.flush?.lbn}`);
  });

test('a line of pages: a hit moves to the front, the tail leaves, and both are told the same from behind', async ({
  page,
}) => {
  await open(page, `${TOY}&buffer.kind=lru&buffer.bytes=16384`);
  const view = () => page.evaluate(() => window.flashlab?.state().frame?.layer.buffer ?? null);
  const names = async (): Promise<number[]> => (await view())?.line?.front.map(({ lpn }) => lpn) ?? [];
  const said_here = page.locator('.line-said');
  await run(page, 'transport.unit', { unit: 'request' });
  const moved = async (): Promise<boolean> => {
    const use = (await view())?.line?.steps.at(-1);
    return use?.how === 'overwritten' && (use.from ?? 0) > 0;
  };
  for (let request = 0; request < 40 && !(await moved()); request++) await press(page, 'ArrowRight');
  const use = (await view())?.line?.steps.at(-1);
  const after = await names();
  expect(after[0]).toBe(use?.lpn);
  await expect(said_here).toContainText(/was written again in RAM: from (the tail|place \d+) it moves to the front/);
  await expect(account(page, 'Line').first()).toHaveText((await said_here.textContent()) ?? '');
  await expect(page.locator('.line-connector.is-moved')).toHaveCount(1);
  const here = await told(page);
  await press(page, 'ArrowRight', 'ArrowLeft');
  expect(await names()).toEqual(after);
  expect(await told(page)).toEqual(here);

  await run(page, 'transport.next', { unit: 'flush' });
  const flushing = await view();
  const tail = flushing?.line?.front.at(-1)?.lpn ?? -1;
  expect((flushing?.flush?.lbn ?? 0) * 4 + (flushing?.flush?.offsets[0] ?? 0)).toBe(tail);
  await expect(part(page, 'Decision').locator('tbody tr').first()).toContainText(`LPN ${tail} (`);
  await expect(page.locator('.line-connector.is-leaves')).toHaveCount(1);
  const surface = page.getByRole('application', { name: 'What is in RAM' });
  await surface.focus();
  await page.keyboard.press('ArrowRight');
  await expect(surface.locator('[aria-live]')).toContainText(
    /^Page \d·\d, logical page \d+, place 1 of 8 from the front/,
  );
  expect(await violations(page)).toEqual([]);
});

test('a capacitor, and room that pages and groups share, are told with what they keep and what moved', async ({
  page,
}) => {
  await open(page, `${TOY}&buffer.kind=capbacked&buffer.bytes=16384&device.clock=event`);
  await run(page, 'transport.seek-request', { request: 30 });
  await expect(part(page, 'What leaves next')).toContainText('A power cut now would lose nothing: the capacitor keeps');
  await run(page, 'experiment.set', { path: 'buffer.kind', value: 'bpac' });
  await run(page, 'transport.seek-request', { request: 60 });
  await expect(part(page, 'What leaves next')).toContainText(/A power cut now would lose \d+ pages?/);
  const share = await page.evaluate(() => window.flashlab?.state().frame?.layer.buffer?.line?.share ?? null);
  await expect(page.getByRole('application', { name: 'What is in RAM' })).toContainText(
    new RegExp(`of at most ${share?.now}block list|edge:.*${share?.now}`),
  );
});
