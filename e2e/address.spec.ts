import {
  alert,
  expect,
  expectToyWorks,
  idle,
  news,
  open,
  operations,
  place,
  press,
  ready,
  run,
  stateHash,
  TOY,
  test,
} from './support/page';
import { spcText } from './support/traces';

test('an address brings back the moment it was taken from', async ({ page }) => {
  await open(page, TOY);
  await run(page, 'transport.seek', { op: 70 });
  const headline = await news(page).textContent();
  await expect.poll(() => page.url()).toContain('op=70');
  await page.reload();
  await expect(news(page)).toHaveText(headline ?? '');
});

test('a shared link opens at the same moment in another tab, in the same state', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, `${TOY}&ftl.gc.policy=cost-benefit&run.seed=5`);
  await press(page, 'g', 'g', 'ArrowRight', 'ArrowRight', 'c', 's');
  const share = page.getByRole('dialog', { name: 'Share' });
  await expect(share.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await press(page, 'Enter');
  await expect(share).toContainText('Link copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain('testing');

  const other = await context.newPage();
  await other.goto(link.replace('#', '?testing=1#'));
  await ready(other);
  await expect.poll(() => operations(other)).toBe(await operations(page));
  await idle(other);
  expect(await place(other)).toEqual(await place(page));
  expect(await stateHash(other)).toBe(await stateHash(page));
  await expect(news(other)).toHaveText((await news(page).textContent()) ?? '');
  await expect(other.getByRole('button', { name: 'age', exact: true }).first()).toHaveAttribute('aria-pressed', 'true');
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

/** No block wears out on the way. */
const ENDLESS = `${TOY}&device.endurance=4000000000&workload.requests=1000000000000`;

const SMALLER = expect.stringMatching(/^Open a smaller one: (1\/\d+ of the capacity|\d0.000 requests)$/);

const HEAVY = {
  'of a device of gigabytes': {
    hash: '#v=1&device.preset=ttflash&device.blocks_per_plane=1000&ftl.kind=ttflash&workload.kind=uniform',
    says: /takes about \d\.\d+.GiB of memory/,
    ways: ['Open it', SMALLER, 'Go to the start page'],
  },
  'at an operation deep in a run': {
    hash: `${ENDLESS}&op=1000000000000`,
    says: /Computing every operation before it takes about 12.days/,
    ways: ['Open it', 'Open it at the start', 'Go to the start page'],
  },
  'of lanes with endless runs': {
    hash: `${ENDLESS}&b.ftl.gc.policy=fifo`,
    says: /runs all lanes to the end in the background: about 46.days/,
    ways: ['Open it', SMALLER, 'Go to the start page'],
  },
};

for (const [what, { hash, says, ways }] of Object.entries(HEAVY)) {
  test(`an address ${what} says what it takes, and begins nothing`, async ({ page }) => {
    await open(page, hash);
    await expect(alert(page)).toContainText(says);
    await expect(alert(page)).toContainText('Nothing has been started.');
    expect(await alert(page).getByRole('button').allTextContents()).toEqual(ways);
    const begun = await page.evaluate(() => {
      const { opened, frame, loading, full_runs } = window.flashlab?.state() ?? {};
      return { opened, frame, loading, work: full_runs?.work };
    });
    expect(begun).toEqual({ opened: null, frame: null, loading: null, work: null });
    expect(page.url()).toContain(hash);
    await alert(page).getByRole('button', { name: 'Go to the start page' }).click();
    await expect(page.getByRole('button', { name: 'Open the workbench' })).toBeVisible();
    await expectToyWorks(page);
  });
}

test('a deep moment that was agreed to can be stopped on the way', async ({ page }) => {
  await open(page, HEAVY['at an operation deep in a run'].hash);
  await alert(page).getByRole('button', { name: 'Open it', exact: true }).click();
  const loading = page.locator('.loading');
  await expect(loading).toContainText('Going there');
  await loading.getByRole('button', { name: 'Cancel' }).click();
  await expect(loading).toBeHidden();
  await idle(page);
  const { op, ended } = await place(page);
  expect(ended).toBeNull();
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(op + 1);
});

test('a deep moment may be left out', async ({ page }) => {
  await open(page, HEAVY['at an operation deep in a run'].hash);
  await alert(page).getByRole('button', { name: 'Open it at the start' }).click();
  await idle(page);
  expect(await place(page)).toMatchObject({ op: 0, requests: 1e12 });
});

test('a smaller one of what takes much opens at once, and says what is less', async ({ page }) => {
  await open(page, HEAVY['of a device of gigabytes'].hash);
  await expect(alert(page)).toContainText(/1\/\d+ of the capacity/);
  await alert(page).getByRole('button', { name: 'Open a smaller one' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(1);
  await open(page, HEAVY['of lanes with endless runs'].hash);
  await expect(alert(page)).toContainText(/\d0.000 requests/);
  await alert(page).getByRole('button', { name: 'Open a smaller one' }).click();
  await idle(page);
  await expect(page.getByRole('article', { name: /^Lane [AB]$/ })).toHaveCount(2);
  await expect.poll(() => operations(page)).toBe(0); // -1 until a device is open
  expect((await place(page)).requests).toBeLessThan(1e6);
});

test('a trace of more requests than are run in a second is read first, and then weighed', async ({ page }) => {
  const hash =
    '#v=1&device.logical_bytes=33554432&workload.kind=trace&workload.file=disk.spc&b.ftl.kind=dftl&c.ftl.kind=fast&d.ftl.kind=clash&workload.queue_depth=1';
  await open(page, hash);
  await expect(alert(page)).toContainText('Drop that file');
  const chosen = page.waitForEvent('filechooser');
  await alert(page).getByRole('button', { name: 'Choose a file' }).click();
  await (await chosen).setFiles({ name: 'disk.spc', mimeType: 'text/plain', buffer: Buffer.from(spcText(200_000)) });
  await expect(alert(page)).toContainText('runs all lanes to the end in the background');
  expect(await operations(page)).toBe(-1);
  await alert(page).getByRole('button', { name: 'Open a smaller one' }).click();
  await idle(page);
  expect((await place(page)).requests).toBeLessThan(200_000);
});

test('endless runs of lanes that were agreed to can be stopped, and the lanes go on', async ({ page }) => {
  await open(page, HEAVY['of lanes with endless runs'].hash);
  await alert(page).getByRole('button', { name: 'Open it', exact: true }).click();
  await page.getByRole('button', { name: 'Stop the background runs' }).click();
  await idle(page);
  await expect(page.getByRole('button', { name: 'Run all lanes to the end' })).toBeVisible();
  await press(page, 'ArrowRight');
  expect((await place(page)).request).toBe(1);
});

test('what is run beside a device is stopped with one click, and made with another', async ({ page }) => {
  const document = {
    device: { preset: 'ttflash-small' },
    ftl: { kind: 'ttflash' },
    workload: { kind: 'uniform', request_pages: 1, requests: 5_000_000 },
  };
  await open(page);
  await run(page, 'experiment.open', { document });
  const panel = page.getByRole('region', { name: 'Read latency', exact: true });
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel).toContainText('no baseline: stopped');
  expect(await page.evaluate(() => window.flashlab?.state().baselines.work)).toBeNull();
  await panel.getByRole('button', { name: 'Run the baseline' }).click();
  await expect(panel.getByRole('button', { name: 'Stop' })).toBeVisible();
});

const UNREADABLE = {
  'of a newer version': { hash: '#v=99', says: 'newer Flashlab' },
  'cut short': { hash: '#v=1&x=q1YqS', says: 'cut short' },
  'with a position that is none': { hash: `${TOY}&op=-4`, says: 'op = -4' },
  'with a word that no link has': { hash: `${TOY}&sped=4`, says: 'sped is nothing that a link says' },
  'that reaches for what is no field': { hash: `${TOY}&__proto__.x=1`, says: '__proto__.x is nothing' },
  'that says a thing twice': { hash: `${TOY}&op=3&op=4`, says: 'op twice' },
  'nested forty thousand deep': { hash: `${TOY}&run.seed=${'['.repeat(20_000)}${']'.repeat(20_000)}`, says: 'deeper' },
  'with a broken escape': { hash: '#v=1&run.seed=%E0%A4%A', says: 'damaged' },
};

for (const [what, { hash, says }] of Object.entries(UNREADABLE)) {
  test(`an address ${what} says why and leads on`, async ({ page }) => {
    await open(page, hash);
    await expect(alert(page)).toContainText(says);
    await page.getByRole('button', { name: 'Open without it' }).click();
    await expect(page.locator('.word').first()).toHaveText('toy');
    await press(page, 'ArrowRight');
    expect((await place(page)).op).toBe(1);
  });
}

test('an address with an unknown field names it and opens without it', async ({ page }) => {
  await open(page, `${TOY}&ftl.gc.polity=greedy`);
  await expect(alert(page)).toContainText('ftl.gc.polity');
  await page.getByRole('button', { name: 'Open without it' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(1);
  expect(page.url()).not.toContain('polity');
});

test('an address with a bad value shows the nearest and opens without it', async ({ page }) => {
  await open(page, `${TOY}&ftl.gc.low=0`);
  await expect(alert(page)).toContainText('ftl.gc.low');
  await expect(page.getByRole('button', { name: 'Use 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Open without it' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(1);
});
