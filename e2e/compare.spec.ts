/** Lanes side by side, as a person meets them. What lanes are to each other is tested in `lanes.spec.ts`. */

import { violations } from './support/axe';
import { dropAndWait } from './support/files';
import { inEveryLook } from './support/looks';
import { flashlab } from './support/native';
import { expect, idle, open, type Page, place, press, run, TOY, test } from './support/page';
import { spcText } from './support/traces';

/** Four designs on a device of 32 MiB that is found full, and 600 requests. */
const FOUR =
  '#v=1&device.logical_bytes=33554432&workload.kind=synthetic&workload.requests=600&run.initial_state=full_seq' +
  '&ftl.kind=page&b.ftl.kind=dftl&c.ftl.kind=fast&d.ftl.kind=clash&unit=request';
/** Two of them. */
const FORKED =
  '#v=1&device.logical_bytes=33554432&workload.kind=synthetic&workload.requests=600&run.initial_state=full_seq' +
  '&ftl.kind=page&b.ftl.kind=dftl&unit=request';
/** The same device and requests, one design. */
const ONE =
  '#v=1&device.logical_bytes=33554432&workload.kind=synthetic&workload.requests=600&run.initial_state=full_seq&ftl.kind=page';

const news = (page: Page) => page.locator('.compare-headline .news');
const lane = (page: Page, letter: string) => page.getByRole('article', { name: `Lane ${letter}`, exact: true });

interface Lanes {
  kinds: unknown[];
  requests: (number | undefined)[];
  focus: number | null;
  divergences: number[];
}

const lanes = (page: Page): Promise<Lanes> =>
  page.evaluate(() => {
    const state = window.flashlab?.state();
    if (!state) throw new Error('no page to be tested');
    const all = [state, ...state.beside];
    return {
      kinds: all.map(({ opened }) => (opened?.document.ftl as { kind: string } | undefined)?.kind),
      requests: all.map(({ frame }) => frame?.position.request),
      focus: state.focus,
      divergences: (state.full_runs.divergences ?? []).map(({ request }) => request + 1),
    };
  });

const requests = async (page: Page) => (await lanes(page)).requests;
const kinds = async (page: Page) => (await lanes(page)).kinds;

test('one click on the start page puts four designs side by side, playing on a recorded trace', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Compare four designs' }).click();
  await expect(page.getByRole('article', { name: /^Lane [A-D]$/ })).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(news(page)).toContainText(/leads|tie/);
  await expect(page.locator('.trace-card')).toBeHidden();
  await page.getByRole('button', { name: 'Pause' }).click();
  await idle(page);
  const [first, ...others] = await requests(page);
  expect(first).toBeGreaterThan(0);
  expect(others).toEqual([first, first, first]);
  await expect(page.locator('.status')).toContainText(
    /four lanes, identical requests \(hash [0-9a-f]{4} [0-9a-f]{4}\)/,
  );
});

test('steps are requests of all lanes; the headline says who does what, and the first divergence has its name', async ({
  page,
}) => {
  await open(page, FOUR);
  await expect(news(page)).toContainText('Four lanes at the start');
  await press(page, 'ArrowRight', 'ArrowRight');
  expect(await requests(page)).toEqual([2, 2, 2, 2]);
  await press(page, 'ArrowLeft');
  expect(await requests(page)).toEqual([1, 1, 1, 1]);
  await run(page, 'transport.seek-request', { request: 300 });
  await page.getByRole('button', { name: /First divergence: request/ }).click();
  await idle(page);
  const [first] = (await lanes(page)).divergences;
  expect(await requests(page)).toEqual([first, first, first, first]);
  await expect(news(page)).toContainText(`At request ${first} the lanes part.`);
  const heard = page.locator('.compare-headline [aria-live]');
  await expect(heard).toHaveText((await news(page).textContent()) ?? '');
});

test('a step can be a divergence, and → leads from one to the next', async ({ page }) => {
  await open(page, FOUR);
  await page.getByLabel('A step is one').selectOption('divergence');
  await page.getByLabel('A step is one').blur();
  const places = (await lanes(page)).divergences;
  expect(places.length).toBeGreaterThan(1);
  await press(page, 'ArrowRight', 'ArrowRight');
  expect((await place(page)).request).toBe(places[1]);
  await press(page, 'ArrowLeft');
  expect((await place(page)).request).toBe(places[0]);
  await expect(page.locator('.timeline .divergences path')).toHaveCount(places.length);
  expect(await page.evaluate(() => location.hash)).toContain('unit=divergence');
});

