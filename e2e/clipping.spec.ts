/** Nothing is cut off, covered or out of reach, on any screen, at any width, enlarged, with wide or narrow letters. */

import { cutOff } from './support/clipping';
import { dropAndWait } from './support/files';
import { expect, idle, open, type Page, run, test } from './support/page';
import { msrText } from './support/traces';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  // A screen of 1440 × 900 at 200 %.
  { width: 720, height: 450 },
] as const;

/** Letters as wide as they come where there is no better font, and narrower ones. */
const FONTS = ['DejaVu Sans', 'DejaVu Sans Condensed'] as const;

const at =
  (id: string, op: number, ...then: [command: string, args?: unknown][]) =>
  async (page: Page): Promise<void> => {
    await run(page, 'experiment.example', { id, play: false });
    await run(page, 'transport.seek', { op });
    for (const [command, args] of then) await run(page, command, args);
  };

/** Four designs on a small device, and as many requests as make the labels of an axis narrow. */
const TWELVE_THOUSAND =
  '#v=1&device.logical_bytes=33554432&workload.kind=synthetic&workload.requests=12000&run.initial_state=full_seq' +
  '&ftl.kind=page&b.ftl.kind=dftl&c.ftl.kind=fast&d.ftl.kind=clash&unit=request';

/** Four designs on a recorded trace, as one click on the start page puts them side by side, at a request. */
const sideBySide =
  (request: number, ...then: [command: string, args?: unknown][]) =>
  async (page: Page): Promise<void> => {
    await run(page, 'compare.designs');
    await run(page, 'transport.pause');
    await run(page, 'transport.seek-request', { request });
    for (const [command, args] of then) await run(page, command, args);
  };

const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  start: async () => {},
  toy: at('toy', 196),
  'log blocks': at('bast', 716),
  FAST: at('fast', 1471),
  'C-lash': at('clash-figure-2', 89),
  'write buffer': at('bplru', 4266),
  'l-buffer': at('lbuffer', 47_038),
  ttFlash: at('ttflash', 36_000, ['transport.next', { unit: 'rebuild' }]),
  'nine steps': at('figure-4', 247),
  'map in part': at('selective', 113_093),
  pblk: at('pblk-limiter', 163_787),
  'a million pages': at('hot-cold', 600_912),
  'four lanes at the start': sideBySide(0),
  'four lanes': sideBySide(5000),
  'four lanes at the end': sideBySide(0, ['transport.end']),
  'four lanes and 12 000 requests': (page) => open(page, TWELVE_THOUSAND),
  'four lanes of the toy, an erase to fail': at(
    'toy',
    0,
    ['compare.designs'],
    ['transport.seek-request', { request: 60 }],
    ['fault.fail-erase'],
  ),
  'one of four lanes': sideBySide(5000, ['compare.focus', { lane: 2 }]),
  figures: (page) => run(page, 'figures.open'),
  sweep: (page) => run(page, 'sweep.open'),
  'a trace': async (page) => {
    await run(page, 'trace.sample', { name: 'sqlite-ext4.csv.gz' });
    await page.getByRole('button', { name: 'Fit a generator' }).click();
    await expect(page.getByRole('button', { name: 'Run the generator' })).toBeVisible();
  },
  'a trace with lines that cannot be read': async (page) => {
    await dropAndWait(
      page,
      'a disk of a server with a long name.csv',
      `${msrText(300)}not a request\n${msrText(40, 1)}`,
    );
    await expect(page.locator('.trace-card')).toContainText('not a request');
  },
  'columns of a table': (page) =>
    dropAndWait(
      page,
      'strange.csv',
      'latency;when_ms;verb;begin;much\n1;0.5;GET;0;8\n2;2.5;PUT;16;8\n3;4.5;PUT;32;8\n',
    ),
};

for (const [name, show] of Object.entries(SCREENS)) {
  test(`${name}: everything can be read at every width`, async ({ page }) => {
    await open(page);
    await show(page);
    for (const font of FONTS) {
      await page.evaluate(
        (name) => document.documentElement.style.setProperty('--sans', `"${name}"`, 'important'),
        font,
      );
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await idle(page);
        expect.soft(await cutOff(page), `${size.width} px, ${font}`).toEqual([]);
      }
    }
  });
}

test('the start page stands still once it is there', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] };
        shifts.push([value, ...sources.map(({ node }) => (node as Element | null)?.className ?? node?.nodeName)]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const size of [SIZES[0], SIZES[3]]) {
    await page.setViewportSize(size);
    await open(page);
    expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)).toEqual([]);
  }
});

/** Glyphs reach a little beyond their boxes. */
const GLYPHS_PX = 3;

/** A step with each stage. */
const STEPS = {
  'log-blocks': 8,
  dftl: 5,
  'clash-swap-by-swap': 4,
  'buffers-time-against-space': 7,
  'log-or-plug': 6,
  'the-tail': 7,
  'the-map-in-the-host': 6,
} as const;

test('beside a lesson no part of a stage is larger than its place, so that none lies on the next', async ({ page }) => {
  for (const [lesson, step] of Object.entries(STEPS)) {
    await open(page, `#v=1&lesson=${lesson}&step=${step}`);
    for (const size of [SIZES[2], SIZES[3]]) {
      await page.setViewportSize(size);
      await idle(page);
      const beyond = await page.evaluate((tolerance_px) => {
        const parts = [...document.querySelectorAll('.layer :is(.part, section)')].filter(
          (part) =>
            part.checkVisibility() && !part.closest('.in-words') && getComputedStyle(part).overflowY === 'visible',
        );
        if (parts.length === 0) return ['no part is in sight'];
        const tooLarge = parts.filter((part) => part.scrollHeight > part.clientHeight + tolerance_px);
        return tooLarge.map((part) => `${part.className}: ${part.scrollHeight} of ${part.clientHeight} px`);
      }, GLYPHS_PX);
      expect.soft(beyond, `${lesson}, step ${step}, ${size.width} px`).toEqual([]);
    }
    await page.goto('about:blank');
  }
});
