/** The page under stress: whatever befalls it ends in a state that says what happened, with the experiment there and a way on. */

import { readFileSync } from 'node:fs';
import { dropAndWait } from './support/files';
import {
  alert,
  expect,
  idle,
  open,
  operations,
  type Page,
  place,
  playedPast,
  press,
  ready,
  run,
  stateHash,
  TOY,
  test,
} from './support/page';
import { cut, endWhenAsked, endWorkers, hide, limitMemory, show, slow, watchWorkers } from './support/stress';
import { msrText } from './support/traces';

const FAST = '#v=1&device.preset=micron-lb&workload.kind=uniform&workload.write_ratio=1&speed=300';
const LONG = `${FAST}&workload.requests=3000000`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const ended = (page: Page) => page.evaluate(() => window.flashlab?.state().frame?.position.ended?.kind ?? null);
const sweepNote = (page: Page) => page.locator('.sweep-progress .note').first();

async function openSweep(page: Page, requests: number, values: string): Promise<void> {
  const experiment = { device: { preset: 'micron-lb' }, workload: { kind: 'uniform', requests } };
  const sweep = { experiment, varied: [{ path: 'workload.write_ratio', text: values }], policies: [] };
  await run(page, 'sweep.show', { sweep });
}

test.describe('a hidden tab', () => {
  test('plays no further, goes on when it is seen again, and is found where it stood if the browser ends it', async ({
    page,
  }) => {
    await open(page, FAST);
    await page.keyboard.press('Space');
    await playedPast(page, 40);
    await hide(page);
    await expect.poll(() => page.url()).toMatch(/&op=\d+/);
    const stood = Number(/&op=(\d+)/.exec(page.url())?.[1]);
    expect(stood).toBeGreaterThan(40);
    // One question was on its way when the tab was hidden.
    await page.waitForTimeout(300);
    const rested = await operations(page);
    await page.waitForTimeout(300);
    expect(await operations(page)).toBe(rested);
    await show(page);
    await playedPast(page, rested);
    await expect(button(page, 'Pause')).toBeVisible();
    await hide(page);
    const left = Number(/&op=(\d+)/.exec(page.url())?.[1]);
    expect(left).toBeGreaterThan(stood);
    await page.reload();
    await ready(page);
    expect((await place(page)).op, 'as after the browser has ended the tab').toBe(left);
  });

  test('takes a long run and a sweep to their ends meanwhile', async ({ page }) => {
    await open(page, `${FAST}&workload.requests=30000`);
    await page.keyboard.press('End');
    await hide(page);
    await expect.poll(() => ended(page)).toBe('done');
    await show(page);
    await idle(page);
    await expect(page.locator('.timeline-place, .transport')).toContainText('request 30');
    await openSweep(page, 3000, '0, 0.5, 1');
    await button(page, 'Start').click();
    await hide(page);
    await expect.poll(() => page.evaluate(() => window.flashlab?.state().sweep.work ?? null)).toBeNull();
    await show(page);
    await expect(sweepNote(page)).toHaveText('all 3 runs done');
  });
});

