import { expect, test } from 'vitest';
import { boardLayout, planeAfter, planeAt, tileRect, tokenAt, tokenRadius } from './board-layout';

const SIZES = [
  { width: 520, height: 318, text_px: 12.5 },
  { width: 700, height: 430, text_px: 17 },
  { width: 362, height: 330, text_px: 12.5 },
  { width: 300, height: 150, text_px: 12.5 },
];
const SHAPES = [
  [4, 4],
  [8, 8],
  [16, 8],
  [8, 16],
  [32, 32],
  [1, 1],
] as const;

const cases = SIZES.flatMap((size) => SHAPES.map(([channels, groups]) => ({ ...size, channels, groups })));

test.each(cases)('$channels × $groups planes stand inside $width × $height and apart', (one) => {
  const layout = boardLayout(one, one);
  const last = tileRect(layout, one.channels * one.groups - 1);
  expect(last.x + last.width).toBeLessThanOrEqual(one.width);
  expect(last.y + last.height).toBeLessThanOrEqual(one.height);
  expect(layout.pitch.x).toBeGreaterThan(layout.tile.width);
  expect(layout.pitch.y).toBeGreaterThan(layout.tile.height);
  const token = tokenAt(layout, one.channels * one.groups - 1);
  expect(token.x + tokenRadius(layout)).toBeLessThanOrEqual(one.width + 1);
});

test.each([
  [4, 4, 'full'],
  [8, 8, 'brief'],
  [8, 16, 'line'],
  [16, 8, 'slim'],
  [32, 32, 'dense'],
] as const)('%i × %i planes say as much as they have room for: %s', (channels, groups, form) => {
  expect(boardLayout({ channels, groups }, { width: 520, height: 340, text_px: 12.5 }).form).toBe(form);
});

test('pointer and keys find planes', () => {
  const layout = boardLayout({ channels: 4, groups: 3 }, { width: 520, height: 318, text_px: 12.5 });
  for (const plane of [0, 3, 4, 11]) {
    const { x, y } = tileRect(layout, plane);
    expect(planeAt(layout, { x: x + 1, y: y + 1 })).toBe(plane);
  }
  expect(planeAt(layout, { x: 1, y: 1 })).toBeNull();
  expect(planeAfter('ArrowRight', 0, layout)).toBe(1);
  expect(planeAfter('ArrowDown', 1, layout)).toBe(5);
  expect(planeAfter('ArrowDown', 9, layout)).toBe(9);
  expect(planeAfter('ArrowLeft', null, layout)).toBe(0);
  expect(planeAfter('Enter', 3, layout)).toBeNull();
});
