import { readFile } from 'node:fs/promises';
import { flashlab } from './support/native';
import { expect, idle, open, type Page, pause, playedPast, press, test } from './support/page';

/** What the page saves when `action` is done. */
async function saved(page: Page, action: () => Promise<void>): Promise<{ path: string; text: string }> {
  const download = page.waitForEvent('download');
  await action();
  const path = await (await download).path();
  return { path, text: await readFile(path, 'utf8') };
}

/** The report without what the machine has to do with: cut out of the text, so that every other byte is compared. */
function withoutEngine(report: string): string {
  const cut = report.replace(/,?\s*"engine": ?\{[^{}]*\}/, '');
  expect(cut.length).toBeLessThan(report.length);
  return cut;
}

async function expectSameReport(page: Page, ...options: string[]): Promise<void> {
  await press(page, 'e');
  const experiment = await saved(page, () => page.getByRole('button', { name: 'Save the experiment' }).click());
  const report = await saved(page, () => page.getByRole('button', { name: 'Save the report' }).click());
  const native = await flashlab('run', experiment.path, ...options, '--json');
  expect(withoutEngine(report.text)).toBe(withoutEngine(native).trimEnd());
  expect(JSON.parse(report.text).requests).toBeGreaterThan(1000);
}

const EXPERIMENTS = {
  'the default workload, shortened': 'workload.requests=5000',
  'uniform writes collected greedily, after a warm-up':
    'device.logical_bytes=33554432&workload.kind=uniform&workload.requests=40000&workload.write_ratio=1&ftl.gc.policy=greedy&run.warmup_requests=10000',
  'several planes on the event clock':
    'device.logical_bytes=33554432&device.over_provisioning=0.28&device.channels=2&device.chips_per_channel=2&device.planes_per_chip=2&device.clock=event&workload.requests=20000&workload.write_ratio=1&workload.queue_depth=8',
  'FAST with many merges':
    'device.logical_bytes=33554432&device.over_provisioning=0.2&ftl.kind=fast&workload.requests=5000',
  'DFTL with a small cache':
    'device.logical_bytes=33554432&device.over_provisioning=0.2&ftl.kind=dftl&ftl.cmt_bytes=4096&workload.requests=5000',
  'ttFlash with an aged device and a plane that fails':
    'device.preset=ttflash-small&device.channels=4&device.chips_per_channel=4&device.blocks_per_plane=32&ftl.kind=ttflash&ftl.ram_bytes=262144&ftl.kill_plane=5&ftl.kill_at=3000&run.initial_state=aged&workload.kind=uniform&workload.requests=8000&workload.write_ratio=0.5&workload.queue_depth=8',
  'a host FTL with part of its map, beside a journal':
    'device.preset=ocssd-virtual-small&ftl.kind=pblk-selective&workload.kind=oltp-journal&workload.requests=20000&workload.queue_depth=1',
  'a host FTL that collects lines on the event clock':
    'device.preset=ocssd-small&device.blocks_per_plane=40&device.pages_per_block=32&device.over_provisioning=0.4&ftl.kind=pblk-selective&ftl.write_unit=4&ftl.cache_block_bytes=512&ftl.cache_bytes=8192&ftl.map_page_entries=16&workload.kind=pareto&workload.requests=20000&workload.request_pages=1&workload.queue_depth=16',
  'victims and a buffer by formulas': `device.logical_bytes=33554432&device.over_provisioning=0.25&workload.requests=10000&ftl.gc.policy=formula&ftl.gc.formula=${encodeURIComponent('a = exp(0.3); ln(1 + idle) * pow(invalid, a) / sqrt(1 + valid) - k * erases % 3')}&ftl.gc.k=0.1&buffer.kind=formula&buffer.bytes=262144&buffer.formula=${encodeURIComponent('pow(requests, 1 - k) * pow(held, 1 + k)')}&buffer.k=0.25`,
  'superblocks on the event clock':
    'device.logical_bytes=33554432&device.over_provisioning=0.4&device.channels=2&device.clock=event&ftl.kind=superblock&workload.requests=5000',
};

for (const [name, hash] of Object.entries(EXPERIMENTS)) {
  test(`page and command line report the same: ${name}`, async ({ page }) => {
    await open(page, `#v=1&${hash}`);
    // A device that takes longer to fill is opened by a click.
    const open_it = page.getByRole('alert').getByRole('button', { name: 'Open it', exact: true });
    const opened = page.getByRole('button', { name: 'Play', exact: true, disabled: false });
    await expect(open_it.or(opened)).toBeVisible();
    if (await open_it.isVisible()) await open_it.click();
    await idle(page);
    await expectSameReport(page);
  });
}

async function expectSameLogs(page: Page, ...options: string[]): Promise<void> {
  await press(page, 'e');
  const experiment = await saved(page, () => page.getByRole('button', { name: 'Save the experiment' }).click());
  for (const [button, format] of [
    ['Save the operation log (CSV)', '--csv'],
    ['Save it for Perfetto (JSON)', '--chrome'],
  ] as const) {
    const log = await saved(page, () => page.getByRole('button', { name: button }).click());
    expect(log.text === (await flashlab('log', experiment.path, ...options, format)), format).toBe(true);
    expect(log.text.split('\n').length).toBeGreaterThan(1000);
  }
}

for (const name of ['FAST with many merges', 'several planes on the event clock'] as const) {
  test(`page and command line log the same: ${name}`, async ({ page }) => {
    await open(page, `#v=1&${EXPERIMENTS[name]}`);
    await expectSameLogs(page);
  });
}

test('page and command line report the same: a recorded trace', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'A database on ext4' }).click();
  await page.getByRole('button', { name: 'Run it' }).click();
  await playedPast(page, 0);
  await pause(page);
  await expectSameReport(page, '--trace', 'sqlite-ext4.csv.gz');
  await press(page, 'e');
  await expectSameLogs(page, '--trace', 'sqlite-ext4.csv.gz');
});