test.describe('a worker that the browser has ended', () => {
  test.beforeEach(({ page }) => watchWorkers(page));

  test('is told of at once, at rest as at play, and the device is brought back to where it stood', async ({ page }) => {
    await open(page, `${TOY}&op=7`);
    const hash = await stateHash(page);
    await endWorkers(page, 'whole');
    await expect(alert(page)).toContainText('the browser has ended it');
    await button(page, 'Go back to where it stood').click();
    await idle(page);
    await expect(alert(page)).toBeHidden();
    expect((await place(page)).op).toBe(7);
    expect(await stateHash(page)).toBe(hash);

    await run(page, 'transport.speed', { speed: 300 });
    await page.keyboard.press('Space');
    await playedPast(page, 20);
    await endWorkers(page, 'whole');
    await expect(alert(page)).toContainText('the browser has ended it');
    await expect(button(page, 'Play')).toBeDisabled();
    const stood = await operations(page);
    await button(page, 'Go back to where it stood').click();
    await idle(page);
    expect((await place(page)).op).toBe(stood);
    await press(page, 'ArrowRight');
    expect((await place(page)).op).toBe(stood + 1);
  });

  test('in the middle of a long run leaves the experiment, which can be started again', async ({ page }) => {
    await open(page, LONG);
    await page.keyboard.press('End');
    await expect(page.locator('.loading')).toContainText('Running to the end');
    await endWorkers(page, 'whole');
    await expect(alert(page)).toContainText('the browser has ended it');
    await expect(page.locator('.loading')).toBeHidden();
    await button(page, 'Start again').click();
    await idle(page);
    expect(await place(page)).toMatchObject({ op: 0, requests: 3_000_000 });
  });

  test('of one lane of several is named, and all lanes go back to the request', async ({ page }) => {
    await open(page, `${TOY}&b.ftl.gc.policy=fifo`);
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    const { request } = await place(page);
    expect(request).toBeGreaterThan(0);
    await endWorkers(page, 'whole', 2); // after the page's own and lane A's
    await expect(alert(page)).toContainText('Lane B: The simulator could not go on');
    await button(page, 'Go back to where it stood').click();
    await idle(page);
    await expect(alert(page)).toBeHidden();
    const requests = await page.evaluate(() => {
      const state = window.flashlab?.state();
      return [state?.frame?.position.request, state?.beside[0]?.frame?.position.request];
    });
    expect(requests).toEqual([request, request]);
  });

  test('stops a sweep, which goes on with the points that are missing; the toy of the start page is taken up again', async ({
    page,
  }) => {
    await open(page);
    const toy = page.getByRole('figure', { name: 'A small SSD that you can write to' });
    // Its words are there before its pages: a worker ended before it has answered once leaves nothing to be taken up.
    await expect(button(page, 'Write page C')).toBeVisible();
    await endWorkers(page, 'first');
    await button(page, 'Write page C').click();
    await expect(toy).toContainText('goes to the next free page');
    await openSweep(page, 3000, '0:1:0.2');
    await endWhenAsked(page, 'figures', 3);
    await button(page, 'Start').click();
    await expect(page.locator('.failure')).toContainText('the browser has ended it');
    const made = await page.evaluate(
      () => window.flashlab?.state().sweep.results.filter((result) => result !== null).length ?? 0,
    );
    await button(page, 'Close').click();
    await button(page, 'Continue').click();
    await expect(sweepNote(page)).toHaveText('all 6 runs done');
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(6);
  });

  test('with an answer that does not fit into memory is told of as well', async ({ page }) => {
    await open(page, TOY);
    await page.evaluate(() => {
      for (const { worker } of window.workers ?? []) worker.dispatchEvent(new MessageEvent('messageerror'));
    });
    await expect(alert(page)).toContainText('its answer could not be read');
    await button(page, 'Start again').click();
    await idle(page);
    await expect(button(page, 'Play')).toBeEnabled();
  });
});

test('out of memory: that is what is said; the experiment can be saved, run unwatched, or made smaller', async ({
  page,
}) => {
  await limitMemory(page, 6);
  await open(page, TOY);
  await press(page, 'ArrowRight', 'ArrowRight');
  await run(page, 'experiment.set', { path: 'device.preset', value: 'micron-lb' });
  await expect(alert(page)).toContainText(/The simulator ran out of memory: it had \d+ MiB and could get no more\./);
  await expect(button(page, 'Go back to where it stood'), 'that was another device').toBeHidden();
  const saved = page.waitForEvent('download');
  await button(page, 'Save the experiment').click();
  const experiment = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(experiment).toMatchObject({ device: { preset: 'micron-lb' }, workload: { kind: 'uniform' } });
  await run(page, 'experiment.set', { path: 'device.preset', value: 'toy' });
  await expect(alert(page)).toBeHidden();
  await expect(button(page, 'Play')).toBeEnabled();

  await run(page, 'experiment.leave');
  await dropAndWait(page, 'disk.csv', msrText(200_000));
  await expect(alert(page)).toContainText(/The simulator ran out of memory.* a shorter trace/);
  await button(page, 'Close').click();
  await dropAndWait(page, 'disk.csv', msrText(300));
  await expect(page.locator('.trace-page h1')).toContainText('300 requests');
});

test.describe('storage', () => {
  test('that is full: what is not kept is said, and everything goes on', async ({ page }) => {
    await page.addInitScript(() => {
      const full = (): never => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Storage.prototype.setItem = full;
      IDBObjectStore.prototype.put = full;
    });
    await open(page);
    const foot = page.getByText('This browser stores nothing more for this page: what you open');
    await expect(foot).toBeHidden();
    await button(page, 'Take the first lesson').click();
    const reader = page.getByRole('complementary', { name: 'Lesson' });
    await expect(reader).toContainText('Erase before write');
    await expect(page.getByRole('status').filter({ hasText: 'This browser stores nothing more' })).toBeVisible();
    await run(page, 'experiment.leave');
    await expect(foot).toBeVisible();
    await openSweep(page, 500, '0, 1');
    await button(page, 'Start').click();
    await expect(page.locator('.sweep-progress')).toContainText('This browser stores nothing: a reload starts over.');
  });

  test('that may not even be looked at: the page opens, runs and says so', async ({ page }) => {
    await page.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('blocked', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, { get });
      for (const name of ['storage', 'serviceWorker', 'locks']) Object.defineProperty(navigator, name, { get });
    });
    await open(page, `${TOY}&op=3`);
    await press(page, 'ArrowRight');
    expect((await place(page)).op).toBe(4);
    await expect(alert(page)).toBeHidden();
    await run(page, 'experiment.leave');
    await expect(page.getByText('This browser stores nothing more for this page: what you open')).toBeVisible();
    await dropAndWait(page, 'disk.csv', msrText(30));
    await button(page, 'Keep it').click();
    await expect(alert(page)).toContainText('disk.csv was not kept: this browser keeps no files for this page');
    await button(page, 'Close').last().click();
  });
});

