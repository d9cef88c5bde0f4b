import { expect, test } from 'vitest';
import type { BufferShare } from '../../../engine/core-types';
import { group, lineStep, lineView } from '../../../fixtures/buffer';
import type { Rect } from '../../../render/geometry';
import { accounts } from './accounts';
import { roomOf } from './line-footer';
import { linePlaces } from './line-places';
import { lineScene } from './line-scene';
import { nextInWords, ordinal, powerInWords, useInWords } from './line-words';
import { edgeInWords, sharesScene } from './shares-scene';
import type { ShelfScene } from './shelf-scene';

const WIDE = { width: 1040, height: 420, text_px: 12.5 };
const SIZES = [
  WIDE,
  { width: 1500, height: 620, text_px: 12.5 },
  { width: 1408, height: 420, text_px: 17 },
  { width: 358, height: 340, text_px: 12.5 },
];

const apart = (a: Rect, b: Rect): boolean =>
  a.x + a.width <= b.x + 0.5 ||
  b.x + b.width <= a.x + 0.5 ||
  a.y + a.height <= b.y + 0.5 ||
  b.y + b.height <= a.y + 0.5;

const overlaps = (scene: ShelfScene): string[] =>
  scene.boxes.flatMap((box, i) =>
    scene.boxes.slice(i + 1).flatMap((other) => (apart(box.rect, other.rect) ? [] : [`${box.key} ${other.key}`])),
  );

test.each(SIZES)('a line stands in its order inside $width × $height, large enough to be read', (size) => {
  for (const total of [1, 4, 7, 16, 40, 64, 256, 3000]) {
    const view = lineView(total);
    const scene = lineScene(view, size);
    expect(overlaps(scene)).toEqual([]);
    const told = [...view.line.front, ...view.line.back].map(({ lpn }) => `p${lpn}`);
    const keys = scene.boxes.map(({ key }) => key);
    // Reading from row to row is going from the front to the tail.
    const read = [...scene.boxes].sort((a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x).map(({ key }) => key);
    expect(read).toEqual(keys);
    expect(told.filter((key) => keys.includes(key))).toEqual(keys);
    expect([keys[0], keys.at(-1)]).toEqual([`p${total - 1}`, 'p0']);
    for (const { rect, cells } of scene.boxes) {
      expect(rect.width).toBeGreaterThanOrEqual(size.text_px * 2.9);
      expect(rect.x).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.width).toBeLessThanOrEqual(size.width + 0.5);
      expect(rect.y + rect.height).toBeLessThanOrEqual(size.height);
      expect(cells[0]?.label).not.toBe('');
    }
  }
});

test('what is left out stands between the front and the tail, and is counted', () => {
  const { places, gap } = linePlaces(lineView(3000).line, {
    area: { x: 0, y: 0, width: 600, height: 300 },
    text_px: 12.5,
    head_px: 0,
    room: 3000,
  });
  expect(places.length + (gap?.pages ?? 0)).toBe(3000);
  expect(places.at(-1)).toMatchObject({ at: 2999, page: { lpn: 0 } });
});

test('a hit takes the connector from its old place to the front; a page that is new comes from above', () => {
  const hit = lineView(8, { steps: [lineStep({ lpn: 7, from: 5, to: 0 })] });
  const scene = lineScene(hit, WIDE);
  const [connector] = scene.connectors;
  const box = (key: string): Rect =>
    scene.boxes.find((one) => one.key === key)?.rect ?? { x: 0, y: 0, width: 0, height: 0 };
  // The place that it left is behind the page that has its number now.
  expect(connector?.kind).toBe('moved');
  expect(Math.abs((connector?.points[0]?.x ?? 0) - (box('p2').x + box('p2').width))).toBeLessThan(5);
  expect(connector?.points.at(-1)?.x).toBeCloseTo(box('p7').x + box('p7').width / 2);
  expect(scene.boxes.filter(({ used }) => used).map(({ key }) => key)).toEqual(['p7']);
  expect(useInWords(hit)).toBe(
    '1·3 was written again in RAM: from place 6 it moves to the front, and 5 pages step back.',
  );
  const come = lineView(8, {
    steps: [lineStep({ lpn: 30, how: 'dropped', from: 6, to: null }), lineStep({ lpn: 7, how: 'arrived', from: null })],
  });
  expect(lineScene(come, WIDE).connectors.map(({ kind }) => kind)).toEqual(['came']);
  expect(useInWords(come)).toBe(
    '1·3 is new in RAM: it enters at the front. 7·2 left to make room, without a write: flash holds the same.',
  );
});

test('a line by arrival keeps the place of a page that is overwritten, and a capacitor what is in RAM', () => {
  const view = lineView(8, {
    by_arrival: true,
    keeps: true,
    on_way: 2,
    high_water: 6,
    steps: [lineStep({ lpn: 4, from: 3, to: 3 })],
  });
  const scene = lineScene(view, WIDE);
  expect(scene.connectors).toEqual([]);
  expect(useInWords(view)).toBe('1·0 was written again in RAM: it keeps its place, 4th of 8.');
  expect(nextInWords(view)).toBe('Next to leave: 0·0, the tail: it came first.');
  expect(powerInWords(view)).toBe(
    'A power cut now would lose nothing: the capacitor keeps 8 pages, and 2 more pages on their way to flash.',
  );
  expect(powerInWords(lineView(8, { changed: 3 }))).toContain('would lose 3 pages');
});

