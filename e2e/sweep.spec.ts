import { readFileSync } from 'node:fs';
import { violations } from './support/axe';
import { beyond, inEveryLook } from './support/looks';
import { flashlab } from './support/native';
import { expect, idle, open, type Page, place, ready, run, test } from './support/page';

/** A device so small that a run is a matter of milliseconds, and large enough for four layers. */
const SMALL =
  '#v=1&device.preset=micron-lb&device.blocks_per_plane=256&device.pages_per_block=16&device.over_provisioning=0.1&workload.requests=1500&workload.queue_depth=1';
const RUN_MS = 90_000;

const note = (page: Page) => page.locator('.sweep-progress .note').first();
const field = (page: Page, at: number) => page.locator(`#sweep-field-${at}`);
const values = (page: Page, at: number) => page.locator(`#sweep-values-${at}`);
const tick = (page: Page, policy: string) => page.getByRole('checkbox', { name: policy, exact: true });
const made = async (page: Page): Promise<void> => {
  await expect(note(page)).toHaveText(/^all \d+ runs done$/, { timeout: RUN_MS });
  await idle(page);
};
const done = (page: Page): Promise<number> =>
  page.evaluate(() => window.flashlab?.state().sweep.results.filter((result) => result !== null).length ?? 0);

/** From the workbench, as a person: the field, its values, the policies. */
async function setUp(page: Page, text: string, policies: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Sweep …' }).click();
  await expect(field(page, 0)).toHaveValue('workload.write_ratio');
  await values(page, 0).fill(text);
  await values(page, 0).press('Enter');
  for (const policy of policies) await tick(page, policy).check();
  await idle(page);
}

const FOUR = ['Page mapping', 'DFTL', 'FAST', 'C-lash'];

async function saved(page: Page, format: 'CSV' | 'JSON'): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

test('2 × 20 points with four policies: progress, a reload half-way keeps what is done, and goes on', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await open(page, `${SMALL}&workload.request_pages=2`);
  await setUp(page, '0.05:1:0.05', FOUR);
  await page.getByRole('button', { name: 'Add a second field' }).click();
  await field(page, 1).fill('workload.sequential_ratio');
  await field(page, 1).press('Enter');
  await values(page, 1).fill('0, 0.8');
  await values(page, 1).press('Enter');
  await expect(note(page)).toHaveText('160 runs: 4 policies × 20 values of write ratio × 2 values of sequential ratio');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(note(page)).toHaveText(/^[1-9]\d* of 160 runs, about .+ left$/, { timeout: 30_000 });
  await expect(page.locator('.chart-panel')).toHaveCount(2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  const before = await done(page);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(160);

  await page.reload();
  await ready(page);
  await expect(note(page)).toHaveText(/^[1-9]\d* of 160 runs$/);
  const restored = await done(page);
  expect(restored).toBeGreaterThanOrEqual(before - 2);
  await expect(page.locator('.sweep-progress .note').last()).toHaveText(
    `${restored} ${restored === 1 ? 'run' : 'runs'} restored`,
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await made(page);
  await expect(page.locator('.figures-news mark').first()).toBeVisible();
});

test('what is being typed stays, whenever the answer about the last change comes', async ({ page }) => {
  await open(page, SMALL);
  await setUp(page, '0, 0.5', ['Page mapping']);
  // From here on every question to the core takes its time.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...message: [unknown]) {
      setTimeout(() => post.apply(this, message), 700);
    };
  });
  await page.getByRole('button', { name: 'Add a second field' }).click();
  await expect(field(page, 1)).toBeFocused();
  // Field and values faster than anything is drawn.
  await page.evaluate(() => {
    for (const [id, text] of [
      ['sweep-field-1', 'workload.sequential_ratio'],
      ['sweep-values-1', '0, 0.8'],
    ] as const) {
      const input = document.getElementById(id) as HTMLInputElement;
      input.value = text;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await values(page, 1).fill('0, 0.');
  await expect(note(page)).toHaveText('4 runs: 1 policy × 2 values of write ratio × 2 values of sequential ratio');
  await expect(values(page, 1)).toHaveValue('0, 0.');
  await values(page, 1).fill('0, 0.4, 0.8');
  await values(page, 1).press('Enter');
  await expect(note(page)).toHaveText('6 runs: 1 policy × 2 values of write ratio × 3 values of sequential ratio');
  await page.locator('#sweep-own').fill('DFTL: ftl.kind=df');
  await tick(page, 'FAST').evaluate((box) => (box as HTMLInputElement).click());
  await expect(note(page)).toContainText('2 policies');
  await expect(page.locator('#sweep-own')).toHaveValue('DFTL: ftl.kind=df');
});

test('numbers are those of the command line, byte for byte, and the command is told', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, SMALL);
  await setUp(page, '0, 0.5, 1', FOUR);
  await page.getByRole('button', { name: 'Start' }).click();
  await made(page);
  const command = (await page.locator('.sweep-export code').textContent()) ?? '';
  expect(command).toContain("--policy 'C-lash: ftl.kind=clash' --vary workload.write_ratio=0,0.5,1 --csv");
  const [, ...told] = words(command);
  expect(await saved(page, 'CSV')).toBe(await flashlab(...told));
  expect(await saved(page, 'JSON')).toBe(await flashlab(...told.slice(0, -1), '--json'));
});

