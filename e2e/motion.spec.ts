/** What moves, in order: pictures of every stage's characteristic motion, and what can be read from the page at each of them. */

import type { ExperimentDocument, OperationKind } from '../web/engine/protocol';
import { type Film, film, holdable } from './support/clock';
import { test as base, expect, idle, open, type Page, place, press, run } from './support/page';

type Shoot = (name: string, every_ms: number, frames: number, at?: Film['at']) => Promise<void>;

/** The page at rest with a clock that can be held, and what takes pictures of its next step. */
const test = base.extend<{ shoot: Shoot }>({
  shoot: async ({ page }, use, testInfo) => {
    await holdable(page);
    await open(page);
    await use((name, every_ms, frames, at) =>
      film(page, { testInfo, name, every_ms, frames, ...(at === undefined ? {} : { at }) }),
    );
  },
});

const example = async (page: Page, id: string, unit: string, steps: number): Promise<void> => {
  await run(page, 'experiment.example', { id, play: false });
  await run(page, 'transport.unit', { unit });
  await press(page, ...Array.from({ length: steps }, () => 'ArrowRight'));
};

interface Said {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Words in sight that stand on the stage, each with its room. */
const saidOn = (page: Page, selector: string): Promise<Said[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return width > 0 && one.textContent ? [{ text: one.textContent, x, y, width, height }] : [];
    }),
  );

const overlapping = (said: readonly Said[]): string[] =>
  said.flatMap((a, i) =>
    said
      .slice(i + 1)
      .filter(
        (b) =>
          a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 2 < b.y + b.height && b.y + 2 < a.y + a.height,
      )
      .map((b) => `"${a.text}" on "${b.text}"`),
  );

test('a film waits for a core that takes its time', async ({ page, shoot }) => {
  await example(page, 'toy', 'operation', 0);
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...message: [unknown]) {
      setTimeout(() => postMessage.apply(this, message), 300);
    } as typeof postMessage;
  });
  const { op } = await place(page);
  await shoot('a slow step', 100, 1);
  expect((await place(page)).op).toBe(op + 1);
});

test('C-lash: a swap says who is chosen, then who goes where, then who is there, and no word stands on another', async ({
  page,
  shoot,
}) => {
  await example(page, 'clash-figure-2', 'swap', 1);
  await run(page, 'transport.unit', { unit: 'operation' });
  await press(page, 'ArrowLeft');
  const told: string[] = [];
  await shoot('swap', 100, 10, async (ms) => {
    const said = await saidOn(page, '.clash .layer-word:not([hidden])');
    expect(overlapping(said), `at ${ms} ms`).toEqual([]);
    told.push(said.map(({ text }) => text).join(' | '));
  });
  const first = (part: RegExp): number => told.findIndex((all) => part.test(all));
  const last = (part: RegExp): number => told.findLastIndex((all) => part.test(all));
  expect(first(/largest set: 3/)).toBe(0);
  expect(first(/fewest: B4, 2 pages/)).toBe(0);
  expect(last(/largest set: 3/)).toBeLessThan(first(/3 down/));
  expect(first(/B21: 3 of 4 pages/)).toBeGreaterThan(first(/3 down/));
});

