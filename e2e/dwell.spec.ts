/** Play stays where something has to be read: every ready example at what it promises, on the page's own clock, which the test winds. */

import { EXAMPLES } from '../web/app/examples';
import { expect, news, open, type Page, place, press, run, test } from './support/page';

/** What each title promises, as the headline says it. */
const PROMISED: Readonly<Record<string, RegExp>> = {
  toy: /^GC picks block 0: 1 of its 4 pages/,
  block: /B9 moves, and 63 pages with it/,
  bast: /^All 4 log blocks are taken/,
  fast: /6 different blocks.*rebuilding all six/,
  dftl: /^The entry of LPN 98 leaves the cache: .*read and rewritten/,
  'clash-figure-2': /B21, 3 pages.* swaps places with .*B4, 2 pages/,
  clash: /B791 is flushed/,
  bplru: /^B31 is the group written least recently/,
  lbuffer: /^Session 1 is over: .*α = 0.25/,
  ttflash: /3 other pages of its stripe reconstruct it/,
  'ttflash-base': /waits 7.569 ms/,
  'figure-4': /map block 1, which is not in memory/,
  selective: /^Map block 130 is not in memory: map block 838/,
  scattered: /^Map block 722 is not in memory: map block 745/,
  journal: /^Map block 21 is not in memory: map block 24/,
  'pblk-limiter': /^GC picks line 1: .*move through the ring/,
  'hot-cold': /^GC picks block 177: none of its 64 pages/,
};

interface Stood {
  text: string;
  ms: number;
}

/** Opens the start page with motion on, and a clock that stands until it is wound. */
async function openWound(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('./?testing=1');
  await page.waitForFunction(() => window.flashlab !== undefined);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Notes from here on how long each headline stands. */
const watchNews = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stood: Stood[] = [];
    let since_ms = performance.now();
    const note = (): void => {
      const last = stood.at(-1);
      if (last) last.ms = performance.now() - since_ms;
      since_ms = performance.now();
      stood.push({ text: document.querySelector('.news')?.textContent ?? '', ms: 0 });
    };
    const observer = new MutationObserver(note);
    const element = document.querySelector('.news');
    if (element) observer.observe(element, { childList: true, characterData: true, subtree: true });
    const unwatch = (): void => {
      observer.disconnect();
      const last = stood.at(-1);
      if (last) last.ms = performance.now() - since_ms;
    };
    Object.assign(window, { stood, unwatch });
  });

const watched = (page: Page): Promise<Stood[]> =>
  page.evaluate(() => {
    (window as unknown as { unwatch: () => void }).unwatch();
    return (window as unknown as { stood: Stood[] }).stood;
  });

/** Winds the clock, a little at a time so that the worker's answers come in between, until `there`. */
async function wind(page: Page, there: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(240);
        return there();
      },
      { intervals: [1], timeout: 30_000 },
    )
    .toBe(true);
}

const hasArrived = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const state = window.flashlab?.state();
    return state?.frame != null && state.loading === null && state.approach === null && state.hold === null;
  });

const isHolding = (page: Page): Promise<boolean> => page.evaluate(() => window.flashlab?.state().hold != null);

/** Opens an example from the start page, as a visitor does. */
async function choose(page: Page, title: string): Promise<void> {
  await page.evaluate(() => window.flashlab?.run('experiment.leave'));
  await page.clock.runFor(50);
  await page.getByRole('button', { name: title }).first().dispatchEvent('click');
  await wind(page, () => page.evaluate(() => window.flashlab?.state().approach !== null));
  // The workbench is loaded with the first device that is opened, and may come after it.
  await expect(news(page)).toBeAttached();
}

// A clock that a test has held is still held in a context that is used again.
test.use({ keeps_context: false });

