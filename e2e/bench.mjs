// Measures the built page against its budgets: `node e2e/bench.mjs [--json] [--traces DIRECTORY]`, after `npm run build`. Nothing is asserted;
// figures depend on the machine and on what else it does. The directory has a trace of each format that is read, as `--traces` of the
// engine's bench writes them.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { preview } from 'vite';

const STEPS = 40;
const SEEKS = 40;
const PLAY_MS = 10_000;
const TRACE_BYTES = 100e6;
/** Uniform single-page writes, one after another, on 1 GiB with a quarter spare. */
const ENGINE = {
  device: { over_provisioning: 0.25 },
  workload: { kind: 'uniform', write_ratio: 1, request_pages: 1, requests: 4_000_000, queue_depth: 1 },
};

const { values: options } = parseArgs({ options: { json: { type: 'boolean' }, traces: { type: 'string' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const record = `${root}.tools/chromium.json`;
const system = existsSync(record) ? { executablePath: JSON.parse(readFileSync(record, 'utf8')).executable } : {};

const server = await preview({
  configFile: `${root}vite.config.ts`,
  root: `${root}web`,
  preview: { host: '127.0.0.1', port: 0 },
  logLevel: 'error',
});
const { port } = server.httpServer.address();
const base = `http://127.0.0.1:${port}/`;
const browser = await chromium.launch({
  ...system,
  args: ['--disable-gpu', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});

const results = [];
const note = (what, measured, unit, budget) =>
  results.push({ what, measured: Number(measured.toPrecision(3)), unit, budget });

try {
  for (const bench of [
    benchLoad,
    benchPlay,
    benchLanes,
    benchSteps,
    benchSeeks,
    benchTrace,
    benchFormats,
    benchEngine,
  ]) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await bench(await context.newPage());
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
print();

async function open(page, hash = '') {
  await page.goto(`${base}?testing=1${hash}`);
  await page.waitForFunction(() => window.flashlab !== undefined);
  await page.evaluate(() => window.flashlab.waitForIdle());
}

function run(page, id, args) {
  return page.evaluate(([name, given]) => window.flashlab.run(name, given), [id, args]);
}

/** What the start page transfers, compressed as hosts do, and when its toy can be written to. */
async function benchLoad(page) {
  const bodies = [];
  const seen = new Set();
  // Both workers ask for the core; hosts that let it be cached send it once.
  page.on('response', (response) => {
    if (seen.has(response.url())) return;
    seen.add(response.url());
    bodies.push(response.body().then((body) => gzipSync(body)));
  });
  await page.goto(base);
  await page.getByRole('button', { name: 'Write page A' }).waitFor();
  const usable_ms = await page.evaluate(() => performance.now());
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(bodies)).reduce((sum, { byteLength }) => sum + byteLength, 0);
  note('first load, gzip', bytes / 1024, 'KB', '≤ 350');
  note('time to usable', usable_ms / 1000, 's', '≤ 1.5');
}

async function openMillionPages(page) {
  await open(page);
  await run(page, 'experiment.example', { id: 'hot-cold', play: false });
  // Long enough that it does not end while it is measured.
  await run(page, 'experiment.set', { path: 'workload.requests', value: 12_000_000 });
  await page.evaluate(() => window.flashlab.waitForIdle());
}

/** Keeps what animation callbacks do, frame by frame, in `window.measuredFrames`. */
function measureFrames(page) {
  return page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    let frame = { at: -1, work_ms: 0 };
    window.measuredFrames = [];
    window.requestAnimationFrame = (callback) =>
      real((now) => {
        const began = performance.now();
        callback(now);
        if (now !== frame.at) {
          frame = { at: now, work_ms: 0 };
          window.measuredFrames.push(frame);
        }
        frame.work_ms += performance.now() - began;
      });
  });
}

/** Four designs side by side on 512 MiB of pages of 2 KiB, as fast as they go. */
async function benchLanes(page) {
  await measureFrames(page);
  await open(page);
  const device = { preset: 'micron-lb', logical_bytes: 512 * 2 ** 20 };
  await run(page, 'experiment.open', { document: { device, workload: { requests: 60_000 } } });
  await run(page, 'compare.designs');
  await run(page, 'transport.speed', { speed: Number.POSITIVE_INFINITY });
  await page.evaluate(() => window.flashlab.waitForIdle());
  const { frames, requests, elapsed_ms } = await page.evaluate(async (play_ms) => {
    window.measuredFrames.length = 0;
    const began = performance.now();
    await window.flashlab.run('transport.play');
    while (window.flashlab.state().playing && performance.now() - began < play_ms)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const elapsed_ms = performance.now() - began;
    await window.flashlab.run('transport.pause');
    const { request } = window.flashlab.state().frame.position;
    return { frames: window.measuredFrames.map(({ work_ms }) => work_ms), requests: request, elapsed_ms };
  }, PLAY_MS);
  note('play 4 × 256 Ki pages: frames', (frames.length * 1000) / elapsed_ms, '/s', '≥ 30');
  note('play 4 × 256 Ki pages: main thread a frame, p95', quantile(frames, 0.95), 'ms', '');
  note('play 4 × 256 Ki pages: requests', requests / elapsed_ms, 'k/s', '');
}

/** Frames while it plays as fast as it goes. Median and p95 are of what animation callbacks do; the mean is of all work. */
async function benchPlay(page) {
  await measureFrames(page);
  await openMillionPages(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const worked_s = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const worked_before_s = await worked_s();
  const { frames, operations, elapsed_ms } = await page.evaluate(async (play_ms) => {
    const { op } = window.flashlab.state().frame.position;
    window.measuredFrames.length = 0;
    const began = performance.now();
    await window.flashlab.run('transport.play');
    await new Promise((resolve) => setTimeout(resolve, play_ms));
    await window.flashlab.run('transport.pause');
    const elapsed_ms = performance.now() - began;
    const operations = window.flashlab.state().frame.position.op - op;
    return { frames: window.measuredFrames.map(({ work_ms }) => work_ms), operations, elapsed_ms };
  }, PLAY_MS);
  const work_ms = ((await worked_s()) - worked_before_s) * 1000;
  note('play 1 Mi pages: frames', (frames.length * 1000) / elapsed_ms, '/s', '60');
  note('play 1 Mi pages: main thread a frame, median', quantile(frames, 0.5), 'ms', '≤ 4');
  note('play 1 Mi pages: main thread a frame, p95', quantile(frames, 0.95), 'ms', '≤ 8');
  note('play 1 Mi pages: main thread a frame, mean of all work', work_ms / frames.length, 'ms', '');
  note('play 1 Mi pages: operations', (operations * 1e-3) / elapsed_ms, 'M/s', '');
}

/** From the click to the first frame that shows another position. */
async function benchSteps(page) {
  await openMillionPages(page);
  await run(page, 'transport.unit', { unit: 'operation' });
  await run(page, 'transport.next-gc');
  await page.evaluate(() => window.flashlab.waitForIdle());
  for (const [name, button] of [
    ['forward', 'Step forward'],
    ['back', 'Step back'],
  ]) {
    const times = await page.evaluate(
      async ([label, steps]) => {
        const element = document.querySelector(`button[aria-label="${label}"]`);
        const clock = document.querySelector('.clock');
        const times = [];
        for (let step = 0; step < steps; step++) {
          const began = performance.now();
          const drawn = new Promise((resolve) => {
            new MutationObserver((_, observer) => {
              observer.disconnect();
              resolve(performance.now());
            }).observe(clock, { childList: true, characterData: true, subtree: true });
          });
          element.click();
          times.push((await drawn) - began);
          await window.flashlab.waitForIdle();
        }
        return times;
      },
      [button, STEPS],
    );
    note(`step ${name}, 1 Mi pages: click to frame, p50`, quantile(times, 0.5), 'ms', '');
    note(`step ${name}, 1 Mi pages: click to frame, p95`, quantile(times, 0.95), 'ms', '≤ 16');
  }
}

/** To places all over a run that has been to its end once. */
async function benchSeeks(page) {
  await open(page, '#v=1&workload.requests=1000000');
  await run(page, 'transport.end');
  const times = await page.evaluate(async (seeks) => {
    const { requests } = window.flashlab.state().frame.position;
    const times = [];
    for (let seek = 0; seek < seeks; seek++) {
      const request = Math.floor(((seek * 0.6180339887) % 1) * requests);
      const began = performance.now();
      await window.flashlab.run('transport.seek-request', { request });
      times.push(performance.now() - began);
    }
    return times;
  }, SEEKS);
  note('seek, 1 M requests on 1 GiB, p50', quantile(times, 0.5), 'ms', '');
  note('seek, 1 M requests on 1 GiB, p95', quantile(times, 0.95), 'ms', '≤ 150');
}

/** Reads a trace through the same command as a dropped file; times until it is read, and from then until its overview stands. */
async function timedImports(page) {
  await page.addInitScript(() => {
    window.timedImport = async (file) => {
      await new Promise((resolve) => setTimeout(resolve)); // the task that made the file is none of the page's
      const tasks = [0];
      const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)));
      observer.observe({ type: 'longtask' });
      const began = performance.now();
      let read_ms = null;
      const look = setInterval(() => {
        if (window.flashlab.state().trace?.name === file.name) read_ms ??= performance.now() - began;
      }, 1);
      await window.flashlab.run('trace.import', { file });
      await window.flashlab.waitForIdle();
      const whole_ms = performance.now() - began;
      clearInterval(look);
      const { failure } = window.flashlab.state();
      if (failure) throw new Error(`${file.name}: ${failure.text}`);
      await new Promise((resolve) => setTimeout(resolve, 100)); // tasks are told some time after they end
      observer.disconnect();
      return { read_ms, overview_ms: whole_ms - read_ms, longest_ms: Math.max(...tasks) };
    };
  });
  await open(page);
}

/** MSR text made in memory. */
async function benchTrace(page) {
  await timedImports(page);
  const { bytes, read_ms, overview_ms, longest_ms } = await page.evaluate(async (bytes_wanted) => {
    const parts = [];
    let bytes = 0;
    for (let at = 0; bytes < bytes_wanted; at++) {
      const time = 128166372003061629n + BigInt(at) * 10_000n;
      const line = `${time},host,0,${at % 5 === 4 ? 'Read' : 'Write'},${((at * 7919) % 262144) * 4096},4096,1000\n`;
      parts.push(line);
      bytes += line.length;
    }
    // In one piece, as a file on disk is: a million parts would be gathered while the clock runs.
    const file = new File([await new Blob(parts).arrayBuffer()], 'large.csv');
    return { bytes, ...(await window.timedImport(file)) };
  }, TRACE_BYTES);
  note('100 MB of MSR, read', bytes / 1e3 / read_ms, 'MB/s', '≥ 100');
  note('100 MB of MSR, from its last byte to its overview', overview_ms / 1000, 's', '≤ 3');
  note('100 MB of MSR, longest task of the page, 0 where none takes 50 ms', longest_ms, 'ms', '≤ 50');
}

/** A trace of each format, from disk. */
async function benchFormats(page) {
  if (options.traces === undefined) return;
  await timedImports(page);
  const input = await page.evaluateHandle(() => document.body.appendChild(document.createElement('input')));
  await input.evaluate((element) => element.setAttribute('type', 'file'));
  for (const name of readdirSync(options.traces).toSorted()) {
    await input.asElement().setInputFiles(join(options.traces, name));
    const megabytes_per_s = await input.evaluate(async ({ files: [file] }) => {
      const { read_ms } = await window.timedImport(file);
      return file.size / 1e3 / read_ms;
    });
    note(`trace parsing, ${basename(name, '.txt')}`, megabytes_per_s, 'MB/s', '≥ 100');
  }
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function print() {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
    return;
  }
  const width = Math.max(...results.map(({ what }) => what.length));
  for (const { what, measured, unit, budget } of results) {
    const line = `${what.padEnd(width)}  ${String(measured).padStart(7)} ${unit.padEnd(4)}  ${budget ? `budget ${budget}` : ''}`;
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

/** The unobserved engine in WebAssembly, and its share of what the same experiment reaches natively. */
async function benchEngine(page) {
  await open(page);
  await run(page, 'experiment.open', { document: ENGINE });
  const report = await page.evaluate(() => window.flashlab.report(0));
  const native = JSON.parse(
    execFileSync(process.execPath, [`${root}.ci/flashlab.mjs`, 'run', '-', '--json'], {
      input: JSON.stringify(ENGINE),
    }),
  );
  const speed = (of) => of.engine.page_ops_per_s;
  note('engine in WebAssembly, greedy, serial clock', speed(report) / 1e6, 'M page operations/s', null);
  note('engine in WebAssembly, against native', speed(report) / speed(native), '', '≥ 0.6');
}
