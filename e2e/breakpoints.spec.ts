import type { Breakpoint } from '../web/engine/protocol';
import {
  expect,
  idle,
  lastOperation,
  news,
  open,
  type Page,
  place,
  press,
  type State,
  stage,
  TOY,
  test,
} from './support/page';

const WEARING = `${TOY}&device.over_provisioning=1&ftl.wear_leveling.kind=static&ftl.wear_leveling.delta=2`;

/** Adds a condition through the card, as its words say, and runs into it. */
async function stopWhen(page: Page, words: string, value: number | null): Promise<void> {
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await page.getByLabel('Condition').selectOption({ label: words });
  if (value !== null) await page.getByLabel('Value').fill(String(value));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await idle(page);
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
}

const frame = (page: Page): Promise<NonNullable<State['frame']>> =>
  page.evaluate(() => {
    const now = window.flashlab?.state().frame;
    if (!now) throw new Error('no device is open');
    return now;
  });

const cells = async (page: Page) => {
  const { stage } = await frame(page);
  if (stage?.kind !== 'cells') throw new Error('not a small device');
  return stage;
};

interface Case {
  words: string;
  value: number | null;
  kind: Breakpoint['kind'];
  says: RegExp;
  hash?: string;
  /** What must be true where it stopped, and not one operation before. */
  holds: (page: Page) => Promise<boolean>;
}

const last = async (page: Page, ...kinds: string[]) => kinds.includes((await lastOperation(page))?.kind ?? '');

const CASES: readonly Case[] = [
  { words: 'a GC run begins', value: null, kind: 'gc', says: /GC/, holds: (page) => last(page, 'gc-start') },
  { words: 'a block is erased', value: null, kind: 'erase', says: /erase/, holds: (page) => last(page, 'erase') },
  {
    words: 'wear levelling begins',
    value: null,
    kind: 'wear',
    says: /wear/,
    hash: WEARING,
    holds: (page) => last(page, 'wear-start'),
  },
  {
    words: 'write amplification passes',
    value: 1.2,
    kind: 'write-amplification',
    says: /amplification/,
    holds: async (page) => ((await frame(page)).charts?.write_amplification.now ?? 0) > 1.2,
  },
  {
    words: 'a response takes longer than',
    value: 0.09,
    kind: 'response',
    says: /took/,
    holds: async (page) => ((await frame(page)).charts?.tail.ns.at(-1) ?? 0) > 9e4,
  },
  {
    words: 'the block that is chosen is block',
    value: 4,
    kind: 'block-chosen',
    says: /block 4 is chosen/,
    holds: async (page) => (await last(page, 'gc-start')) && (await lastOperation(page))?.block === 4,
  },
  {
    words: 'erases of any block reach',
    value: 3,
    kind: 'block-erases',
    says: /erase/,
    holds: async (page) => Math.max(...(await cells(page)).block_erases) >= 3,
  },
  {
    words: 'free blocks fall below',
    value: 3,
    kind: 'free-blocks',
    says: /free/,
    holds: async (page) => (await frame(page)).free_blocks.now < 3,
  },
  {
    words: 'a write reaches logical page',
    value: 7,
    kind: 'page-written',
    says: /page 7|LPN 7/,
    holds: async (page) => (await lastOperation(page))?.lpn === 7,
  },
];

for (const { words, value, kind, says, hash, holds } of CASES) {
  test(`the run stops when: ${words} ${value ?? ''}`, async ({ page }) => {
    await open(page, hash ?? TOY);
    await stopWhen(page, words, value);
    const { op, ended } = await place(page);
    expect(ended, `${kind} stops the run before its end`).toBeNull();
    expect(op).toBeGreaterThan(0);
    await expect(news(page)).toContainText('Stopped: ');
    await expect(news(page)).toContainText(says);
    expect(await holds(page)).toBe(true);
    await expect(page.locator('.flags path')).toHaveCount(1);
    await press(page, 'ArrowLeft', 'ArrowRight');
    expect((await place(page)).op).toBe(op);
  });
}

test('a condition that never comes true stops nothing', async ({ page }) => {
  await open(page, TOY);
  await stopWhen(page, 'write amplification passes', 50);
  expect((await place(page)).ended).toBe('done');
  await expect(news(page)).not.toContainText('Stopped: ');
});

test('playing stops at a condition too, and goes on when it is removed', async ({ page }) => {
  await open(page, `${TOY}&speed=1000`);
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await page.getByLabel('Condition').selectOption({ label: 'a GC run begins' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(news(page)).toContainText('Stopped: ');
  await idle(page);
  expect((await place(page)).gc_runs).toBe(1);
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await page.getByRole('button', { name: 'Remove: a GC run begins' }).click();
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
  expect((await place(page)).ended).toBe('done');
});

test('a pinned page leads to the moment at which its block is chosen, with the reason; other conditions stay', async ({
  page,
}) => {
  await open(page, TOY);
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await page.getByLabel('Condition').selectOption({ label: 'a block is erased' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await stage(page).focus();
  for (let block = 0; block <= 4; block++) await page.keyboard.press('ArrowRight');
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'To when block 4 is chosen' }).click();
  await expect(news(page)).toContainText('Stopped: block 4 is chosen');
  expect(await lastOperation(page)).toMatchObject({ kind: 'gc-start', block: 4 });
  await expect(page.locator('#decision tr[aria-current] th')).toContainText('block 4');
  await page.getByRole('button', { name: /^Stop when/ }).click();
  await expect(page.getByRole('button', { name: 'Remove: a block is erased' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
});
