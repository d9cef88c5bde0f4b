/** A lecture: type that is read from the last row, a clicker's keys, notes in a second window, the pointer. */

import { violations } from './support/axe';
import { cutOff } from './support/clipping';
import { expect, idle, open, type Page, place, press, run, test } from './support/page';
import { forgetCanvasText, noteCanvasText, textBelow } from './support/text-size';

const LEAST_PX = 24;
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** A ready example at its characteristic moment; the step after it is what is looked at. */
const STAGES: readonly [id: string, unit: string][] = [
  ['toy', 'gc'],
  ['fast', 'merge'],
  ['clash-figure-2', 'swap'],
  ['lbuffer', 'flush'],
  ['ttflash', 'rebuild'],
  ['dftl', 'map-miss'],
];

const heading = (page: Page) => page.locator('.reader h2');

/** Presents, and has everything drawn anew at the size it then has. */
async function present(page: Page): Promise<void> {
  const loaded = page.getByRole('toolbar', { name: 'Presenting' });
  await press(page, 'p');
  await loaded.waitFor({ state: 'attached' });
  await idle(page);
  await forgetCanvasText(page);
}

/** Nothing is too small, and nothing has to be scrolled to. */
async function expectLegible(page: Page, what: string): Promise<void> {
  expect(await textBelow(page, LEAST_PX), what).toEqual([]);
  const over = await page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });
  expect(over, `${what}: pixels to scroll`).toEqual([0, 0]);
}

for (const size of SIZES)
  test(`at ${size.width} × ${size.height} all that can be read is ${LEAST_PX} pixels high`, async ({ page }) => {
    await page.setViewportSize(size);
    await noteCanvasText(page);
    await open(page);
    for (const [id, unit] of STAGES) {
      await run(page, 'experiment.example', { id, play: false });
      await run(page, 'transport.next', { unit });
      await present(page);
      await run(page, 'transport.next', { unit });
      await expectLegible(page, id);
      await press(page, 'Escape');
      expect(await page.evaluate(() => window.flashlab?.state().presenting)).toBe(false);
    }
  });

/** Lessons with a stage of each kind, lanes, long texts, and a comparison. */
const PRESENTED = [
  'clash-swap-by-swap',
  'garbage-collection',
  'log-blocks',
  'mapping-granularity',
  'the-tail',
  'dftl',
  'read-a-trace',
];

for (const size of SIZES)
  for (const id of PRESENTED)
    test(`at ${size.width} × ${size.height} every step of ${id} has room, asked and answered`, async ({ page }) => {
      test.slow();
      await page.setViewportSize(size);
      await noteCanvasText(page);
      await open(page, `#v=1&lesson=${id}`);
      await present(page);
      const steps = await page.evaluate(() => window.flashlab?.state().lesson?.lesson.steps.length ?? 0);
      const seen: string[] = [];
      for (let presses = 0; presses < 3 * steps; presses++) {
        const state = await page.evaluate(() => {
          const lesson = window.flashlab?.state().lesson;
          return { step: lesson?.step ?? 0, answered: (lesson?.predicted[lesson.step] ?? null) !== null };
        });
        await expectLegible(page, `step ${state.step + 1}`);
        const cut = await page.locator('.reader').evaluate((reader) => reader.scrollHeight - reader.clientHeight);
        expect(cut, `step ${state.step + 1}: text below the edge`).toBeLessThanOrEqual(1);
        expect(await cutOff(page), `step ${state.step + 1}: cut off or covered`).toEqual([]);
        seen.push(`${state.step}${state.answered}`);
        await forgetCanvasText(page);
        await press(page, 'PageDown');
        await idle(page);
      }
      expect(new Set(seen).size, 'each step, some twice').toBeGreaterThan(steps);
      expect(await page.evaluate(() => window.flashlab?.state().lesson?.step)).toBe(steps - 1);
    });

test('a clicker: the answer is one press, the next step another; without a lesson moments; a full stop blanks', async ({
  page,
}) => {
  await open(page, '#v=1&lesson=erase-before-write&step=4');
  await expect(heading(page)).toHaveText('What stays behind');
  await press(page, 'PageDown');
  await expect(heading(page), 'whoever reads alone predicts first').toHaveText('What stays behind');
  await present(page);
  await press(page, 'PageDown');
  await expect(page.locator('.verdict')).toHaveText('9 pages are invalid.');
  await press(page, 'PageDown');
  await expect(heading(page)).not.toHaveText('What stays behind');
  await press(page, 'PageUp');
  await expect(page.locator('.verdict')).toHaveText('9 pages are invalid.');
  await press(page, '.');
  await expect(page.getByRole('button', { name: 'Show the page again' })).toBeVisible();
  await press(page, 'b');
  await expect(page.getByRole('button', { name: 'Show the page again' })).toBeHidden();
  await press(page, 'Escape');

  await run(page, 'experiment.leave');
  await run(page, 'experiment.example', { id: 'toy', play: false });
  await present(page);
  await press(page, 'PageDown');
  const first = await place(page);
  await press(page, 'PageDown');
  expect((await place(page)).op).toBeGreaterThan(first.op);
  await press(page, 'PageUp');
  expect((await place(page)).op).toBe(first.op);
});