test('refused points, and points of a trace, are those of the command line too', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  const refused = {
    experiment: { device: { preset: 'toy' }, workload: { kind: 'uniform', requests: 200 } },
    varied: [{ path: 'ftl.gc.low', text: '1, 2, 100' }],
    policies: [],
  };
  await run(page, 'sweep.show', { sweep: refused });
  await page.keyboard.press('x');
  await made(page);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page.locator('.sweep-refused').first()).toContainText('refused: ftl.gc.high');
  const [, ...told] = words((await page.locator('.sweep-export code').textContent()) ?? '');
  expect(await saved(page, 'CSV')).toBe(await flashlab(...told));

  const traced = {
    experiment: {
      device: { preset: 'micron-lb', blocks_per_plane: 256 },
      workload: { kind: 'trace', file: 'clash-figure-2.csv', queue_depth: 1 },
    },
    varied: [{ path: 'ftl.kind', text: 'page, fast' }],
    policies: [],
  };
  await run(page, 'sweep.show', { sweep: traced });
  await page.keyboard.press('x');
  await made(page);
  const [, ...replayed] = words((await page.locator('.sweep-export code').textContent()) ?? '');
  expect(await saved(page, 'JSON')).toBe(await flashlab(...replayed.slice(0, -1), '--json'));
});

test('a ready sweep is one click; a point is read, opened on the stage, and Back leads to the sweep', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await open(page, SMALL);
  await page.keyboard.press('y');
  await page.getByRole('button', { name: /^Write share × four designs/ }).click();
  await made(page);
  await expect(page.locator('.chart-strong', { hasText: /^A and D cross at \d/ }).first()).toBeVisible();
  const plot = page.getByRole('application', { name: /^Mean response/ });
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.sweep-card')).toContainText('write ratio 10');
  await expect(page.locator('.sweep-card')).toContainText('Erases');
  await page.keyboard.press('Enter');
  await expect(page.locator('.word').first()).toBeVisible();
  await idle(page);
  expect(await page.evaluate(() => window.flashlab?.state().document)).toMatchObject({
    workload: { write_ratio: 0.1 },
  });
  expect((await place(page)).op).toBe(0);
  await page.goBack();
  await made(page);
});

test('a comparison becomes a sweep: its lanes are the policies', async ({ page }) => {
  await open(page, `${SMALL}&b.ftl.kind=fast&c.ftl.kind=clash`);
  await page.keyboard.press('y');
  await expect(note(page)).toHaveText('18 runs: 3 policies × 6 values of write ratio');
  for (const policy of ['Page mapping', 'FAST', 'C-lash']) await expect(tick(page, policy)).toBeChecked();
});