test('the window is a ground behind the pages of the tail, and says which of them leaves', () => {
  const view = lineView(8, { window: 4 });
  const scene = lineScene(view, WIDE);
  const [band] = scene.bands;
  const inside = scene.boxes.filter(
    ({ rect }) => band && rect.x >= band.x && rect.x + rect.width <= band.x + band.width,
  );
  expect(inside.map(({ key }) => key)).toEqual(['p3', 'p2', 'p1', 'p0']);
  expect(nextInWords(view)).toContain('no page of the window is clean');
  const clean = { ...view, next: [{ lbn: 0, lpn: 2 }] };
  clean.line = { ...view.line, front: view.line.front.map((page) => ({ ...page, clean: page.lpn === 2 })) };
  expect(nextInWords(clean)).toBe(
    'Next to leave: 0·2, the clean page of the window used least recently. It costs no write.',
  );
});

test('the next to leave are numbered as the decision lists them, the first with its mark', () => {
  const { words } = lineScene(lineView(16), WIDE);
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['◆ 1', '2', '3', '4', '5', '6']));
  expect([1, 2, 3, 4, 11, 12, 21, 111].map(ordinal)).toEqual([
    'first',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '21st',
    '111th',
  ]);
});

test('room is one bar: its parts add up to the capacity', () => {
  const view = lineView(8, { changed: 5, on_way: 2 }, { capacity: 12 });
  const parts = roomOf(view);
  expect(parts.map(({ kind, size }) => [kind, size])).toEqual([
    ['changed', 5],
    ['clean', 3],
    ['on-way', 2],
    ['free', 2],
  ]);
});

const SHARE: BufferShare = { now: 6, most: 16, first: 8, left_pages: [9], left_groups: [3], group_pages: 2 };

test.each(SIZES)(
  'pages and groups stand side by side in $width × $height, the edge between their room above them',
  (size) => {
    const groups = [group(9, 3, 4, { pages: [0, 1, 2, 3] }), group(8, 5, 2, { pages: [0, 3] })];
    const view = {
      ...lineView(5, { share: SHARE, steps: [lineStep({ lpn: 4, share: [7, 6], to: null })] }),
      groups,
      pages: 11,
      sections: ['page list', 'block list'],
      next: [
        { lbn: 9, lpn: null },
        { lbn: 8, lpn: null },
        { lbn: 0, lpn: 0 },
      ],
    };
    const scene = sharesScene(view, SHARE, size);
    expect(overlaps(scene)).toEqual([]);
    const bar = scene.shares;
    expect(((bar?.edge_x ?? 0) - (bar?.rect.x ?? 0)) / (bar?.rect.width ?? 1)).toBeCloseTo(6 / 16);
    expect(((bar?.before_x ?? 0) - (bar?.edge_x ?? 0)) / (bar?.rect.width ?? 1)).toBeCloseTo(1 / 16);
    expect((bar?.groups.width ?? 0) / (bar?.rect.width ?? 1)).toBeCloseTo(6 / 16);
    // What leaves first stands at the right.
    const x = (key: string): number => scene.boxes.find((box) => box.key === key)?.rect.x ?? 0;
    expect(x('B9')).toBeGreaterThan(x('B8'));
    expect(scene.boxes.find(({ first }) => first)?.key).toBe('B9');
    expect(edgeInWords(view, SHARE)).toBe('edge: 7 → 6, since B1 came back soon after it left');
    for (const { rect } of scene.boxes) {
      expect(rect.x + rect.width).toBeLessThanOrEqual(size.width + 0.5);
      expect(rect.y + rect.height).toBeLessThanOrEqual(size.height + 0.5);
    }
  },
);

test('the line is told from the front to the tail', () => {
  const told = accounts({ buffer: lineView(40), appearances: (lbn) => lbn, decision: null, convert_threshold: null });
  const line = told.find(({ name }) => name === 'Line')?.lines ?? [];
  expect(line[0]).toMatch(
    /^from the front \(used last\) to the tail \(used least recently\): 9·3, 9·2, .*8 more, .*0·1, 0·0$/,
  );
  expect(line).toContain('Next to leave: 0·0, the tail: used least recently.');
});

test('places stay where they are while the line fills', () => {
  const rects = (total: number): Rect[] => {
    const { places, free } = linePlaces(lineView(total).line, {
      area: { x: 0, y: 0, width: 900, height: 300 },
      text_px: 12.5,
      head_px: 0,
      room: 24,
    });
    return [...places.map(({ rect }) => rect), ...free];
  };
  expect(rects(0)).toHaveLength(24);
  for (const total of [1, 7, 23, 24]) expect(rects(total)).toEqual(rects(0));
});
