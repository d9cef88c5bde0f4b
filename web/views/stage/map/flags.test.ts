import { expect, test } from 'vitest';
import { type Flag, placeLabels } from './flags';

const flag = (x: number, y: number, label: string): Flag => ({ at: { x, y }, label, chosen: false });

test('labels stand inside the map, on no ring and on no other label', () => {
  const flags = [flag(215, 430, 'writing here: 14 513'), flag(365, 400, 'victim 13 656')];
  const plates = placeLabels(flags, 990, 480, 12.5);
  for (const plate of plates) {
    expect(plate.x).toBeGreaterThanOrEqual(0);
    expect(plate.x + plate.width).toBeLessThanOrEqual(990);
    for (const { at } of flags) {
      const inside = at.x > plate.x && at.x < plate.x + plate.width && at.y > plate.y && at.y < plate.y + 23;
      expect(inside).toBe(false);
    }
  }
  expect(Math.abs((plates[0]?.y ?? 0) - (plates[1]?.y ?? 0))).toBeGreaterThan(23);
});

test('a flag in a corner keeps its label inside', () => {
  const [plate] = placeLabels([flag(985, 3, 'victim 1')], 990, 480, 12.5);
  expect((plate?.x ?? 0) + (plate?.width ?? 0)).toBeLessThanOrEqual(990);
  expect(plate?.y).toBeGreaterThanOrEqual(2);
});
