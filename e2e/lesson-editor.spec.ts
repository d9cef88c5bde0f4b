/** A lesson of one's own, written in the page: by pointer, by keys alone, tried, saved, dropped, linked, and kept. */

import { readFileSync } from 'node:fs';
import { violations } from './support/axe';
import { dropAndWait } from './support/files';
import { beyond, inEveryLook } from './support/looks';
import { expect, idle, open, type Page, place, press, run, stage, test } from './support/page';

const editor = (page: Page) => page.getByRole('complementary', { name: 'Write a lesson' });
const field = (page: Page, name: string) => editor(page).getByLabel(name, { exact: true });
const button = (page: Page, name: string | RegExp) => editor(page).getByRole('button', { name });
const rows = (page: Page) => editor(page).getByRole('list', { name: 'Steps' }).getByRole('button');
const reader = (page: Page) => page.locator('.reader');
const heading = (page: Page) => reader(page).getByRole('heading', { level: 2 });
const said = (page: Page) => editor(page).getByRole('status');

async function begin(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: /^Write a lesson/ }).click();
  await idle(page);
  await expect(field(page, 'Title')).toBeFocused();
}

async function record(page: Page): Promise<void> {
  await button(page, 'Record step').click();
  await idle(page);
  await expect(field(page, 'Heading')).toBeFocused();
}

async function forward(page: Page, times: number): Promise<void> {
  for (let step = 0; step < times; step++) {
    await page.getByRole('button', { name: 'Step forward' }).click();
    await idle(page);
  }
}

async function nameIt(page: Page): Promise<void> {
  await field(page, 'Title').fill('My first writes');
  await field(page, 'What one has seen at the end').fill('where new versions go');
}

/** Three steps, the second of which asks for a number. */
async function writeThree(page: Page): Promise<void> {
  await nameIt(page);
  await record(page);
  await field(page, 'Heading').fill('Before anything');
  await field(page, 'Words').fill('There are {{blocks}} blocks.');
  await forward(page, 3);
  await record(page);
  await field(page, 'Heading').fill('Three operations on');
  await button(page, 'Ask a question').click();
  await expect(field(page, 'Question')).toBeFocused();
  await field(page, 'Question').fill('How many operations has the device carried out two later?');
  await button(page, 'A value').click();
  await field(page, 'Reading that the simulator answers').selectOption('operations');
  await forward(page, 2);
  await button(page, 'Take the present moment').click();
  await idle(page);
  await expect(field(page, 'The answer shows at')).toHaveValue(/^(operation 5|request \d+)$/);
  await field(page, 'Words after the answer').fill('Two more.');
  await forward(page, 1);
  await record(page);
  await field(page, 'Heading').fill('The end of it');
}

/** Takes the lesson of `writeThree` from its first step to its last. */
async function take(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Before anything');
  await expect(reader(page)).toContainText('There are 8 blocks.');
  expect((await place(page)).op).toBe(0);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await idle(page);
  expect((await place(page)).op).toBe(3);
  await page.getByRole('spinbutton').fill('5');
  await page.getByRole('button', { name: 'Predict' }).click();
  await idle(page);
  await expect(page.locator('.verdict')).toHaveText('Right: 5 operations have been carried out.');
  await expect(reader(page)).toContainText('Two more.');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await idle(page);
  await expect(heading(page)).toHaveText('The end of it');
  expect((await place(page)).op).toBe(6);
}

