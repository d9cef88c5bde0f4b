import { readFileSync } from 'node:fs';
import { violations } from './support/axe';
import { beyond, inEveryLook } from './support/looks';
import { flashlab } from './support/native';
import { alert, expect, open, operations, type Page, press, test } from './support/page';

/** The figure with the fewest runs: it is computed in seconds. */
const SMALL = 'clash-local-sympa';
const COMPUTED = 90_000;

const progress = (page: Page) => page.locator('.figures-progress .note');
const sign = (page: Page, claim: string) => page.locator('.figure-claim', { hasText: claim }).locator('.claim-sign');
const charts = (page: Page) => page.locator('.chart-panel');
const plot = (page: Page, title: string) => page.getByRole('application', { name: title });

/** Opens a figure by its address, which computes nothing, and has it computed, without waiting for its runs. */
async function openFigure(page: Page, figure: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./?testing=1#v=1&figure=${figure}${figure.includes('size=') ? '' : '&size=quick'}`);
  await expect(page.locator('.figures-news')).not.toBeEmpty();
  await expect(progress(page)).not.toBeEmpty();
  // An address computes nothing by itself; one that names a size is to be looked at as it opens.
  if (figure.includes('size=')) return;
  const compute = page.getByRole('button', { name: 'Compute', exact: true });
  if (await compute.isVisible()) await compute.click();
}

async function computed(page: Page): Promise<void> {
  await expect(progress(page)).toHaveText(/^all \d+ runs done/, { timeout: COMPUTED });
  await page.evaluate(() => window.flashlab?.waitForIdle());
}

test('the start page leads to a figure, and its curves begin to grow', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Where C-lash wins, and where it loses' }).click();
  await expect(charts(page)).toHaveCount(3);
  await expect(progress(page)).toHaveText(/^[1-9]\d* of \d+ runs, about .+ left$/, { timeout: 30_000 });
  await expect(page.locator('.chart-drawing circle').first()).toBeVisible();
  expect(page.url()).toContain('#v=1&figure=clash-seq');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('a figure is computed, judged, saved as the command line prints it; a point leads to its experiment and Back again', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openFigure(page, SMALL);
  await computed(page);
  await expect(sign(page, 'C12')).toHaveText(/[✓✕]/);
  await expect(page.locator('.figures-news mark')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(await flashlab('figures', SMALL, '--quick', '--json')).toBe(`[\n${saved}\n]\n`);

  await plot(page, 'Mean response').focus();
  await press(page, 'ArrowRight');
  await expect(page.locator('.figures-readout')).toContainText('C-lash, spatial locality 10');
  await page.keyboard.press('Enter');
  await expect(page.locator('.word').first()).toBeVisible();
  const document = await page.evaluate(() => window.flashlab?.state().document);
  expect(document).toMatchObject({ ftl: { kind: 'clash' }, workload: { spatial_locality: 0.1 }, run: { seed: 1 } });
  await expect.poll(() => operations(page)).toBe(0); // -1 until the device is open
  await page.goBack();
  await computed(page);
  await expect(sign(page, 'C12')).toHaveText(/[✓✕]/);
});

test('everything can be done with keys: open, stop, next figure, size, read, table', async ({ page }) => {
  await open(page);
  await page.keyboard.press('f');
  await expect(progress(page)).toHaveText(/^[1-9]\d* of /, { timeout: 30_000 });
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await plot(page, 'Mean response').focus();
  await press(page, 'ArrowRight');
  await expect(page.locator('.figures-readout')).toContainText('mean response');
  await page.getByRole('button', { name: 'Erases as a table', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Erases, as a table', exact: true }).locator('tbody tr'),
  ).not.toHaveCount(0);
  await page.keyboard.press('q');
  await expect(page.getByRole('button', { name: 'Full' })).toHaveAttribute('aria-pressed', 'true');
  await expect(progress(page)).toHaveText(/^\d+ of 1\u202f680 runs$/);
  await page.keyboard.press('n');
  await expect(page.locator('.figures-nav [aria-current]')).toContainText('C5');
  await page.keyboard.press('h');
  await expect(page.locator('.figures-nav [aria-current]')).toContainText('C1');
  expect(page.url()).toContain('figure=clash-seq&size=full');
});

test('an address names a figure and its size; full size waits to be asked for', async ({ page }) => {
  await openFigure(page, 'clash-size&size=full');
  await expect(page.getByRole('button', { name: 'Compute', exact: true })).toBeVisible();
  await expect(progress(page)).toHaveText('0 of 640 runs');
  await expect(page.locator('.figure-claim')).toContainText('not computed yet');
});

test('an address that names no size shows the result that is kept, at once', async ({ page }) => {
  await page.goto('./?testing=1#v=1&figure=clash-seq');
  await expect(page.getByRole('button', { name: 'Stored' })).toHaveAttribute('aria-pressed', 'true');
  await expect(sign(page, 'C1')).toHaveText(/[✓✕]/);
  await expect(page.locator('.chart-drawing circle').first()).toBeVisible();
});

test('a claim without its traces says what it needs', async ({ page }) => {
  await openFigure(page, 'clash-traces');
  await expect(page.locator('.figure-claim')).toContainText('not tested');
  await expect(page.locator('.claim-note')).toContainText('traces');
  await expect(charts(page)).toHaveCount(0);
});

test('the figures of the thesis are a step away: from the start page, from the others, by keys', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Which pages should leave the buffer?' }).click();
  const own = page.locator('.figures-nav li:visible');
  await expect(own).toHaveCount(10);
  await page.getByRole('button', { name: 'C-lash papers, 9 figures' }).click();
  await expect(own).toHaveCount(9);
  await expect(page.getByRole('button', { name: 'Stored', exact: true })).toHaveAttribute('aria-pressed', 'true');
  // Before the first of all figures stands the last: one of the open-channel paper.
  await press(page, 'h');
  await expect(page.locator('.figures-nav [aria-current]')).toContainText('Rate limiter');
});

test('a figure of the thesis is computed on smaller sizes, which is said, and judged as the command line does', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openFigure(page, 'lbuffer-metadata');
  await computed(page);
  await expect(progress(page)).toHaveText('all 9 runs done; quick: a quarter of the size');
  await expect(sign(page, 'L11')).toHaveText(/[✓✕]/);
  await expect(page.locator('.chart-drawing').first()).toContainText('write buffer, here ÷');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(await flashlab('figures', 'lbuffer-metadata', '--quick', '--json')).toBe(`[\n${saved}\n]\n`);
});

