import { expect, idle, open, type Page, press, run, test } from './support/page';

type Document = Record<string, unknown>;

/** 16 MiB, found full: page mapping collects, DFTL fetches, FAST merges and C-lash flushes within a few hundred requests. */
const BASE: Document = {
  device: { preset: 'micron-lb', logical_bytes: 16 * 2 ** 20, over_provisioning: 0.12 },
  workload: { kind: 'uniform', requests: 3000, request_pages: 2, write_ratio: 0.9, queue_depth: 1 },
};
const FTLS = ['page', 'dftl', 'fast', 'clash'] as const;
const DOCUMENTS: readonly Document[] = FTLS.map((kind) => ({ ...BASE, ftl: { kind } }));

const hashes = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(async () => {
    const lanes = [0, ...(window.flashlab?.state().beside.map((_, at) => at + 1) ?? [])];
    return Promise.all(lanes.map(async (lane) => (await window.flashlab?.stateHash(lane)) ?? null));
  });

const requests = (page: Page): Promise<(number | undefined)[]> =>
  page.evaluate(() => {
    const state = window.flashlab?.state();
    return state ? [state, ...state.beside].map(({ frame }) => frame?.position.request) : [];
  });

async function openFour(page: Page): Promise<void> {
  await run(page, 'experiment.open', { document: DOCUMENTS[0] });
  for (const document of DOCUMENTS.slice(1)) await run(page, 'compare.add', { sections: { ftl: document.ftl } });
}

/** The hash of a lane that runs alone, at each of these requests. */
async function alone(page: Page, document: Document | undefined, places: readonly number[]): Promise<string[]> {
  await run(page, 'experiment.open', { document });
  const found: string[] = [];
  for (const request of places) {
    await run(page, 'transport.seek-request', { request });
    found.push((await hashes(page))[0] ?? '');
  }
  return found;
}

test('at any request each lane is what it would be alone', async ({ page }) => {
  const places = [1, 700, 2999, 350, 351, 3000, 12];
  await open(page);
  await openFour(page);
  const together: (string | null)[][] = [];
  for (const request of places) {
    await run(page, 'transport.seek-request', { request });
    expect(await requests(page)).toEqual([request, request, request, request]);
    together.push(await hashes(page));
  }
  for (const [lane, document] of DOCUMENTS.entries()) {
    const lone = await alone(page, document, places);
    expect(
      together.map((hash) => hash[lane]),
      FTLS[lane],
    ).toEqual(lone);
  }
});

test('playing, stopping, stepping one lane and running to the end keep them together', async ({ page }) => {
  await open(page);
  await openFour(page);
  await run(page, 'transport.speed', { speed: 1000 });
  await page.evaluate(() => window.flashlab?.run('transport.play'));
  await expect.poll(async () => (await requests(page))[0]).toBeGreaterThan(200);
  await run(page, 'transport.pause');
  const stopped = await requests(page);
  expect(new Set(stopped).size, String(stopped)).toBe(1);
  const here = await hashes(page);
  await press(page, 'ArrowRight');
  expect(await requests(page)).toEqual(stopped.map((request) => (request ?? 0) + 1));
  await press(page, 'ArrowLeft');
  expect(await hashes(page)).toEqual(here);
  await run(page, 'compare.focus', { lane: 2 });
  await run(page, 'transport.unit', { unit: 'merge' });
  await press(page, 'ArrowRight');
  const merged = await requests(page);
  expect(new Set(merged).size, String(merged)).toBe(1);
  await run(page, 'transport.end');
  expect(await requests(page)).toEqual([3000, 3000, 3000, 3000]);
  const figures = await page.evaluate(() => {
    const state = window.flashlab?.state();
    const so_far = [state, ...(state?.beside ?? [])].map((lane) => lane?.frame?.charts?.so_far);
    const whole = state?.full_runs.runs.map((run) => run?.figures);
    return { so_far, whole };
  });
  for (const [lane, whole] of (figures.whole ?? []).entries()) {
    const { mean_response_ns, nand_erases: erases, ram_bytes, requests } = whole ?? {};
    expect(figures.so_far[lane], FTLS[lane]).toMatchObject({ mean_response_ns, erases, ram_bytes, requests });
  }
});