test.describe('without network, at any moment', () => {
  test.afterEach(({ unseen_problems }) => {
    const others = unseen_problems.filter((problem) => !/Failed to load resource|ERR_FAILED/.test(problem));
    unseen_problems.splice(0, unseen_problems.length, ...others);
  });

  /** What each part is loaded by, how it is come to, and how it is known to be there. */
  const PARTS: readonly [name: string, file: RegExp, come: (page: Page) => Promise<unknown>, there: string][] = [
    ['the drawer', /assets\/drawer-.*js/, (page) => page.keyboard.press('e'), '.drawer'],
    ['sharing', /assets\/share-.*js/, (page) => page.keyboard.press('s'), '.share h2'],
    ['films', /assets\/film-.*js/, (page) => page.keyboard.press('m'), '.film h2'],
    ['presenting', /assets\/lecture-.*js/, (page) => page.keyboard.press('p'), 'html[data-mode="present"]'],
    ['comparing', /assets\/cards-.*js/, (page) => button(page, 'Compare').click(), '.popover:has-text("Four designs")'],
    ['the words', /assets\/in-words-.*js/, (page) => page.getByText('In words').click(), '.in-words-parts > *'],
    ['sweeps', /assets\/sweep-.*(js|css)/, (page) => page.keyboard.press('y'), '.sweep h1'],
  ];

  for (const [name, file, come, there] of PARTS)
    test(`${name} can be had once it is back, and the device stands where it stood`, async ({ page }) => {
      await open(page, `${TOY}&op=5`);
      const restore = await cut(page, file);
      await come(page);
      const told = page.getByText('This part could not be loaded');
      await expect(told.first()).toBeVisible();
      expect((await place(page)).op).toBe(5);
      await restore();
      // What was asked for and its place on the page may each say so.
      for (const again = button(page, 'Try again').first(); await again.isVisible(); await idle(page))
        await again.click();
      await expect(page.locator(there).first()).toBeVisible();
      await expect(told).toHaveCount(0);
    });

  test('a trace that is looked at is looked at again, with the part of the simulator that was missing', async ({
    page,
  }) => {
    await open(page);
    const restore = await cut(page, /assets\/trace-answers-.*js/);
    await dropAndWait(page, 'disk.csv', msrText(300));
    await expect(alert(page)).toContainText(
      'The simulator could not be loaded (the network or the server did not answer)',
    );
    await restore();
    await button(page, 'Try again').click();
    await expect(page.locator('.trace-page h1')).toContainText('300 requests');
    await expect(alert(page)).toBeHidden();
  });
});