async function saved(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await button(page, 'Save').click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('a lesson is written by pointer, tried, saved, and taken from its file and from its link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await begin(page);
  await writeThree(page);
  await rows(page).filter({ hasText: 'Before anything' }).click();
  await idle(page);
  expect((await place(page)).op, 'a step that is selected is shown').toBe(0);
  await button(page, 'Try from here').click();
  await idle(page);
  await expect(editor(page)).toBeHidden();
  await take(page);
  await reader(page).getByRole('button', { name: 'Back to the draft' }).first().click();
  await idle(page);
  await expect(button(page, 'Try from here')).toBeFocused();
  await expect(field(page, 'Heading')).toHaveValue('Before anything');
  expect((await place(page)).op).toBe(0);

  const { name, text } = await saved(page);
  expect(name).toBe('my-first-writes.md');
  await expect(editor(page)).toContainText('Saved as a file, and kept in this browser.');
  await button(page, 'Copy link').click();
  await expect(said(page)).toContainText('Link copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const fresh = await context.newPage();
  await open(fresh);
  await dropAndWait(fresh, name, text);
  await take(fresh);
  await open(fresh, new URL(link).hash);
  await fresh.reload();
  await idle(fresh);
  await take(fresh);
});

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  for (let tabs = 0; tabs < 90; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Gives the focus back to the page: its keys are typed in no field. */
async function leaveField(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Share' }));
}

test('a lesson is written, ordered, tried and saved by keys alone', async ({ page }) => {
  await open(page);
  await tabTo(page, page.getByRole('button', { name: /^Write a lesson/ }));
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(field(page, 'Title')).toBeFocused();
  await page.keyboard.type('By keys');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('it all');
  await leaveField(page);
  for (const title of ['One', 'Two', 'Three']) {
    await press(page, 'i');
    await expect(field(page, 'Heading')).toBeFocused();
    await page.keyboard.type(title);
    await leaveField(page);
    await press(page, 'ArrowRight');
  }
  await expect(rows(page)).toHaveText([/By keys/, /One/, /Two/, /Three/]);

  await tabTo(page, rows(page).nth(3));
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows(page)).toHaveText([/By keys/, /One/, /Three/, /Two/]);
  await expect(said(page)).toHaveText('Step 3 is now step 2 of 3.');
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('Delete');
  await idle(page);
  await expect(rows(page)).toHaveText([/By keys/, /One/, /Two/]);
  await expect(said(page)).toHaveText('Step 2, “Three”, is deleted.');
  await tabTo(page, button(page, 'Undo'));
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(rows(page)).toHaveText([/By keys/, /One/, /Three/, /Two/]);

  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await idle(page);
  await tabTo(page, button(page, 'Ask a question'));
  await page.keyboard.press('Enter');
  await expect(field(page, 'Question')).toBeFocused();
  await page.keyboard.type('Which?');
  await tabTo(page, field(page, 'Answer 1'));
  await page.keyboard.type('This');
  await tabTo(page, field(page, 'Answer 2'));
  await page.keyboard.type('That one');
  await tabTo(page, button(page, 'Try from here'));
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(heading(page)).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'This' }));
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.locator('.verdict')).toHaveText('Right.');
  await press(page, 'PageDown');
  await expect(heading(page)).toHaveText('Three');
  await tabTo(page, reader(page).getByRole('button', { name: 'Back to the draft' }).first());
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(button(page, 'Try from here')).toBeFocused();
  await tabTo(page, button(page, 'Save'));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('by-keys.md');
});