test('the result that is kept is there at once, says where it is from, and its points lead to experiments', async ({
  page,
}) => {
  await openFigure(page, 'lbuffer-alpha&size=kept');
  await expect(progress(page)).toHaveText(/^full size, the median of 5 seeds; computed natively by flashlab \d/);
  await expect(charts(page)).toHaveCount(6);
  await expect(sign(page, 'L1')).toHaveText(/[✓✕]/);
  await expect(page.getByRole('button', { name: 'Stored', exact: true })).toHaveAttribute('aria-pressed', 'true');
  expect(page.url()).toMatch(/#v=1&figure=lbuffer-alpha$/);
  await page.locator('.claim-choice', { hasText: 'L3' }).click();
  await expect(page.locator('.chart-pale').first()).toBeAttached();
  await plot(page, 'Mean write time, Ubuntu').focus();
  await press(page, 'ArrowRight');
  await expect(page.locator('.figures-readout')).toContainText('l-buffer (device), write buffer 2');
  await page.keyboard.press('Enter');
  await expect(page.locator('.word').first()).toBeVisible();
  const document = await page.evaluate(() => window.flashlab?.state().document);
  expect(document).toMatchObject({ buffer: { kind: 'lbuffer', bytes: 2 << 20 }, workload: { standin: 'ubuntu' } });
});

test('a figure is taken along: as a report, as drawings, as numbers; its settings and what was chosen are told', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openFigure(page, 'ttflash-mean');
  await computed(page);
  await expect(charts(page)).toHaveCount(3);
  await expect(page.locator('.figure-assumptions')).toContainText('How much over-provisioning the device has.');
  await expect(page.locator('.figure-repeat')).toContainText('flashlab figures ttflash-mean --quick --json');
  await page.getByText('The settings in full').click();
  const in_full = page.getByRole('region', { name: 'The settings in full' });
  await expect(in_full.getByRole('table', { name: 'All runs' })).toContainText('device.program_ns');
  await expect(in_full.getByRole('table', { name: '+PB' })).toContainText('ftl.series');

  const saved = async (name: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFileSync(await (await download).path());
  };
  const svg = (await saved('Charts (SVG)')).toString();
  expect(svg).not.toMatch(/var\(|class=| style=/);
  expect(svg.match(/<svg/g)).toHaveLength(4);
  const png = await saved('Charts (PNG)');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  expect(Math.abs(png.readUInt32BE(16) - 3 * width)).toBeLessThanOrEqual(3);
  const points = (await saved('Points (CSV)')).toString().split('\n');
  expect(points[0]).toMatch(/^panel,system,trace substitute,/);
  expect(points[1]).toMatch(/^all,Base,DAPPS,/);
  expect(points).toHaveLength(5 * 6 + 2);

  const report = (await saved('Report (HTML)')).toString();
  const asked: string[] = [];
  const reader = await page.context().newPage();
  reader.on('request', (request) => asked.push(request.url()));
  // Its policy keeps the tool out that looks it over, and would hide what it might load.
  await reader.setContent(report.replace(/<meta http-equiv[^>]*>/, ''));
  await expect(reader.locator('figure svg')).toHaveCount(3);
  await expect(reader.getByRole('cell', { name: 'T1', exact: true })).toBeVisible();
  await expect(reader.getByRole('link')).toHaveAttribute('href', /figure=ttflash-mean/);
  expect(await violations(reader)).toEqual([]);
  expect(asked).toEqual([]);
  await reader.close();
});

test('a figure on made-up requests takes no trace', async ({ page }) => {
  await openFigure(page, 'clash-size&size=full');
  await expect(page.getByRole('button', { name: 'Compute', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stored', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Trace', exact: true })).toBeHidden();
});

test('a trace takes the place of the stand-ins, and nothing is judged', async ({ page }) => {
  test.setTimeout(180_000);
  await openFigure(page, 'lbuffer-alpha&size=full');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Trace', exact: true }).click();
  await (await chosen).setFiles('traces/file-churn.spc.gz');
  await computed(page);
  await expect(charts(page)).toHaveCount(2);
  await expect(charts(page).first()).toContainText('file-churn.spc.gz');
  await expect(page.locator('.figure-unclaimed')).toContainText('none is judged');
  await expect(page.locator('.figure-claim')).toHaveCount(0);
  await expect(page.locator('.chart-drawing circle').first()).toBeVisible();
});

test('traces of one’s own take the place of those that a paper has and nobody may ship, several at once', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openFigure(page, 'clash-traces');
  const choose = async (file: string): Promise<void> => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Trace', exact: true }).click();
    await (await chosen).setFiles(file);
    await computed(page);
  };
  await choose('traces/clash-figure-2.csv');
  await choose('traces/file-churn.spc.gz');
  await expect(page.locator('.figure-unclaimed')).toContainText('none is judged');
  await expect(progress(page)).toHaveText('all 8 runs done');
});

