import { expect, test } from 'vitest';
import type { MapCacheView } from '../../../engine/core-types';
import { figure4, figure4Hit } from '../../../fixtures/host-map-figure-4';
import { largeFrame } from '../../../fixtures/host-map-large';
import type { Rect } from '../../../render/geometry';
import { flashOf } from './block-places';
import { connectorsOf, discsOf } from './connectors';
import { type Places, placesOf } from './places';
import { nearest } from './slot-places';

function mapOf(frame: ReturnType<typeof figure4>): MapCacheView {
  const map = frame.layer.openchannel?.map;
  if (!map) throw new Error('no map');
  return map.walk ? { ...map, walk: { ...map.walk, from: map.walk.from ?? [1, 2] } } : map;
}

const SIZES = [
  { width: 722, height: 320, text_px: 12.5 },
  { width: 980, height: 420, text_px: 17 },
  { width: 640, height: 190, text_px: 12.5 },
  { width: 358, height: 0, text_px: 12.5 },
];
const FRAMES = [
  figure4(0),
  ...[1, 4, 9].map((step) => figure4(step + 1)),
  figure4Hit(),
  largeFrame(),
  largeFrame(true, 6),
];

const apart = (a: Rect, b: Rect): boolean =>
  a.x + a.width <= b.x + 0.01 ||
  b.x + b.width <= a.x + 0.01 ||
  a.y + a.height <= b.y + 0.01 ||
  b.y + b.height <= a.y + 0.01;
const boxes = ({ rows, slots, blocks }: Places): Rect[] => [...rows, ...slots, ...blocks].map(({ box }) => box);

test('nothing stands on anything else, and all of it in the picture', () => {
  for (const size of SIZES) {
    for (const frame of FRAMES) {
      const places = placesOf(mapOf(frame), size);
      const all = boxes(places);
      for (const [i, a] of all.entries()) {
        for (const b of all.slice(i + 1)) expect(apart(a, b), JSON.stringify([size, a, b])).toBe(true);
        expect(a.x).toBeGreaterThanOrEqual(0);
        expect(a.x + a.width).toBeLessThanOrEqual(size.width);
        expect(a.width).toBeGreaterThan(8);
      }
      for (const { box, cells } of places.slots)
        for (const cell of cells) expect(cell.x + cell.width).toBeLessThanOrEqual(box.x + box.width);
    }
  }
});

test('the block looked up, its victim and their slot are always in sight', () => {
  for (const size of SIZES) {
    const map = mapOf(largeFrame());
    const places = placesOf(map, size);
    expect(places.rows.map(({ row }) => row.id)).toEqual(expect.arrayContaining([1204, 2077]));
    const slot = places.slots.find((one) => one.slot.slot === 1733);
    expect(slot?.cells).toHaveLength(8);
  }
});

test('the connectors of a miss: back from the slot to the new place, and from the block to the slot', () => {
  const map = mapOf(figure4(10));
  const places = placesOf(map, { width: 722, height: 320, text_px: 12.5 });
  const connectors = connectorsOf(places, map.walk);
  expect(connectors.map(({ step, kind }) => [step, kind])).toEqual(
    expect.arrayContaining([
      [4, 'program'],
      [5, 'read'],
      [9, 'pointer'],
    ]),
  );
  const slot = places.slots[0]?.box;
  const back = connectors.find(({ step }) => step === 4);
  expect(back?.points[0]?.x).toBe((slot?.x ?? 0) + (slot?.width ?? 0));
  if (!map.walk) throw new Error('no look-up');
  expect(
    discsOf(places, map.walk, connectors)
      .map(({ step }) => step)
      .toSorted(),
  ).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});

test('the two connectors of a miss do not cross', () => {
  const map = mapOf(figure4(10));
  for (const size of SIZES.slice(0, 3)) {
    const places = placesOf(map, size);
    const connectors = connectorsOf(places, map.walk);
    const [back, fetch] = [4, 5].map((step) => connectors.find((connector) => connector.step === step)?.points ?? []);
    // The upper end at the slot goes to the upper place on the SSD, and its way up or down is nearer to the SSD.
    expect(fetch?.at(-1)?.y).toBeLessThan(back?.[0]?.y ?? 0);
    expect(fetch?.[1]?.x).toBeGreaterThan(back?.[1]?.x ?? 0);
  }
});

test('a hit has no connectors but pointers', () => {
  const map = mapOf(figure4Hit());
  const places = placesOf(map, { width: 722, height: 320, text_px: 12.5 });
  const connectors = connectorsOf(places, map.walk);
  expect(connectors.every(({ kind }) => kind === 'pointer')).toBe(true);
  expect(connectors.filter(({ step }) => step === 2)).toHaveLength(1);
});

test('the place that is written comes last', () => {
  expect(flashOf(mapOf(figure4(10))).map(({ line, offset }) => [line, offset])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 1],
  ]);
});

test('of too many, those wanted are kept, in their order', () => {
  expect(nearest([1, 2, 3, 4, 5], [5, 3], 3, (one) => one)).toEqual([1, 3, 5]);
});
