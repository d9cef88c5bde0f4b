import { expect, open, type Page, place, run, test } from './support/page';

/** The links of the chain under the headline: what triggered something is preceded by "because". */
const links = (page: Page): Promise<string[]> => page.locator('.why li').allTextContents();

/** Goes on, operation by operation, until something was triggered by what `words` say. */
async function stepUntil(page: Page, words: RegExp): Promise<void> {
  await run(page, 'transport.unit', { unit: 'operation' });
  for (let step = 0; step < 400; step += 1) {
    if ((await page.locator('.why .because').filter({ hasText: words }).count()) > 0) return;
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => window.flashlab?.waitForIdle());
  }
  throw new Error(`nothing was triggered by ${words}`);
}

const EXAMPLES: { id: string; unit: string; trigger: RegExp; then: RegExp }[] = [
  {
    id: 'toy',
    unit: 'gc',
    trigger: /because (still, )?free blocks \d+ [≤<] (low|high) mark \d+/,
    then: /^GC picks block \d+$/,
  },
  { id: 'fast', unit: 'merge', trigger: /because random log blocks 5 of 5 in use/, then: /^reclaim log block \d+$/ },
  { id: 'bplru', unit: 'flush', trigger: /because buffered \w+ \d+ \+ \d+ needed > capacity \d+/, then: /^flush B\d+/ },
];

test('the chain says what triggered it, with its numbers, before what it triggered', async ({ page }) => {
  await open(page);
  for (const { id, unit, trigger, then } of EXAMPLES) {
    await run(page, 'experiment.example', { id, play: false });
    await run(page, 'transport.unit', { unit });
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => window.flashlab?.waitForIdle());
    if (id === 'fast') await stepUntil(page, trigger);
    const told = await links(page);
    const at = told.findIndex((link) => trigger.test(link));
    expect(told[at + 1], `${id}: ${told.join(' → ')}`).toMatch(then);
    const flag = page.locator('.why li').nth(at);
    await expect(flag).toHaveClass('because');
    await expect(flag.getByRole('button')).toHaveCount(0);
    expect(told.length).toBeLessThanOrEqual(7);
    expect((await place(page)).op).toBeGreaterThan(0);
  }
});
