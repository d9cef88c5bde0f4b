import { expect, idle, open, type Page, run, test } from './support/page';

/** The links of the chain under the headline, as they are read out: what triggered something is preceded by "because". */
const links = (page: Page): Promise<string[]> => page.locator('.why li').allTextContents();

interface Case {
  id: string;
  /** Leads to something that was triggered. */
  lead: (page: Page) => Promise<void>;
  trigger: RegExp;
  triggered: RegExp;
}

const byUnit =
  (unit: string) =>
  async (page: Page): Promise<void> => {
    await run(page, 'transport.unit', { unit });
    await page.keyboard.press('ArrowRight');
    await idle(page);
  };

async function toTheFirstReclaim(page: Page): Promise<void> {
  await run(page, 'transport.add-breakpoint', { breakpoint: { kind: 'reclaim' } });
  await run(page, 'transport.end');
}

const CASES: readonly Case[] = [
  {
    id: 'toy',
    lead: byUnit('gc'),
    trigger: /^because free blocks \d+ ≤ low mark \d+$/,
    triggered: /^GC picks block \d+$/,
  },
  {
    id: 'bplru',
    lead: byUnit('flush'),
    trigger: /^because buffered (pages|sectors) \d+ \+ \d+ needed > capacity \d+$/,
    triggered: /^flush B\d+/,
  },
  {
    id: 'fast',
    lead: toTheFirstReclaim,
    trigger: /^because random log blocks 5 of 5 in use$/,
    triggered: /^reclaim log block \d+$/,
  },
];

test('the chain says what triggered it, with its numbers, in front of what it triggered', async ({ page }) => {
  await open(page);
  for (const { id, lead, trigger, triggered } of CASES) {
    await run(page, 'experiment.example', { id, play: false });
    await lead(page);
    const told = await links(page);
    const at = told.findIndex((link) => trigger.test(link));
    expect(at, `${id}: ${told.join(' → ')}`).toBeGreaterThan(0);
    expect(told[at - 1], id).toMatch(/^host writes /);
    expect(told[at + 1], id).toMatch(triggered);
    const flag = page.locator('.why li').nth(at);
    await expect(flag).toHaveClass('because');
    // It has no moment of its own to go to.
    await expect(flag.getByRole('button')).toHaveCount(0);
    // What it tells is in sight, and nothing of the chain is cut off.
    const cut_off = await page.locator('.why').evaluate((chain) => chain.scrollWidth - chain.clientWidth);
    expect(cut_off, `${id}: pixels out of sight`).toBe(0);
  }
});