test.describe('a second tab', () => {
  test('that deletes a kept trace, or keeps another, leaves the first one with a true list', async ({
    page,
    context,
  }) => {
    const list = (of: Page) => of.locator('.recent', { hasText: 'Kept traces' }).getByRole('listitem');
    await open(page);
    await dropAndWait(page, 'disk.csv', msrText(30));
    await button(page, 'Keep it').click();
    await expect(button(page, 'Delete it')).toBeVisible();
    await run(page, 'trace.dismiss');
    await expect(list(page)).toHaveCount(1);
    const other = await context.newPage();
    await open(other);
    await button(other, 'Delete disk.csv').click();
    await other.getByRole('button', { name: 'Delete it for good' }).click();
    await expect(list(other)).toHaveCount(0);
    await button(page, 'disk.csv').click();
    await expect(alert(page)).toContainText('This trace is no longer kept: another tab has deleted it');
    await expect(list(page)).toHaveCount(0);
    await button(page, 'Close').click();
    await other.close();
  });

  test('takes a lesson and runs a sweep beside the first: what both did is kept', async ({ page, context }) => {
    const other = await context.newPage();
    await Promise.all([open(page), open(other)]);
    await openSweep(page, 500, '0, 0.5');
    await openSweep(other, 500, '0, 0.5');
    await Promise.all([button(page, 'Start').click(), button(other, 'Start').click()]);
    for (const tab of [page, other]) await expect(sweepNote(tab)).toHaveText('all 2 runs done');
    await run(page, 'lesson.open', { id: 'erase-before-write', step: 2 });
    await run(other, 'lesson.open', { id: 'mapping-granularity', step: 1 });
    const taken = await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('flashlab-lessons') ?? '{}')));
    expect(taken.length).toBe(2);
    await other.close();
    await openSweep(page, 500, '0, 0.5');
    await page.reload();
    await ready(page);
    await expect(sweepNote(page)).toHaveText('all 2 runs done');
    await expect(page.locator('.sweep-progress')).toContainText('2 runs restored');
  });

  test('of a later version that needs another store of sweeps gets it', async ({ page, context }) => {
    await open(page);
    await openSweep(page, 500, '0, 0.5');
    await button(page, 'Start').click();
    await expect(sweepNote(page)).toHaveText('all 2 runs done');
    const other = await context.newPage();
    await open(other);
    const upgraded = await other.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open('flashlab-sweeps', 2);
          request.onblocked = () => resolve('blocked');
          request.onsuccess = () => {
            request.result.close();
            resolve('open');
          };
        }),
    );
    expect(upgraded).toBe('open');
    await openSweep(page, 500, '0, 0.25, 0.5');
    await button(page, 'Start').click();
    await expect(sweepNote(page)).toHaveText('all 3 runs done');
    await expect(page.locator('.sweep-progress')).toContainText('This browser stores nothing');
    await other.close();
  });

  test('that writes a lesson too does not take the draft away unsaid', async ({ page, context }) => {
    const said = (of: Page) => of.locator('.draft-kept');
    const title = (of: Page) => of.getByLabel('Title', { exact: true }).first();
    await open(page);
    await run(page, 'draft.open');
    await title(page).fill('Mine');
    await expect(said(page)).toContainText('kept in this browser');
    const other = await context.newPage();
    await open(other);
    await run(other, 'draft.open');
    await title(other).fill('Another');
    await expect(said(page)).toContainText('Another tab writes a lesson too');
    await expect(said(other)).toContainText('kept in this browser');
    await title(page).fill('Mine all the same');
    await expect(said(page)).toContainText('kept in this browser');
    await expect(said(other)).toContainText('Another tab writes a lesson too');
    await expect(title(other)).toHaveValue('Another');
    await other.close();
  });
});

test.describe('what is slow', () => {
  test('a script: the way that was chosen before it came is gone then', async ({ page }) => {
    await slow(page, /assets\/index-.*js/, 1200);
    await page.goto('./?testing=1', { waitUntil: 'commit' });
    const lesson = page.locator('#first-look').getByRole('button', { name: 'Take the first lesson' });
    await lesson.click();
    await expect(lesson).toHaveAttribute('data-chosen', '');
    await expect(page.getByRole('complementary', { name: 'Lesson' })).toContainText('Erase before write');
  });

  test('a style: whoever tries something else again meanwhile does not lose it', async ({ page, unseen_problems }) => {
    await slow(page, /assets\/workbench-.*\.css/, 2000);
    const restore = await cut(page, /assets\/player-.*\.js/);
    const asked = page.waitForRequest(/assets\/workbench-.*\.css/);
    await page.goto('./?testing=1');
    await button(page, 'Take the first lesson').click();
    await expect(alert(page)).toContainText('This part could not be loaded');
    await restore();
    await asked;
    await button(page, 'Try again').click();
    await expect(page.getByRole('complementary', { name: 'Lesson' })).toContainText('Erase before write');
    unseen_problems.length = 0; // what was cut off leaves its mark on the console
  });

  test('the simulator: that it comes is said, and keys pressed meanwhile do no harm', async ({ page }) => {
    await slow(page, /sim_core.*\.wasm/, 1500);
    await page.goto(`./?testing=1${TOY}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('The device is being opened');
    for (const key of ['ArrowRight', 'Space', 'End', 's', 'y']) await page.keyboard.press(key);
    await ready(page);
    await expect(alert(page)).toBeHidden();
    await run(page, 'experiment.example', { id: 'toy', play: false });
    await expect(button(page, 'Play')).toBeEnabled();
  });

  test('a disk: the trace is kept once, however often that is asked for', async ({ page }) => {
    await page.addInitScript(() => {
      const { createWritable } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.createWritable = async function (...how) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        return createWritable.apply(this, how);
      };
    });
    await open(page);
    await dropAndWait(page, 'disk.csv', msrText(30));
    await button(page, 'Keep it').click();
    await expect(button(page, 'Keeping it …')).toBeDisabled();
    await page.evaluate(() => window.flashlab?.run('kept-traces.keep'));
    await expect(button(page, 'Delete it')).toBeVisible();
    await run(page, 'trace.dismiss');
    await expect(page.locator('.recent', { hasText: 'Kept traces' }).getByRole('listitem')).toHaveCount(1);
  });
});