for (const from of ['the start page', 'an address'])
  test(`whoever presents while a lesson from ${from} is still on its way presents the lesson`, async ({ page }) => {
    let arrive = (): void => {};
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/lessons/erase-before-write.md', async (route) => {
      await arrives;
      await route.continue();
    });
    const asked = page.waitForRequest('**/lessons/erase-before-write.md');
    if (from === 'an address') await page.goto('./?testing=1#v=1&lesson=erase-before-write');
    else {
      await open(page);
      await page.getByRole('button', { name: 'Take the first lesson' }).click();
    }
    await asked;
    await page.waitForFunction(() => window.flashlab !== undefined);
    await page.keyboard.press('p');
    arrive();
    await expect(heading(page)).toBeVisible();
    await idle(page);
    await expect(page.getByRole('toolbar', { name: 'Presenting' })).toBeAttached();
    expect(await page.evaluate(() => window.flashlab?.state().presenting)).toBe(true);
  });

test('a lesson that does not arrive is not presented', async ({ page, unseen_problems }) => {
  await page.route('**/lessons/erase-before-write.md', (route) => route.abort());
  await open(page);
  await page.getByRole('button', { name: 'Take the first lesson' }).click();
  await expect(page.locator('.failure')).toBeVisible();
  await page.keyboard.press('p');
  expect(await page.evaluate(() => window.flashlab?.state().presenting)).toBe(false);
  unseen_problems.splice(0);
});

test('notes in a second window follow the lecture, hand on its keys, and say when it is over', async ({
  page,
  context,
}) => {
  await open(page, '#v=1&lesson=erase-before-write&step=4');
  await present(page);
  const [notes] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('n')]);
  await expect(notes.getByText('Step 4 of')).toBeVisible();
  await expect(notes.getByRole('heading', { level: 1 })).toHaveText('What stays behind');
  await expect(notes.getByRole('region', { name: 'Next' })).toContainText('The answer to the question');
  await expect(notes.getByLabel('Time since the lecture began')).toHaveText(/^\d+:\d\d$/);
  expect(
    await notes.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length,
    ),
  ).toBe(0);
  expect(await violations(notes)).toEqual([]);

  await notes.keyboard.press('PageDown');
  await expect(page.locator('.verdict')).toHaveText('9 pages are invalid.');
  await notes.getByRole('button', { name: 'Next' }).click();
  await expect(notes.getByText('Step 5 of')).toBeVisible();
  await notes.getByRole('button', { name: 'Blank' }).click();
  await expect(page.getByRole('button', { name: 'Show the page again' })).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Blank' })).toHaveAttribute('aria-pressed', 'true');

  // A message of another shape is none, and another lecture's are on another channel.
  await notes.evaluate(() => {
    const channel = new BroadcastChannel(`flashlab-lecture-${location.hash.slice(1)}`);
    channel.postMessage({ kind: 'standing', title: 7 });
    channel.postMessage('closed');
    channel.close();
    const other = new BroadcastChannel('flashlab-lecture-0000000000000000');
    other.postMessage({ kind: 'closed' });
    other.close();
  });
  await expect(notes.getByText('Step 5 of')).toBeVisible();
  await expect(notes.getByRole('alert')).toBeHidden();

  await page.close();
  await expect(notes.getByRole('alert')).toContainText('The audience window is closed');
});

test('where the browser blocks the notes window, a link opens it', async ({ page, context }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await open(page, '#v=1&lesson=erase-before-write&step=2');
  await present(page);
  await press(page, 'n');
  await expect(page.getByText('The browser has blocked the notes window.')).toBeVisible();
  const [notes] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open the notes window' }).click(),
  ]);
  await expect(notes.getByText('Step 2 of')).toBeVisible();
  await expect(page.getByText('The browser has blocked the notes window.')).toBeHidden();
});

test('the pointer is large, follows the mouse, and the way out comes with the mouse', async ({ page }) => {
  await open(page, '#v=1&lesson=erase-before-write');
  await present(page);
  const toolbar = page.getByRole('toolbar', { name: 'Presenting' });
  await expect(toolbar).toHaveCSS('opacity', '0');
  await press(page, 'j');
  await page.mouse.move(400, 300);
  await page.mouse.move(640, 360);
  const disc = await page.locator('.lecture-pointer').boundingBox();
  expect(disc?.width).toBeGreaterThanOrEqual(28);
  expect((disc?.x ?? 0) + (disc?.width ?? 0) / 2).toBeCloseTo(640, 0);
  expect((disc?.y ?? 0) + (disc?.height ?? 0) / 2).toBeCloseTo(360, 0);
  await expect(toolbar).toHaveCSS('opacity', '1');
  await toolbar.getByRole('button', { name: 'Stop presenting' }).click();
  await expect(page.locator('.lecture-pointer')).toBeHidden();
  expect(await page.evaluate(() => window.flashlab?.state().presenting)).toBe(false);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('a step is presented with its whole width, goes on by touch, and is left by touch', async ({ page }) => {
    await open(page, '#v=1&lesson=erase-before-write');
    await run(page, 'view.present');
    const toolbar = page.getByRole('toolbar', { name: 'Presenting' });
    await expect(toolbar).toBeAttached();
    const text = await page.locator('.reader').boundingBox();
    expect(text?.width).toBeGreaterThan(340);
    expect((await page.locator('.stage-surface').boundingBox())?.height).toBeGreaterThan(280);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    const title = await heading(page).textContent();
    await page.getByRole('button', { name: 'Next', exact: true }).tap();
    await expect(heading(page)).not.toHaveText(title ?? '');
    await heading(page).tap();
    await toolbar.getByRole('button', { name: 'Stop presenting' }).tap();
    expect(await page.evaluate(() => window.flashlab?.state().presenting)).toBe(false);
  });
});