test('a shelf: a name goes where its column goes, and what leaves is gone before the others close up', async ({
  page,
  shoot,
}) => {
  await example(page, 'bplru', 'flush', 3);
  const columns = (): Promise<{ name: string; pages: string[]; off_px: number; x: number; width: number }[]> =>
    page.locator('.shelf-box').evaluateAll((all) =>
      all.map((one) => {
        const cell = one.querySelector('.shelf-cell')?.getBoundingClientRect();
        const name = one.querySelector('.buffer-text');
        const box = name?.getBoundingClientRect();
        const pages = [...one.querySelectorAll('.shelf-label')].map(({ textContent }) => textContent ?? '');
        const middle = (rect: DOMRect | undefined): number => (rect ? rect.x + rect.width / 2 : Number.NaN);
        const off_px = Math.abs(middle(cell) - middle(box));
        return {
          name: name?.textContent ?? '',
          pages,
          off_px,
          x: cell?.x ?? Number.NaN,
          width: cell?.width ?? Number.NaN,
        };
      }),
    );
  await run(page, 'transport.unit', { unit: 'operation' });
  await press(page, 'ArrowLeft');
  const widths = (await columns()).map(({ width }) => width);
  const leaving = page.locator('.shelf-box.is-leaving .buffer-text');
  const way: number[] = [];
  await shoot('flush', 70, 7, async (ms) => {
    const all = await columns();
    const left = await leaving.textContent();
    way.push(...all.filter(({ name }) => name === left).map(({ x }) => x));
    // What leaves steps off, and no page changes its size for that.
    for (const { name, width } of all) expect(width, `${name} at ${ms} ms`).toBeCloseTo(widths[0] ?? 0, 1);
    for (const { name, pages, off_px } of all) {
      expect(off_px, `${name} at ${ms} ms`).toBeLessThan(2);
      for (const page_name of pages) expect(`B${page_name.split('·')[0]}`, `at ${ms} ms`).toBe(name);
    }
  });
  expect(way).toHaveLength(7);
  expect(way, 'straight to the place at the left').toEqual(way.toSorted((a, b) => b - a));
  const said = (): Promise<string> => page.locator('.strip-said').innerText();
  const before = await said();
  const seen: string[] = [];
  // The page lands at the end of the step: until then it is not said to be written.
  await shoot('a page of it', 140, 5, async () => void seen.push(await said()));
  expect(seen[0]).toBe(before);
  expect(seen.at(-1)).toBe(await said());
});

test('toy and FAST: a collection and a full merge are seen to happen, also step by merge', async ({ page, shoot }) => {
  await example(page, 'toy', 'gc', 1);
  await run(page, 'transport.unit', { unit: 'request' });
  await shoot('copy and erase', 160, 11);
  await example(page, 'fast', 'merge', 4);
  const { op } = await place(page);
  await shoot('full merge', 160, 11, async (ms) => {
    const words = await saidOn(page, '.logs .layer-word:not([hidden])');
    expect(overlapping(words), `at ${ms} ms`).toEqual([]);
  });
  // The frame tells all that led to the next merge: without it, nothing could be seen to move.
  const told = await page.evaluate(() => window.flashlab?.state().frame?.operations.map(({ index }) => index) ?? []);
  expect(told[0]).toBe(op);
});

test('ttFlash: the time of the answer stands there when the answer does', async ({ page, shoot }) => {
  await example(page, 'ttflash', 'rebuild', 1);
  const shown = (part: string): Promise<number> =>
    page.locator(`.ttflash-with ${part}`).evaluate((one) => Number(getComputedStyle(one).opacity));
  const seen: { ms: number; page: number; time: number }[] = [];
  await shoot('reconstruction', 120, 7, async (ms) => {
    seen.push({ ms, page: await shown('.is-result'), time: await shown('.ttflash-time') });
  });
  expect(seen[0]).toEqual({ ms: 0, page: 0, time: 0 });
  for (const { ms, page: answer, time } of seen) expect(time > 0, `at ${ms} ms`).toBe(answer > 0);
  expect(seen.at(-1)).toMatchObject({ page: 1, time: 1 });
});

interface Motion {
  title: string;
  /** A ready example with what is changed in it, or an experiment of its own. */
  of: string | ExperimentDocument;
  set?: { path: string; value: unknown };
  /** Filmed from the first operation of this kind from `from` on, so many steps. */
  kind: OperationKind;
  from: number;
  /** Looked at first, for what moves to be seen to come from there. */
  was?: number;
  steps: number;
  every_ms: number;
  frames: number;
}

const SMALL = { preset: 'micron-lb', pages_per_block: 8, blocks_per_plane: 40, over_provisioning: 0.25 };
const PAGES = { requests: 400, request_pages: 1, queue_depth: 1 };
const in_order = (ftl: ExperimentDocument): ExperimentDocument => ({
  device: SMALL,
  ftl,
  workload: { kind: 'seq', write_ratio: 1, ...PAGES },
  run: { initial_state: 'full_seq' },
});
const LRU: ExperimentDocument = {
  device: SMALL,
  buffer: { kind: 'lru', bytes: 24 * 2048 },
  workload: { kind: 'zipf', write_ratio: 0.8, ...PAGES },
  run: { initial_state: 'full_seq' },
};

