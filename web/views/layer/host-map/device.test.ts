import { expect, test } from 'vitest';
import type { RateLimiter } from '../../../engine/core-types';
import { wholeFrame } from '../../../fixtures/host-map-large';
import { limiterLines, seesawOf } from './limiter';
import { spread } from './limiter-panel';
import { lineCells, lineLines, lineWords, stripLayout } from './lines';

/** A thousand chunks below which the ring of 1 024 is shared. */
const limiter = (free_chunks: number, user_max: number): RateLimiter => ({
  free_chunks,
  high: 1000,
  reserved: 63,
  ring: 1024,
  user_max,
  gc_max: 1024 - user_max,
  user: 0,
  gc: 0,
  waiting: 0,
});

test('the seesaw is down at the side that has more of the ring', () => {
  expect(seesawOf(limiter(2000, 1024))).toMatchObject({ state: 'free', tilt: -7, level: 1 });
  expect(seesawOf(limiter(512, 512))).toMatchObject({ state: 'shared', tilt: 0 });
  expect(seesawOf(limiter(640, 640)).tilt).toBeLessThan(0);
  expect(seesawOf(limiter(63, 0))).toMatchObject({ state: 'blocked', tilt: 7, user: { quota: 0, held: 0 } });
});

test('what one holds over its quota stays on the beam', () => {
  expect(seesawOf({ ...limiter(63, 0), user: 2000 }).user.held).toBe(1);
});

test('words beside the tank keep apart', () => {
  const tags = [10, 11, 12].map((y) => ({ y, words: String(y), kind: '' }));
  const places = spread(tags, 15, 0, 100).map(({ at }) => at);
  expect(places).toEqual([10, 25, 40]);
  expect(
    spread(
      tags.map((tag) => ({ ...tag, y: 99 })),
      15,
      0,
      100,
    ).map(({ at }) => at),
  ).toEqual([70, 85, 100]);
});

test('every line has a column in the strip', () => {
  const view = wholeFrame().layer.openchannel;
  if (!view) throw new Error('no device');
  for (const [width, height] of [
    [278, 80],
    [1040, 400],
    [358, 90],
  ] as const) {
    const layout = stripLayout(view.lines, width, height);
    const cells = lineCells(view, layout);
    expect(cells).toHaveLength(1000);
    for (const { rect, valid } of cells) {
      expect(rect.x + rect.width).toBeLessThanOrEqual(width + 0.01);
      expect(rect.y + rect.height).toBeLessThanOrEqual(height + 0.01);
      expect(valid).toBeLessThanOrEqual(1);
    }
  }
});

test('lines in words', () => {
  const view = wholeFrame().layer.openchannel;
  if (!view) throw new Error('no device');
  const cells = lineCells(view, stripLayout(view.lines, 278, 80));
  const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');
  expect(plain(lineWords(cells[41] as (typeof cells)[number]))).toBe('Line 42: data, being collected, 14 % valid');
  expect(lineWords(cells[940] as (typeof cells)[number])).toBe('Line 941: free');
  expect(plain(lineLines(view)[2] ?? '')).toBe(
    'line 42 is being collected: 16 110 pages were valid, 9 800 are left to move',
  );
  expect(plain(limiterLines(view.limiter)[2] ?? '')).toBe('12 pages wait to enter the ring');
});