test('a lane can be looked into, and left again, by hand and by key', async ({ page }) => {
  await open(page, FOUR);
  await press(page, 'ArrowRight');
  await page.getByRole('button', { name: 'Open lane D', exact: true }).click();
  await idle(page);
  await expect(page.locator('.layer')).toContainText('C-lash');
  await expect(page.locator('.lane-row').first()).toBeVisible();
  await expect(lane(page, 'A')).toBeHidden();
  await page.getByRole('button', { name: 'All lanes' }).click();
  await expect(lane(page, 'A')).toBeVisible();
  await press(page, ']');
  expect((await lanes(page)).focus).toBe(0);
  await expect(page.locator('.stage .map-canvas')).toBeVisible();
  await press(page, ']', ']', ']', ']');
  expect((await lanes(page)).focus).toBeNull();
});

test('each lane looked into has its own flash on the stage, whichever was looked into before', async ({ page }) => {
  await open(page, FOUR);
  await run(page, 'transport.seek-request', { request: 400 });
  const picture = async (index: number): Promise<string> => {
    await run(page, 'compare.focus', { lane: index });
    await run(page, 'view.stage', { view: 'flash' });
    await page.waitForTimeout(150);
    await idle(page);
    return page.locator('.stage .map-canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  };
  const [a, b] = [await picture(0), await picture(1)];
  expect(b).not.toBe(a);
  expect(await picture(0)).toBe(a);
  await run(page, 'compare.focus', {});
  expect(await picture(1)).toBe(b);
});

test('one lane can be changed, another put away, and one kept', async ({ page }) => {
  await open(page, FOUR);
  await run(page, 'transport.seek-request', { request: 50 });
  await page.getByRole('button', { name: 'Change lane B', exact: true }).click();
  const card = page.getByRole('dialog', { name: 'Change lane B' });
  await card.locator('#picker-value').selectOption('bast');
  await idle(page);
  expect(await kinds(page)).toEqual(['page', 'bast', 'fast', 'clash']);
  expect(await requests(page)).toEqual([50, 50, 50, 50]);
  await expect(lane(page, 'B')).toContainText('BAST');
  await page.getByRole('button', { name: 'Remove lane C', exact: true }).click();
  await idle(page);
  expect(await kinds(page)).toEqual(['page', 'bast', 'clash']);
  await page.getByRole('button', { name: '+ lane' }).click();
  await page.getByRole('dialog', { name: 'Add a lane' }).getByLabel('another write buffer').selectOption('fab');
  await idle(page);
  await expect(lane(page, 'D')).toContainText('FAB');
  await page.getByRole('button', { name: 'Keep only this lane, B', exact: true }).click();
  await idle(page);
  expect(await kinds(page)).toEqual(['bast']);
  await expect(page.locator('.compare')).toBeHidden();
  await expect(page.locator('.body')).toBeVisible();
});

test('a lane can be forked: the same run up to here, and another from here on', async ({ page }) => {
  await open(page, FORKED);
  await run(page, 'transport.seek-request', { request: 300 });
  await page.getByRole('button', { name: 'Fork lane A', exact: true }).click();
  const card = page.getByRole('dialog', { name: 'Fork lane A from request 300 on' });
  await card.getByLabel('Setting').selectOption('ftl.gc.policy');
  await card.locator('#picker-value').selectOption('fifo');
  await idle(page);
  await expect(lane(page, 'C')).toContainText('from request 300 on: GC FIFO');
  expect(await requests(page)).toEqual([300, 300, 300]);
  const erases = (letter: string) => lane(page, letter).locator('.lane-value[data-figure="erases"]');
  await expect(erases('C'), 'so far it is the same run').toHaveText((await erases('A').textContent()) ?? '');
});

test('the bar says what lanes share, and offers ready comparisons', async ({ page }) => {
  await open(page, ONE);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Compare' })
    .getByRole('button', { name: /Four ways to choose a victim/ })
    .click();
  await idle(page);
  await expect(page.locator('.recipe')).toContainText(/Same for all: .* differs: GC policy/);
  await expect(lane(page, 'D')).toContainText('GC cost-benefit');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: /Align by time/ }).click();
  await run(page, 'transport.seek-request', { request: 200 });
  await expect(page.locator('.clock')).toContainText(/requests A 200, B \d+/);
});

