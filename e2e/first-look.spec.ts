import { expect, idle, open, type Page, run, TOY, test } from './support/page';

const LESSON = '#v=1&lesson=erase-before-write&step=3';
const TWO_DESIGNS =
  '#v=1&device.logical_bytes=33554432&workload.kind=synthetic&workload.requests=600&run.initial_state=full_seq&ftl.kind=page&b.ftl.kind=dftl';
const CORE = /_core_bg.*\.wasm$/;

test('the start page says what it is before any script is there', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto('./', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See why an SSD does what it does.');
  await expect(page.getByRole('button', { name: 'Take the first lesson' })).toBeVisible();
});

test('an address never shows the start page', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto(`./${LESSON}`, { waitUntil: 'commit' });
  await expect(page.getByText(/Opening what this link leads to/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
});

test('a lesson is read before the simulator is there, which is not asked for any sooner', async ({ page }) => {
  const cores: string[] = [];
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(CORE, (route) => void cores.push(route.request().url()));
  await page.route(/\/lessons\/.*\.md$/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`./${LESSON}`, { waitUntil: 'commit' });
  await expect(page.locator('.app')).toBeAttached();
  expect(cores).toEqual([]);
  answer();
  await expect(page.getByText('The host now writes LPN 0 a second time')).toBeVisible();
  await expect.poll(() => cores.length).toBeGreaterThan(0);
});

/** How much of what was in sight has moved since the page was opened, by how far. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + ((entry as { value?: number }).value ?? 0), 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

test('the claim stays where it was when the page takes over', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Write page C' })).toBeVisible();
  expect(await shifted(page)).toBeLessThan(0.01);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true });

  const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    'the start page': (page) => open(page),
    'the workbench': (page) => open(page, TOY),
    'a lesson': (page) => open(page, LESSON),
    'a comparison': async (page) => {
      await open(page);
      await run(page, 'compare.designs', { trace: 'sqlite-ext4.csv.gz', play: false });
    },
    'a lecture': async (page) => {
      await open(page, LESSON);
      await run(page, 'view.present');
    },
  };

  for (const [width, height] of [
    [390, 844],
    [1024, 768],
  ] as const)
    for (const [name, go] of Object.entries(SCREENS))
      test(`${name} at ${width} px: what is pressed has 44 px each way`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await go(page);
        const found = await page.evaluate(() => {
          const all = [...document.querySelectorAll<HTMLElement>('button, summary, select, a.button')];
          const small = all
            // Words of a sentence are as high as its lines.
            .filter((element) => element.checkVisibility() && !element.closest('.recipe, p, .visually-hidden'))
            .map((element) => ({ element, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5));
          return {
            small: small.map(({ element }) => element.outerHTML.slice(0, 100)),
            beyond: document.documentElement.scrollWidth - window.innerWidth,
          };
        });
        expect(found.small).toEqual([]);
        expect(found.beyond, 'the page does not scroll sideways').toBeLessThanOrEqual(0);
      });

  test('on a phone nothing moves while the device that a link leads to comes', async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    for (const link of [TOY, LESSON, `${TWO_DESIGNS}&unit=request`]) {
      await page.goto('about:blank');
      await open(page, link);
      await idle(page);
      expect(await shifted(page), link).toBeLessThan(0.05);
    }
  });

  test('on a phone a lesson is read with its stage in sight', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, LESSON);
    await expect(page.getByText('The host now writes LPN 0 a second time')).toBeInViewport({ ratio: 1 });
    const stage = await page.locator('.stage-surface').boundingBox();
    const words = await page.locator('.lesson').boundingBox();
    if (!stage || !words) throw new Error('expected a stage and a lesson');
    expect(words.y + words.height).toBeLessThanOrEqual(845);
    expect(words.y - stage.y, 'of the stage above the words').toBeGreaterThan(300);
  });

  /** A step, the chart that it is about, and how wide the window is. */
  const CURVES = [
    { lesson: 'garbage-collection', step: 8, chart: '.panel', named: 'Write amplification' },
    { lesson: 'garbage-collection', step: 12, chart: '.overlay', named: 'Write amplification over α' },
    { lesson: 'the-tail', step: 4, chart: '.panel', named: 'Read latency' },
    { lesson: 'read-a-trace', step: 3, chart: '.time-bars', named: 'Where the time of a request goes' },
  ] as const;

  for (const [width, height] of [
    [390, 844],
    [1024, 768],
  ] as const)
    test(`a curve that a step is about is in sight at ${width} px before anything is scrolled`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      for (const { lesson, step, chart, named } of CURVES)
        await test.step(`${lesson}, step ${step}`, async () => {
          await open(page, `#v=1&lesson=${lesson}&step=${step}`);
          const shown = page.locator(`${chart}[aria-label="${named}"]`);
          await expect(shown).toBeInViewport({ ratio: 1 });
          const box = await shown.boundingBox();
          const words = await page.locator('.reader footer').boundingBox();
          if (!box || !words) throw new Error('expected a chart and a lesson');
          const is_sheet = words.width > width / 2;
          if (is_sheet) {
            const sheet = await page.locator('.reader').boundingBox();
            expect(box.y + box.height, 'above the sheet').toBeLessThanOrEqual((sheet?.y ?? 0) + 1);
          }
          await expect(page.locator('.reader .steps [aria-current]'), 'where one is').toBeInViewport();
        });
    });

  test('on a phone each lane has the figure that the step is about beside its letter', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '#v=1&lesson=garbage-collection&step=12');
    await page.getByRole('button', { name: 'Predict' }).tap();
    await idle(page);
    const lanes = page.getByRole('group', { name: 'Show a lane' }).getByRole('button');
    await expect(lanes).toHaveText([
      /^Aover-provisioning 0\.1ampl\.\s7\.51/,
      /ampl\.\s2\.89/,
      /ampl\.\s1\.69/,
      /ampl\.\s1\.24/,
    ]);
  });

  test('on a phone a lane’s letter covers no other lane’s bar', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await run(page, 'compare.designs', { trace: 'sqlite-ext4.csv.gz', play: false });
    await run(page, 'transport.end');
    await idle(page);
    const boxes = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    const letters = await boxes('.time-rows .lane-disc');
    const bars = await boxes('.time-rows .time-bar');
    expect(letters).toHaveLength(4);
    for (const letter of letters)
      for (const bar of bars) expect(letter.bottom <= bar.top + 1 || letter.top >= bar.bottom - 1).toBe(true);
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`under forced colours, ${colorScheme}, the stage is drawn in the system’s colours`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await page.goto(`./?testing=1${TOY}&op=60`);
    await page.waitForFunction(() => window.flashlab !== undefined);
    await idle(page);
    const strange = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.forcedColorAdjust = 'none';
      const rgb = (color: string): string => {
        probe.style.color = color;
        const parts = getComputedStyle(probe).color;
        const scale = parts.startsWith('color(') ? 255 : 1;
        return (parts.match(/[\d.]+/g) ?? [])
          .slice(0, 3)
          .map((part) => Math.round(Number(part) * scale))
          .join();
      };
      const system = ['Canvas', 'CanvasText', 'Highlight', 'HighlightText', 'Mark', 'GrayText'].map(rgb);
      system.push(rgb('color-mix(in srgb, CanvasText 35%, Canvas)'));
      const canvas = document.querySelector<HTMLCanvasElement>('.stage-surface canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const counts = new Map<string, number>();
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] !== 255) continue;
        const colour = `${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      // Edges of letters are mixed of two colours; areas are not.
      const areas = [...counts].filter(([, count]) => count > 1500).map(([colour]) => colour);
      return { areas: areas.length, strange: areas.filter((colour) => !system.includes(colour)) };
    });
    expect(strange.areas).toBeGreaterThan(2);
    expect(strange.strange).toEqual([]);
  });