test('what is wrong is said at its field', async ({ page }) => {
  await open(page, SMALL);
  await page.keyboard.press('y');
  await values(page, 0).fill('0:1');
  await values(page, 0).press('Enter');
  await expect(page.locator('.sweep-row .refusal')).toContainText('from:to:step');
  await values(page, 0).fill('0.5, 0.5');
  await values(page, 0).press('Enter');
  await expect(page.locator('.sweep-row .refusal')).toContainText('axes[0].values[1]');
  await values(page, 0).fill('0:1:0.5');
  await values(page, 0).press('Enter');
  await expect(page.locator('.sweep-row .refusal')).toHaveCount(0);
  await field(page, 0).fill('workload.nonsense');
  await field(page, 0).press('Enter');
  await expect(page.locator('.sweep-row .refusal')).toContainText('No field is called workload.nonsense');
  await page.locator('#sweep-own').fill('nonsense');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('.sweep-policies .refusal')).toContainText('a title, a colon');
  await page.locator('#sweep-own').fill('Two log blocks: ftl.kind=bast ftl.log_blocks=4');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(tick(page, 'Two log blocks')).toBeChecked();
});

test('a link holds the whole sweep and how it is looked at', async ({ page }) => {
  await open(page);
  await run(page, 'sweep.example', { id: 'map' });
  await made(page);
  await page.getByRole('button', { name: 'Heat map' }).click();
  await page.locator('#sweep-metric').selectOption('erases');
  await expect(page.locator('.sweep-heat')).toHaveCount(3);
  await idle(page);
  const link = page.url();
  expect(link).toContain('#v=1&sweep=');
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  await expect(page.locator('.sweep-heat')).toHaveCount(3);
  await expect(page.locator('#sweep-metric')).toHaveValue('erases');
  await made(page);
});

test('a link begins none of its runs: how many there are, and how long they take, is said first', async ({ page }) => {
  await open(page);
  const sweep = {
    experiment: { workload: { kind: 'uniform', requests: 10_000_000 } },
    varied: [{ path: 'workload.write_ratio', text: '0:1:0.01' }],
    policies: [],
  };
  await run(page, 'sweep.show', { sweep });
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  await expect(note(page)).toHaveText('101 runs: 101 values of write ratio');
  await expect(page.locator('.sweep-progress .note').last()).toHaveText(/^about \d+.(minutes|hours) once started/);
  expect(await done(page)).toBe(0);
  expect(await page.evaluate(() => window.flashlab?.state().sweep.work)).toBeNull();
});

test('the charts in sight are saved as a drawing and as a picture', async ({ page }) => {
  await open(page);
  await run(page, 'sweep.example', { id: 'spare' });
  await made(page);
  for (const [label, begins] of [
    ['SVG', '<svg'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: label, exact: true }).click();
    const file = readFileSync(await (await download).path(), 'latin1');
    expect(file.startsWith(begins), label).toBe(true);
    expect(file.length).toBeGreaterThan(5000);
  }
});

test('a browser that keeps nothing says so, and the sweep is run all the same', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await open(page, SMALL);
  await setUp(page, '0, 1', []);
  await page.getByRole('button', { name: 'Start' }).click();
  await made(page);
  await expect(page.locator('.sweep-progress .note').last()).toHaveText(
    'This browser stores nothing: a reload starts over.',
  );
});

test('nothing stands in the way of a reader of a sweep', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, SMALL);
  await page.keyboard.press('y');
  await inEveryLook(page, [1440, 390], async () => expect(await violations(page)).toEqual([]));
  await run(page, 'sweep.example', { id: 'map' });
  await made(page);
  for (const form of ['lines', 'map', 'best', 'table'])
    await test.step(form, async () => {
      await run(page, 'sweep.display', { display: { form } });
      await inEveryLook(page, [1440, 390], async () => {
        expect(await violations(page)).toEqual([]);
        expect(await beyond(page)).toBeLessThanOrEqual(0);
      });
    });
});