test('a claim is asked how firm it is, as bars and in the words of the command line', async ({ page }) => {
  test.setTimeout(240_000);
  await openFigure(page, `${SMALL}&size=full`);
  await page.getByRole('button', { name: 'How firm?' }).click();
  await expect(page.locator('.firm-words')).not.toBeEmpty({ timeout: 2 * COMPUTED });
  await page.evaluate(() => window.flashlab?.waitForIdle());
  await expect(page.locator('.firm-bars')).toBeVisible();
  const [told] = JSON.parse(await flashlab('figures', 'C12', '--sensitivity', '--quick', '--json'));
  const plain = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]/g, ' ');
  expect(plain((await page.locator('.firm-words').textContent()) ?? '')).toBe(plain(told.words));
});

test('an unknown figure is said to be, and the first one shown', async ({ page }) => {
  await openFigure(page, 'clash-nothing&size=full');
  await expect(alert(page)).toContainText('There is no figure clash-nothing.');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(alert(page)).toBeHidden();
  await expect(page.locator('.figures-nav [aria-current]')).toContainText('C1');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a first touch reads a point, and a button beside the words leads to its experiment', async ({ page }) => {
    await openFigure(page, SMALL);
    await computed(page);
    await plot(page, 'Mean response').tap({ position: { x: 60, y: 120 } });
    await expect(page.locator('.figures-readout')).toContainText('spatial locality 10');
    await page.getByRole('button', { name: 'Open this experiment' }).tap();
    await expect(page.locator('.word').first()).toBeVisible();
  });
});

test('nothing stands in the way of a reader of a figure', async ({ page }) => {
  test.setTimeout(180_000);
  const WIDTHS = [1440, 1024, 390];
  await openFigure(page, SMALL);
  await computed(page);
  await inEveryLook(page, WIDTHS, async () => expect(await violations(page)).toEqual([]));
  await page.getByRole('button', { name: 'Mean response as a table' }).click();
  await page.getByText('The settings in full').click();
  await inEveryLook(page, WIDTHS, async () => {
    await expect(page.getByRole('region', { name: 'The settings in full' })).toContainText('device.over_provisioning');
    expect(await violations(page)).toEqual([]);
    expect(await beyond(page)).toBeLessThanOrEqual(0);
  });
});

test('nothing stands in the way of a reader of a figure with many curves', async ({ page }) => {
  await openFigure(page, 'lbuffer-alpha&size=kept');
  await expect(charts(page)).toHaveCount(6);
  await inEveryLook(page, [1440, 1024, 390], async () => {
    expect(await violations(page)).toEqual([]);
    expect(await beyond(page)).toBeLessThanOrEqual(0);
  });
});

for (const figure of ['openchannel-memory', 'openchannel-journal'])
  test(`${figure}, with runs that need no device or stand for a whole line, is judged as on the command line`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await openFigure(page, figure);
    await computed(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect(await flashlab('figures', figure, '--quick', '--json')).toBe(`[\n${saved}\n]\n`);
  });