test('what is typed in several fields between two frames is all there', async ({ page }) => {
  await begin(page);
  await nameIt(page);
  await record(page);
  await button(page, 'Ask a question').click();
  await expect(field(page, 'Question')).toBeFocused();
  await editor(page).evaluate((element) => {
    for (const [label, text] of Object.entries({ Question: 'Which?', 'Answer 1': 'This', 'Answer 2': 'That one' })) {
      const labelled = [...element.querySelectorAll('label')].find((each) => each.textContent === label);
      const input = labelled?.control ?? element.querySelector(`[aria-label="${label}"]`);
      if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) throw new Error(label);
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await idle(page);
  const { text } = await saved(page);
  expect(text).toContain('ask: Which?');
  expect(text).toContain('choose: This | That one');
});

test('a draft outlives a reload, and a visit', async ({ page }) => {
  await begin(page);
  await writeThree(page);
  await expect(rows(page).last()).toHaveText(/The end of it/);
  await idle(page);
  await page.reload();
  await idle(page);
  await expect(rows(page)).toHaveText([/My first writes/, /Before anything/, /Three operations on/, /The end of it/]);
  await expect(field(page, 'Heading')).toHaveValue('The end of it');
  await button(page, 'Close').click();
  await expect(editor(page)).toBeHidden();
  await page.reload();
  await idle(page);
  await expect(editor(page)).toBeHidden();
  await page.goto('./?testing=1');
  await idle(page);
  await page.getByRole('button', { name: /^Write a lesson/ }).click();
  await idle(page);
  await expect(said(page)).toHaveText('Your draft is as you left it.');
  await expect(rows(page).nth(3)).toBeFocused();
  expect((await place(page)).op).toBe(6);
});

test('where the browser keeps nothing, one writes all the same, and is told', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  await begin(page);
  await nameIt(page);
  await record(page);
  await expect(editor(page)).toContainText(
    'This browser keeps nothing between visits: save the file before you leave.',
  );
  const { text } = await saved(page);
  expect(text).toContain('title: My first writes');
});

test('what is wrong is named in its place, and nothing is saved before it is mended', async ({ page }) => {
  await begin(page);
  await nameIt(page);
  await record(page);
  await field(page, 'Words').fill('There are {{beauties}}.');
  await expect(editor(page)).toContainText('There is no reading "beauties"; there are requests, operations,');
  await expect(field(page, 'Words')).toHaveAttribute('aria-invalid', 'true');
  await rows(page).first().click();
  await button(page, 'Save').click();
  await expect(said(page)).toContainText('Step 1: There is no reading "beauties"');
  await expect(field(page, 'Words')).toBeFocused();
  await field(page, 'Words').fill('There are ');
  await button(page, 'Insert a reading').first().click();
  await page.getByRole('searchbox', { name: 'Find by name' }).fill('logical pages');
  await page.getByRole('button', { name: /^logical-pages/ }).click();
  await expect(field(page, 'Words')).toHaveValue('There are {{logical-pages}}');
  await expect(field(page, 'Words')).not.toHaveAttribute('aria-invalid', 'true');
  const { text } = await saved(page);
  expect(text).toContain('There are {{logical-pages}}');
});

test('a lesson that is taken is copied and written on; what was written before comes back', async ({ page }) => {
  await begin(page);
  await nameIt(page);
  await record(page);
  await page.goto('./?testing=1#v=1&lesson=which-victim&step=3');
  await idle(page);
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await idle(page);
  await expect(said(page)).toHaveText('A copy of “Which victim?” is open. The lesson stays as it is.');
  await expect(field(page, 'Heading')).toHaveValue('What it costs');
  await expect(page.getByRole('article', { name: 'Lane B' })).toBeVisible();
  await button(page, 'Retake').click();
  await idle(page);
  await expect(said(page)).toHaveText('Step 3 now shows the present state, at request 8.');
  const { text } = await saved(page);
  expect(text).toContain('beside: ftl.gc.policy = fifo');
  await page.reload();
  await idle(page);
  await button(page, 'Undo').click();
  await idle(page);
  await expect(rows(page)).toHaveText([/My first writes/, /The start/]);
});

test('the file of a lesson is opened and written on; one that is no lesson says why', async ({ page }) => {
  await begin(page);
  await nameIt(page);
  const give = async (name: string, content: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Open').click();
    await (await chooser).setFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(content) });
  };
  await give('letter.md', 'Dear reader');
  await expect(said(page)).toContainText('letter.md: expected a head between two lines "---"');
  await expect(rows(page)).toHaveCount(1);
  const text = readFileSync(new URL('../public/lessons/dftl.md', import.meta.url), 'utf8');
  await give('dftl.md', text);
  await expect(said(page)).toHaveText('dftl.md is open.');
  await expect(rows(page)).toHaveCount((text.match(/^## /gm)?.length ?? 0) + 1);
});

test('a pinned page, a colour and a stage are part of a step', async ({ page }) => {
  await begin(page);
  await nameIt(page);
  await page.getByRole('button', { name: 'owner', exact: true }).click();
  await stage(page).focus();
  await press(page, 'ArrowRight', 'ArrowUp', 'Enter');
  await record(page);
  const { text } = await saved(page);
  expect(text).toContain('colour: owner');
  expect(text).toContain('highlight: lpn 1');
});

test('the guide is one screen', async ({ page }) => {
  await begin(page);
  await button(page, 'Guide').click();
  const guide = page.getByRole('dialog', { name: 'How to write a lesson' });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await expect(guide).toBeInViewport({ ratio: 1 });
    const hidden = await guide.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden, `pixels to scroll at ${size.width}`).toBeLessThanOrEqual(0);
  }
});

test('nothing stands in the way of whoever writes', async ({ page }) => {
  test.setTimeout(120_000);
  const WIDTHS = [1920, 1440, 1024, 390];
  await begin(page);
  await nameIt(page);
  await record(page);
  await field(page, 'Words').fill('{{beauty}}');
  await button(page, 'Ask a question').click();
  await inEveryLook(page, WIDTHS, async () => {
    expect(await violations(page)).toEqual([]);
    expect(await beyond(page)).toBeLessThanOrEqual(0);
  });
  await button(page, 'A value').click();
  await editor(page)
    .getByText(/^Shows start/)
    .click();
  await inEveryLook(page, WIDTHS, async () => {
    // What stands under the bar at the top is nothing that anybody aims at.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await violations(page)).toEqual([]);
  });
  await button(page, 'Guide').click();
  await expect(page.getByRole('dialog', { name: 'How to write a lesson' })).toBeVisible();
  await inEveryLook(page, WIDTHS, async () => expect(await violations(page)).toEqual([]));
  await page.keyboard.press('Escape');
  await run(page, 'compare.designs', { trace: 'sqlite-ext4.csv.gz', play: false });
  await inEveryLook(page, WIDTHS, async () => {
    await expect(button(page, 'Record step')).toBeVisible();
    expect(await beyond(page)).toBeLessThanOrEqual(0);
  });
});