test('four designs of the toy are put on a device that has room for all of them', async ({ page }) => {
  await open(page, TOY);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Compare' })
    .getByRole('button', { name: /^Four designs/ })
    .click();
  await idle(page);
  expect(await kinds(page)).toEqual(['page', 'dftl', 'fast', 'clash']);
  await expect(page.locator('.failure')).toBeHidden();
  await expect(page.locator('.status')).toContainText('The device was made larger');
  await press(page, 'ArrowRight', 'ArrowRight');
  const painted = await lane(page, 'A')
    .locator('canvas')
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return pixels.some((value) => value > 0);
    });
  expect(painted).toBe(true);
});

test('figures are of what was done so far, or of the whole runs', async ({ page }) => {
  await open(page, FOUR);
  const mean = lane(page, 'C').locator('.lane-value[data-figure="mean_ns"]');
  const erases = lane(page, 'C').locator('.lane-value[data-figure="erases"]');
  await expect(mean).toHaveText('–');
  await page.getByRole('button', { name: 'whole run' }).click();
  const of_run = await page.evaluate(() => window.flashlab?.state().full_runs.runs[2]?.figures.nand_erases);
  expect(of_run).toBeGreaterThan(0);
  await expect(erases).toHaveText(String(of_run).replace(/\B(?=(\d{3})+$)/g, '\u202f'));
  await press(page, 'End');
  await page.getByRole('button', { name: 'so far' }).click();
  await expect(erases, 'at the end both are the same').toHaveText(String(of_run).replace(/\B(?=(\d{3})+$)/g, '\u202f'));
  await expect(news(page)).toContainText(/All requests served\. .* is fastest: mean .* per request/);
});

test('a dropped trace, compared and played to its end as fast as it goes: the result is that of the whole runs, each time', async ({
  page,
}) => {
  await open(page);
  await dropAndWait(page, 'disk.spc', spcText(184));
  await page.locator('.trace-card').getByRole('button', { name: 'Compare four designs' }).click();
  await expect(lane(page, 'D')).toBeVisible();
  await idle(page); // the designs may be opened again on a device with room for all
  const means = (span: 'so far' | 'whole run') =>
    page
      .getByRole('button', { name: span, exact: true })
      .click()
      .then(() => page.locator('.lane-value[data-figure="mean_ns"]').allTextContents());
  const said: (string | null)[] = [];
  for (let time = 1; time <= 3; time++) {
    await playedThrough(page);
    await expect(news(page)).toContainText('All requests served.');
    await idle(page);
    expect(await requests(page)).toEqual([184, 184, 184, 184]);
    const of_runs = await page.evaluate(() =>
      (window.flashlab?.state().full_runs.runs ?? []).map((run) => run?.figures.mean_response_ns ?? Number.NaN),
    );
    const so_far = await page.evaluate(() => {
      const state = window.flashlab?.state();
      return state ? [state, ...state.beside].map(({ frame }) => frame?.charts?.so_far.mean_response_ns) : [];
    });
    expect(so_far).toEqual(of_runs);
    expect(await means('whole run')).toEqual(await means('so far'));
    const least = Math.min(...of_runs);
    const fastest = 'ABCD'.charAt(of_runs.indexOf(least));
    const all_tie = of_runs.every((mean_ns) => mean_ns <= least * 1.005);
    await expect(news(page)).toContainText(all_tie ? 'All four lanes tie' : `(${fastest}) is fastest`);
    said.push(await news(page).textContent());
  }
  expect(new Set(said).size, String(said)).toBe(1);
});

/** Plays from the start to the end, as fast as it goes. */
async function playedThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await window.flashlab?.run('transport.start');
    await window.flashlab?.run('transport.speed', { speed: Infinity });
    await window.flashlab?.run('transport.play');
  });
}

