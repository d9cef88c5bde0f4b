import { expect, test } from 'vitest';
import { inkOf, LOWER, large, largeFlush, picture, slot, tall, UPPER } from '../../../fixtures/clash';
import type { Point, Rect } from '../../../render/geometry';
import { compose } from './compose';
import { trayRect } from './layout';
import type { ClashPicture } from './picture';
import type { ClashCell } from './scene';

const SIZES = [
  { width: 1040, height: 430 },
  { width: 1408, height: 470 },
  { width: 990, height: 430 },
  { width: 1040, height: 300 },
  { width: 362, height: 340 },
];

const PICTURES: readonly [string, ClashPicture][] = [
  ...Object.entries(UPPER),
  ...Object.entries(LOWER),
  ['large', large()],
  ['sixteen slots', large(16)],
  ['one slot', large(1)],
  ['tall', tall()],
];

const cases = PICTURES.flatMap(([name, shown]) => SIZES.map((size) => ({ name, shown, ...size })));
const composed = (shown: ClashPicture, width: number, height: number) =>
  compose(shown, { width, height }, inkOf(shown.pages_per_block));

test.each(cases)('$name stands inside a stage of $width × $height', ({ shown, width, height }) => {
  const { scene, layout } = composed(shown, width, height);
  for (const { rect, words } of scene.cells) {
    expect([rect.x, rect.y, rect.width, rect.height].every(Number.isFinite), words).toBe(true);
    expect(Math.min(rect.width, rect.height), words).toBeGreaterThan(0);
    expect(rect.x, words).toBeGreaterThanOrEqual(0);
    expect(rect.x + rect.width, words).toBeLessThanOrEqual(width + 0.5);
  }
  if (height >= 400) {
    const lowest = Math.max(...scene.cells.map(({ rect }) => rect.y + rect.height));
    expect(lowest).toBeLessThanOrEqual(layout.height + 0.5);
  }
});

test.each([430, 380, 340])('the words below the block on flash stand inside a stage %s high', (height) => {
  for (const shown of [largeFlush(), ...Object.values(LOWER)]) {
    const { scene, layout } = composed(shown, 1040, height);
    const below = scene.words.filter(({ text }) => text.includes('on flash'));
    expect(below.length).toBeGreaterThan(0);
    for (const { y } of below) expect(y + layout.text_px * 0.3).toBeLessThanOrEqual(layout.height);
    // Its pages keep their numbers.
    const pages = scene.cells.filter(({ part, appearance }) => part === 'work' && appearance.mark === 'valid');
    expect(pages.every(({ appearance }) => appearance.label !== '')).toBe(true);
  }
});

/** Pictures whose 128 columns are all narrower than a name. */
const NAMELESS: readonly string[] = ['large', 'sixteen slots', 'one slot'];

test.each(cases)(
  'names under the columns of $name do not touch, and none is left out, $width × $height',
  ({ name, shown, width, height }) => {
    const { scene, layout } = composed(shown, width, height);
    const { text_px, columns } = layout;
    const below = scene.words.filter(
      ({ text, tone, y }) => tone === 'bold' && /^B?\d+$/.test(text) && y > columns.foot,
    );
    // A digit in bold, of the widest type there is.
    const boxes = below.map(({ x, y, text }): Rect => {
      const text_width = text.length * 0.7 * text_px;
      return { x: x - text_width / 2, y: y - text_px / 2, width: text_width, height: text_px };
    });
    for (const [i, box] of boxes.entries())
      expect(boxes.slice(i + 1).filter((other) => overlap(box, other))).toEqual([]);
    const every = columns.naming?.every ?? 1;
    const named = NAMELESS.includes(name) ? [] : shown.cache.sets.filter(({ column }) => column % every === 0);
    expect(below.map(({ text }) => text.replace('B', '')).sort()).toEqual(named.map(({ lbn }) => String(lbn)).sort());
  },
);

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width - 0.3 && b.x < a.x + a.width - 0.3 && a.y < b.y + b.height - 0.3 && b.y < a.y + a.height - 0.3;

test.each(cases)('no two pages of $name cover each other, $width × $height', ({ shown, width, height }) => {
  const { cells } = composed(shown, width, height).scene;
  const pages = cells.filter(({ part }) => part !== 'path' && part !== 'tag');
  const rows = pages.toSorted((a, b) => a.rect.y - b.rect.y);
  const covered = rows.flatMap((a, i) => {
    const meets: ClashCell[] = [];
    for (let j = i + 1; j < rows.length; j++) {
      const b = rows[j];
      if (!b || b.rect.y >= a.rect.y + a.rect.height) break;
      if (overlap(a.rect, b.rect)) meets.push(b);
    }
    return meets.map((b) => `${a.key} ${b.key}`);
  });
  expect(covered).toEqual([]);
});