for (const half of [0, 1]) {
  test(`each ready example comes to what it promises and stays there until it can have been read, ${half + 1} of 2`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await openWound(page);
    for (const { id, title, speed } of EXAMPLES.filter((_, at) => at % 2 === half)) {
      await choose(page, title);
      await watchNews(page);
      await wind(page, () => hasArrived(page));
      await page.evaluate(() => window.flashlab?.run('transport.pause'));
      const stood = await watched(page);
      const at = stood.findIndex(({ text }) => PROMISED[id]?.test(text));
      const told = stood.map(({ text, ms }) => `${ms} ms ${text}`).join('\n');
      expect(at, `${id} says what it promises:\n${told}`).toBeGreaterThanOrEqual(0);
      expect(at, `${id} opens just before it:\n${told}`).toBeLessThan(15);
      expect(stood[at]?.ms ?? 0, `${id}: long enough to be read`).toBeGreaterThanOrEqual(3000);
      expect(await page.evaluate(() => window.flashlab?.state().speed), id).toBe(speed);
    }
  });
}

test('while play holds the button shows it; Space goes on, the button pauses', async ({ page }) => {
  await openWound(page);
  await choose(page, 'A device you can count');
  await wind(page, () => isHolding(page));
  const { op } = await place(page);
  const button = page.getByRole('button', { name: 'Pause', exact: true });
  await expect(button).toHaveAttribute('data-holding', '');
  await expect(button.locator('.hold')).toBeVisible();
  await page.clock.runFor(1000);
  expect((await place(page)).op).toBe(op);
  await page.keyboard.press('Space');
  await page.clock.runFor(50);
  await expect.poll(async () => (await place(page)).op).toBe(op + 1);
  expect(await page.evaluate(() => window.flashlab?.state().playing)).toBe(true);
  // The next decision is held as well; any key that means nothing else goes on too.
  await wind(page, () => isHolding(page));
  await page.keyboard.press('Enter');
  await page.clock.runFor(50);
  expect(await isHolding(page)).toBe(false);
  await wind(page, () => isHolding(page));
  await button.dispatchEvent('click');
  await page.clock.runFor(50);
  expect(await page.evaluate(() => window.flashlab?.state().playing)).toBe(false);
  await expect(page.locator('.play .hold')).toBeHidden();
});

test('faster than can be read, the headline sums up the last seconds; paused, it is one sentence again', async ({
  page,
}) => {
  await openWound(page);
  await choose(page, 'The same requests, scattered');
  await wind(page, () => hasArrived(page));
  await watchNews(page);
  const summed = (): Promise<number> =>
    page.evaluate(() => {
      const { stood } = window as unknown as { stood: Stood[] };
      return stood.filter(({ text }) => text.startsWith('In the last ')).length;
    });
  await wind(page, async () => (await summed()) > 3);
  const stood = await watched(page);
  const sums = stood.filter(({ text }) => text.startsWith('In the last '));
  expect(sums.length).toBeGreaterThan(2);
  expect(sums[1]?.text).toMatch(/^In the last .* requests: \d+.% of map look-ups missed; /);
  for (const { text, ms } of sums.slice(0, -1)) expect(ms, text).toBeGreaterThanOrEqual(1900);
  await page.evaluate(() => window.flashlab?.run('transport.pause'));
  await page.clock.runFor(100);
  await expect(news(page)).not.toContainText('In the last');
});

test('with reduced motion the sign stands still, and nothing else is different', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'A device you can count' }).click();
  await expect(page.locator('.play .hold')).toBeVisible({ timeout: 20_000 });
  expect(await page.locator('.play .hold').evaluate((rule) => getComputedStyle(rule).animationName)).toBe('none');
  await run(page, 'transport.pause');
});

test('a step lands on the choice of the log block, with its reasons, from both sides', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.example', { id: 'fast', play: false });
  await run(page, 'transport.seek-request', { request: 42 });
  await press(page, 'g');
  await expect(news(page)).toContainText('6 different blocks');
  await expect(page.locator('.decision')).toContainText('Why this log block?');
  const { op } = await place(page);
  await press(page, 'g', 'ArrowLeft');
  expect((await place(page)).op).toBe(op);
  await expect(news(page)).toContainText('6 different blocks');
});