const MOTIONS: readonly Motion[] = [
  {
    title: 'DFTL: a dirty entry is written back, then the entry that was missed is read',
    of: 'dftl',
    kind: 'map-evict',
    from: 70,
    steps: 5,
    every_ms: 130,
    frames: 4,
  },
  {
    title: 'LRU: the page at the tail is flushed',
    of: LRU,
    kind: 'flush-start',
    from: 0,
    steps: 4,
    every_ms: 100,
    frames: 6,
  },
  {
    title: 'l-buffer: the least dense group is flushed',
    of: 'lbuffer',
    kind: 'flush-end',
    from: 720,
    steps: 2,
    every_ms: 100,
    frames: 6,
  },
  {
    title: 'C-lash with early merge: the rest of a block is read as it enters its slot',
    of: 'clash-figure-2',
    set: { path: 'ftl.merge', value: 'early' },
    kind: 'set-evict',
    from: 10,
    steps: 3,
    every_ms: 120,
    frames: 6,
  },
  {
    title: 'C-lash with late merge: the rest of a block is read as it is flushed',
    of: 'clash-figure-2',
    kind: 'flush-start',
    from: 100,
    steps: 4,
    every_ms: 130,
    frames: 5,
  },
  {
    title: 'BAST: a switch merge',
    of: in_order({ kind: 'bast', log_blocks: 4 }),
    kind: 'switch-merge',
    from: 19,
    steps: 2,
    every_ms: 130,
    frames: 5,
  },
  {
    title: 'FAST: a switch merge',
    of: in_order({ kind: 'fast', log_blocks: 6 }),
    kind: 'switch-merge',
    from: 19,
    steps: 2,
    every_ms: 130,
    frames: 5,
  },
  {
    title: 'ttFlash: a page is held back while its plane collects',
    of: 'ttflash',
    kind: 'held-back',
    from: 840,
    steps: 1,
    every_ms: 120,
    frames: 4,
  },
  {
    title: 'ttFlash: the token of a group hops to its next plane',
    of: 'ttflash',
    kind: 'gc-start',
    from: 1368,
    was: 737,
    steps: 1,
    every_ms: 60,
    frames: 6,
  },
  {
    title: 'pblk: the nine steps of a miss',
    of: 'figure-4',
    kind: 'map-miss',
    from: 0,
    steps: 9,
    every_ms: 130,
    frames: 4,
  },
];

/** Stands before the first operation of a kind from an operation on. */
async function before(page: Page, { kind, from, was = from }: Motion): Promise<void> {
  await run(page, 'transport.seek', { op: from });
  const op = await page.evaluate(
    async ({ wanted, steps_max }) => {
      for (let step = 0; step < steps_max; step++) {
        await window.flashlab?.run('transport.next', { unit: 'operation' });
        const told = window.flashlab?.state().frame?.operations.at(-1);
        if (told?.kind === wanted) return told.index;
      }
      throw new Error(`no ${wanted}`);
    },
    { wanted: kind, steps_max: 200 },
  );
  await idle(page);
  for (const place of [was, op]) await run(page, 'transport.seek', { op: place });
}

for (const motion of MOTIONS) {
  const { title, of, set, steps, every_ms, frames } = motion;
  test(title, async ({ page, shoot }) => {
    await (typeof of === 'string'
      ? run(page, 'experiment.example', { id: of, play: false })
      : run(page, 'experiment.open', { document: of }));
    if (set) await run(page, 'experiment.set', set);
    await before(page, motion);
    await run(page, 'transport.unit', { unit: 'operation' });
    const { op } = await place(page);
    for (let step = 1; step <= steps; step++) await shoot(`step ${step}`, every_ms, frames);
    expect((await place(page)).op).toBe(op + steps);
  });
}

test('on dark ground: a block is erased and programmed, and a page is reconstructed', async ({ page, shoot }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await example(page, 'clash-figure-2', 'flush', 1);
  await run(page, 'transport.unit', { unit: 'operation' });
  for (const name of ['erase', 'program']) await shoot(name, 150, 5);
  await example(page, 'ttflash', 'rebuild', 1);
  await shoot('reconstruction', 120, 7);
});