test('what stays where it is in RAM stays where it is on the stage', () => {
  const before = composed(UPPER.before, 1040, 430).scene.cells;
  const after = composed(UPPER.after, 1040, 430).scene.cells;
  const at = (cells: readonly ClashCell[], key: string) => cells.find((cell) => cell.key === key)?.rect;
  for (const key of ['p:28', 'p:30', 'p:37', 'p:51', 'p:120', 'b:1:0', 'b:1:1']) {
    expect(at(before, key), key).toBeDefined();
    expect(at(after, key), key).toEqual(at(before, key));
  }
});

test('the set leaves ghosts in its column, the block one in its tray', () => {
  const { scene } = composed(UPPER.swap, 1040, 430);
  const ghosts = scene.cells.filter(({ ghost, key }) => ghost && key.startsWith('g:'));
  expect(ghosts.map(({ key }) => key)).toEqual(['g:p:84', 'g:p:85', 'g:p:87']);
  expect(scene.cells.find(({ key }) => key === 'b:0:2')?.words).toContain('page 4\u00b72 was here');
  expect(scene.boxes.filter(({ kind }) => kind === 'marked')).toHaveLength(2);
  expect(scene.words.map(({ text }) => text)).toEqual(expect.arrayContaining(['3 down', '2 up']));
});

test('the meter has a segment a slot, one of them hollow after the swap', () => {
  const fills = composed(UPPER.swap, 1040, 430).scene.meter.rects.map(({ fill }) => fill);
  expect(fills).toHaveLength(8);
  expect(fills.filter((fill) => fill === null)).toHaveLength(1);
});

test('a page that has to wait stands before a closed gate', () => {
  expect(composed(UPPER.before, 1040, 430).scene.gate).not.toBeNull();
  expect(composed(UPPER.swap, 1040, 430).scene.gate).toBeNull();
});

/** Points along a connector, close together. */
function* points(way: readonly Point[]): Generator<Point> {
  for (const [at, to] of way.entries()) {
    const from = way[at - 1];
    if (!from) continue;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 2);
    for (let step = 0; step <= steps; step++)
      yield { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps };
  }
}

const inside = ({ x, y, width, height }: Rect, point: Point): boolean =>
  point.x > x + 1 && point.x < x + width - 1 && point.y > y + 1 && point.y < y + height - 1;

/** A swap with the block slot that is hardest to reach. */
function swapInto(slots: number, taken: number): ClashPicture {
  const base = large(slots);
  const { decision } = UPPER.swap;
  if (!decision || !base.cache.act) throw new Error('no decision');
  const moved = decision.moved.map((move) =>
    move.to.place === 'block'
      ? { ...move, to: { place: 'block' as const, slot: taken } }
      : { ...move, lbn: 1037, from_slot: taken },
  );
  const act = { ...base.cache.act, index: 101, kind: 'swap' as const, lpn: 21 * 64, slot: taken };
  return picture({ ...base.cache, act }, { ...decision, moved }, { pages_per_block: 64 });
}

test.each([
  [2, 0],
  [2, 1],
  [16, 0],
  [16, 9],
  [16, 15],
])('connectors to %i block slots, slot %i, cross no tray', (slots, taken) => {
  for (const { width, height } of SIZES) {
    const { scene, layout } = composed(swapInto(slots, taken), width, height);
    const trays = Array.from({ length: slots }, (_, nth) => trayRect(layout, nth));
    expect(scene.connectors.map(({ path }) => path).sort()).toEqual(['F', 'G']);
    for (const connector of scene.connectors)
      for (const point of points(connector.points))
        expect(
          trays.findIndex((tray) => inside(tray, point)),
          `${connector.path} at ${width}`,
        ).toBe(-1);
  }
});

test('a flush goes straight down where the block stands below its tray', () => {
  const { scene } = composed(LOWER.programmed, 1040, 430);
  const [connector] = scene.connectors;
  expect(connector?.path).toBe('I');
  expect(new Set(connector?.points.map(({ x }) => Math.round(x))).size).toBe(1);
});

test('a set that goes to flash out of page slots goes beside the trays', () => {
  const { cache } = LOWER.programmed;
  const flush = cache.flush && { ...cache.flush, slot: null };
  const blocks = [slot(9, [1]), slot(10, [0, 1, 2])];
  const { scene, layout } = composed(picture({ ...cache, flush, blocks }), 1040, 430);
  const trays = [0, 1].map((nth) => trayRect(layout, nth));
  expect(scene.connectors.map(({ path }) => path)).toEqual(['I']);
  for (const point of points(scene.connectors[0]?.points ?? []))
    expect(trays.some((tray) => inside(tray, point))).toBe(false);
});

test('columns are no wider than their part, whatever their number', () => {
  for (const { width, height } of SIZES) {
    const { layout } = composed(large(), width, height);
    expect(layout.columns.count * layout.columns.pitch).toBeLessThanOrEqual(layout.inner.width + 0.5);
    expect(layout.columns.width).toBeGreaterThanOrEqual(1);
  }
});