test('a lane that changes in mid-run, played to the end, ends with the result of the whole runs and of the command line', async ({
  page,
}) => {
  const changes = JSON.stringify([{ request: 200, set: { 'ftl.gc.policy': 'fifo', 'workload.write_ratio': 1 } }]);
  const base =
    'device.logical_bytes=16777216&device.over_provisioning=0.12&workload.kind=uniform&workload.requests=1200&workload.request_pages=2&workload.queue_depth=1&run.initial_state=full_seq';
  const changing = `b.${base.split('&').at(-1)}&b.run.changes=${encodeURIComponent(changes)}`;
  await open(page, `#v=1&${base}&${changing}&c.ftl.kind=fast&unit=request`);
  await playedThrough(page);
  await expect(news(page)).toContainText('All requests served.');
  await idle(page);
  expect(await requests(page)).toEqual([1200, 1200, 1200]);
  const { so_far, of_runs } = await page.evaluate(() => {
    const state = window.flashlab?.state();
    return {
      so_far: [state, ...(state?.beside ?? [])].map((each) => each?.frame?.charts?.so_far.mean_response_ns),
      of_runs: state?.full_runs.runs.map((each) => each?.figures.mean_response_ns),
    };
  });
  expect(so_far).toEqual(of_runs);
  const settings = base.split('&').flatMap((setting) => ['--set', setting]);
  const native = JSON.parse(await flashlab('run', '--json', ...settings, '--set', `run.changes=${changes}`));
  expect(so_far[1]).toBe(native.mean_response_ns);
  expect(so_far[1]).not.toBe(so_far[0]);
  const [a, b] = [so_far[0] ?? 0, so_far[1] ?? 0];
  await expect(news(page)).toContainText(a < b ? /\(A\) is fastest: mean/ : /\(B\) is fastest: mean/);
  const [divergence] = (await lanes(page)).divergences;
  expect(divergence).toBeGreaterThan(0);
});

/** Its blocks are worn out long before the last request; those of lane B are not. */
const WORN =
  '#v=1&device.logical_bytes=33554432&device.endurance=3&workload.kind=synthetic&workload.requests=600&run.initial_state=full_seq' +
  '&ftl.kind=fast&b.ftl.kind=page&unit=request';

test('a lane A that stops early leaves the timeline, the keys and the strips to the others', async ({ page }) => {
  await open(page, WORN);
  const timeline = page.getByRole('slider', { name: 'Position in the run' });
  await run(page, 'transport.seek-request', { request: 500 });
  const [first, second] = await requests(page);
  expect(first).toBeLessThan(500);
  expect(second).toBe(500);
  await expect(timeline).toHaveAttribute('aria-valuetext', 'request 500 of 600');
  const hash = await page.evaluate(() => location.hash);
  await page.goto('about:blank');
  await open(page, hash);
  expect(await requests(page), 'by the link').toEqual([first, 500]);
  await expect(page.locator('.clock')).toContainText('request 500 of 600');
  await page.getByRole('button', { name: 'Step forward' }).click();
  await idle(page);
  await expect(timeline).toHaveAttribute('aria-valuenow', '501');
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await idle(page);
  expect(await requests(page)).toEqual([first, 600]);
  await expect(timeline).toHaveAttribute('aria-valuenow', '600');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
  await expect(news(page)).toContainText(`stopped early, at request ${first} of 600`);
  await expect(page.locator('.time-why')).toHaveText(
    // The request at which A stopped was not served.
    `The lanes have not served the same number of requests: A ${Number(first) - 1}, B 600.`,
  );
});

test('lanes that tie say why, and one button puts them on a device where they differ', async ({ page }) => {
  await open(page);
  await dropAndWait(page, 'disk.spc', spcText(184));
  await run(page, 'trace.run', { device: 0 });
  await run(page, 'compare.ready', { id: 'gc' });
  await run(page, 'transport.end');
  await expect(news(page)).toContainText('All requests served. All four lanes tie: mean');
  await expect(page.locator('.compare-headline .why')).toContainText(
    /No lane ever had to collect: [0-9\u202f]+ blocks are still free/,
  );
  await page.getByRole('button', { name: 'Compare them on a full device' }).click();
  await idle(page);
  await expect(news(page)).not.toContainText('tie');
  await run(page, 'transport.end');
  await expect(news(page)).toContainText(/All requests served\. .* is fastest/);
  await expect(page.locator('.time-why')).toContainText(/ is [0-9.]+ × slower than /);
});

test('where the time goes is told of each lane, so far and of the whole run, of all requests and of the slowest', async ({
  page,
}) => {
  await open(page, FOUR);
  const bars = page.getByRole('region', { name: 'Where the time of a request goes' });
  await expect(bars).toContainText('No request of the host has been served yet.');
  await run(page, 'transport.end');
  const rows = () => bars.getByRole('listitem').allTextContents();
  const [all, why] = [await rows(), (await bars.locator('.time-why').textContent()) ?? ''];
  expect(all.filter((row) => /mean .* per request: .*/.test(row))).toHaveLength(4);
  expect(why).toMatch(/^C is [0-9.]+ × slower than A: .*merges/);
  await expect(page.locator('.compare-headline .why')).toContainText(why);
  await page.getByRole('button', { name: 'whole run' }).click();
  expect(await rows(), 'at the end both are the same').toEqual(all);
  await bars.getByRole('button', { name: /slowest 1/ }).click();
  expect(await rows()).not.toEqual(all);
});

