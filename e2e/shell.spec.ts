import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { TestingHandle } from '../web/app/testing';

type State = ReturnType<TestingHandle['state']>;

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TOY = '#v=1&device.preset=toy&workload.kind=uniform&workload.write_ratio=1';

async function open(page: Page, hash = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./?testing=1${hash}`);
  await page.waitForFunction(() => window.flashlab !== undefined);
  await page.evaluate(() => window.flashlab?.waitForIdle());
}

async function run(page: Page, id: string, args?: unknown): Promise<void> {
  await page.evaluate(([name, given]) => window.flashlab?.run(name as string, given), [id, args] as const);
}

const position = (page: Page): Promise<number> =>
  page.evaluate(() => window.flashlab?.state().frame?.position.op ?? -1);

const failure = (page: Page): Promise<State['failure'] | undefined> =>
  page.evaluate(() => window.flashlab?.state().failure);

test('a page clicked on the start page is written, and what it made is told', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Write page C' }).click();
  await expect(page.locator('.hero-story')).toHaveText('C goes to the next free page.');
  await page.getByRole('button', { name: 'Write page C' }).click();
  await expect(page.locator('.hero-story')).toContainText('The old C is dead weight');
});

test('one button leads from the start to a device that runs', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Open the workbench' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => position(page)).toBeGreaterThan(1);
});

test('steps lead forward and back to the same moment', async ({ page }) => {
  await open(page, TOY);
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
  await page.evaluate(() => window.flashlab?.waitForIdle());
  const there = await page.locator('.news').textContent();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
    await page.evaluate(() => window.flashlab?.waitForIdle());
  }
  await expect(page.locator('.news')).toHaveText(there ?? '');
});

test('an address brings back the moment it was taken from', async ({ page }) => {
  await open(page, TOY);
  await run(page, 'transport.seek', { op: 70 });
  const headline = await page.locator('.news').textContent();
  await expect.poll(() => page.url()).toContain('op=70');
  await page.reload();
  await expect(page.locator('.news')).toHaveText(headline ?? '');
});

test('the browser’s Back leads from the workbench to the start', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.example', { id: 'toy', play: false });
  await expect.poll(() => page.url()).toContain('#v=1');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Open the workbench' })).toBeVisible();
  await page.goForward();
  await expect(page.locator('.word').first()).toHaveText('toy');
});

test('an address that cannot be read says why and leads on', async ({ page }) => {
  await open(page, '#v=99');
  await expect(page.getByRole('alert')).toContainText('newer Flashlab');
  await page.getByRole('button', { name: 'Open without it' }).click();
  await expect(page.locator('.word').first()).toHaveText('toy');
});

test('a refused value is told with the nearest that would do', async ({ page }) => {
  await open(page, TOY);
  await run(page, 'experiment.set', { path: 'ftl.gc.low', value: 0 });
  await expect(page.getByRole('alert')).toContainText('ftl.gc.low');
  await page.getByRole('button', { name: 'Use 1' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(await failure(page)).toBeNull();
});

test('a sample trace is read, told about and replayed', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'A database on ext4' }).click();
  await expect(page.locator('.trace-card')).toContainText('MSR Cambridge, sure');
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(100);
});

test('a file that is no trace is refused with its first line', async ({ page }) => {
  await open(page);
  await page.evaluate(() =>
    window.flashlab?.run('trace.import', { file: new Blob(['not a trace\n']), name: 'junk.txt' }),
  );
  await expect(page.getByRole('alert')).toContainText('junk.txt: line 1');
});

test('a condition stops the run and says which', async ({ page }) => {
  await open(page, TOY);
  await run(page, 'transport.add-breakpoint', { breakpoint: { kind: 'gc' } });
  await run(page, 'transport.end');
  await expect(page.locator('.news')).toContainText('Stopped:');
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`nothing stands in the way of a reader, ${theme}, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: theme });
      await open(page, TOY);
      await run(page, 'transport.next-gc');
      await page.addScriptTag({ path: axe });
      expect(await violations(page)).toEqual([]);
      await run(page, 'experiment.leave');
      await page.evaluate(() => window.flashlab?.waitForIdle());
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    });
  }
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
  });
}