test('by time, each lane has come to a request of its own', async ({ page }) => {
  await open(page);
  const slow = { ...BASE, device: { ...(BASE.device as object), program_ns: 811_800 } };
  await run(page, 'experiment.open', { document: BASE });
  await run(page, 'compare.add', { sections: { device: slow.device } });
  await run(page, 'compare.meet-by', { by: 'time' });
  await run(page, 'transport.seek-request', { request: 2000 });
  const [first, second] = await requests(page);
  expect(first).toBe(2000);
  expect(second).toBeGreaterThan(700);
  expect(second).toBeLessThan(1900);
  const there = await hashes(page);
  await run(page, 'transport.seek-request', { request: 100 });
  await run(page, 'transport.seek-request', { request: 2000 });
  expect(await hashes(page)).toEqual(there);
});

test('a lane added in mid-run, and one that is changed, catch up; a link brings all of it back', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.open', { document: BASE });
  await run(page, 'transport.seek-request', { request: 1234 });
  await run(page, 'compare.add', { path: 'ftl.gc.policy', value: 'fifo' });
  expect(await requests(page)).toEqual([1234, 1234]);
  await run(page, 'compare.set', { lane: 1, path: 'ftl.kind', value: 'dftl' });
  await run(page, 'experiment.set', { path: 'run.seed', value: 5 });
  expect(await requests(page)).toEqual([1234, 1234]);
  const together = await hashes(page);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForFunction(() => window.flashlab !== undefined);
  await expect.poll(() => requests(page)).toEqual([1234, 1234]);
  await idle(page);
  expect(await hashes(page)).toEqual(together);
});

test('where lanes part is known, and gone to', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.open', { document: BASE });
  await run(page, 'compare.add', { path: 'ftl.gc.policy', value: 'fifo' });
  const divergences = await page.evaluate(() => window.flashlab?.state().full_runs.divergences);
  const first = divergences?.[0];
  expect(first?.most_ns).toBeGreaterThan(first?.least_ns ?? Infinity);
  await run(page, 'compare.first-divergence');
  const last = (): Promise<(number | null | undefined)[]> =>
    page.evaluate(() => {
      const state = window.flashlab?.state();
      return state ? [state, ...state.beside].map(({ frame }) => frame?.charts?.so_far.last_response_ns) : [];
    });
  const [a, b] = await last();
  expect([a, b].sort((x, y) => (x ?? 0) - (y ?? 0))).toEqual([first?.least_ns, first?.most_ns]);
  await press(page, 'ArrowLeft');
  const [before_a, before_b] = await last();
  expect(before_a).toBe(before_b);
});

test('the core is fetched once, however many lanes there are', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('sim_core_bg')) fetched.push(request.url());
  });
  await open(page);
  await openFour(page);
  expect(fetched.length).toBe(1);
});

test('a fork is the lane it comes from up to here, and another from here on', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.open', { document: BASE });
  await run(page, 'transport.seek-request', { request: 1000 });
  await run(page, 'compare.fork', { path: 'ftl.gc.policy', value: 'fifo' });
  expect(await requests(page)).toEqual([1000, 1000]);
  const figures = (): Promise<unknown[]> =>
    page.evaluate(() => {
      const state = window.flashlab?.state();
      return state ? [state, ...state.beside].map(({ frame }) => frame?.charts?.so_far) : [];
    });
  const [parent, fork] = await figures();
  expect(fork).toEqual(parent);
  const divergences = await page.evaluate(() => window.flashlab?.state().full_runs.divergences ?? []);
  expect(divergences[0]?.request).toBeGreaterThanOrEqual(1000);
  await run(page, 'transport.end');
  const [parent_end, fork_end] = await figures();
  expect(fork_end).not.toEqual(parent_end);
  await run(page, 'transport.seek-request', { request: 400 });
  const [parent_before, fork_before] = await figures();
  expect(fork_before).toEqual(parent_before);
});