test('an address brings back the same lanes at the same request', async ({ page }) => {
  await open(page, FOUR);
  await run(page, 'transport.seek-request', { request: 123 });
  await idle(page);
  const [hash, before] = [await page.evaluate(() => location.hash), await kinds(page)];
  const said = await news(page).textContent();
  await page.goto('about:blank');
  await open(page, hash);
  expect(await kinds(page)).toEqual(before);
  expect(await requests(page)).toEqual([123, 123, 123, 123]);
  await expect(news(page)).toHaveText(said ?? '');
});

test('a click on a strip goes there', async ({ page }) => {
  await open(page, FOUR);
  const strips = page.locator('.strips-plot');
  const box = await strips.boundingBox();
  if (!box) throw new Error('no strips');
  await strips.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await idle(page);
  const [first, ...others] = await requests(page);
  expect(first).toBeGreaterThan(150);
  expect(first).toBeLessThan(450);
  expect(others).toEqual([first, first, first]);
});

test('at speed the headline names the mean that stands in the column', async ({ page }) => {
  await open(page, FOUR.replace('requests=600', 'requests=20000'));
  const pairs = await page.evaluate(async () => {
    await window.flashlab?.run('transport.speed', { speed: 2000 });
    await window.flashlab?.run('transport.play');
    const seen: [string, number, number][] = [];
    for (let frame = 0; frame < 240; frame++) {
      await new Promise(requestAnimationFrame);
      const headline = document.querySelector('.compare-headline .news')?.textContent ?? '';
      const [, letter = '', told] = headline.match(/\((\w)\) leads: mean ([\d.]+)/) ?? [];
      const column = document.querySelectorAll('.lane-value[data-figure="mean_ns"]')['ABCD'.indexOf(letter)];
      if (told) seen.push([headline, Number(told), Number.parseFloat(column?.textContent ?? '')]);
    }
    await window.flashlab?.run('transport.pause');
    return seen;
  });
  expect(pairs.length).toBeGreaterThan(60);
  expect(new Set(pairs.map(([, told]) => told)).size, 'the mean moved meanwhile').toBeGreaterThan(2);
  expect(pairs.filter(([, told, shown]) => told !== shown)).toEqual([]);
});

test('nothing jumps while lanes play: columns keep their places', async ({ page }) => {
  await open(page, FOUR);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.lane, .lane-stage, .lane-tools, .strips, .overlay')].map((part) =>
        Math.round(part.getBoundingClientRect().top),
      ),
    );
  const before = await places();
  for (const request of [1, 40, 300, 600]) {
    await run(page, 'transport.seek-request', { request });
    await page.waitForTimeout(300);
    expect(await places()).toEqual(before);
  }
});

test('embedded, and for a lecture, what matters is there and nothing else', async ({ page }) => {
  await open(page, FOUR, '&embed=1');
  await expect(news(page)).toBeVisible();
  await expect(page.locator('.lane-row').first()).toBeVisible();
  await expect(page.locator('.strips')).toBeVisible();
  await expect(page.locator('.lanes')).toBeHidden();
  await expect(page.locator('.compare-headline .embed-link')).toHaveAttribute('href', /b\.ftl\.kind=dftl/);
  await open(page, FOUR);
  await run(page, 'view.present');
  await expect(lane(page, 'A')).toBeVisible();
  await expect(page.locator('.strips')).toBeVisible();
  await expect(page.locator('.overlays')).toBeHidden();
});

test('on a phone one lane is shown at a time, the strips stay', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, FOUR);
  await press(page, 'ArrowRight');
  await expect(lane(page, 'A')).toBeVisible();
  await expect(lane(page, 'C')).toBeHidden();
  await page.getByRole('group', { name: 'Show a lane' }).getByRole('button').nth(2).click();
  await expect(lane(page, 'C')).toBeVisible();
  await expect(lane(page, 'A')).toBeHidden();
  await expect(page.locator('.strips')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('nothing stands in the way of a reader of lanes side by side', async ({ page }) => {
  await open(page, FOUR);
  await run(page, 'transport.seek-request', { request: 120 });
  await inEveryLook(page, [1440, 390], async () => expect(await violations(page)).toEqual([]));
  await run(page, 'compare.focus', { lane: 1 });
  await inEveryLook(page, [1440, 390], async () => expect(await violations(page)).toEqual([]));
});
