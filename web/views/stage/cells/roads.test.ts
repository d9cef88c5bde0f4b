import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rect } from '../../../render/geometry';
import { cellsLayout, pageRect } from './layout';
import { ONLY_LANE, pointAlong, type Road, roadBetween, roadFromTile, roadFromTop, roadLength } from './roads';

const layout_input = {
  width: 1024,
  height: 700,
  blocks: 20,
  pages_per_block: 4,
  row_pages: 20,
  row_keeps_old: true,
  planes: 1,
  text_px: 12.5,
  title_px: 30,
  row_title_px: 30,
};
const layout = cellsLayout(layout_input);
const PAGES = 80;
const page = fc.integer({ min: 0, max: PAGES - 1 });
const lane = fc.integer({ min: 1, max: 9 }).chain((of) => fc.record({ at: fc.nat(of - 1), of: fc.constant(of) }));

/** Points of a road without its first and last leg, which cross the frame of the block they leave and enter. */
const inGutters = (road: Road) =>
  Array.from({ length: 200 }, (_, i) => pointAlong(road, i / 199)).filter(
    ({ y }) => y !== road[0]?.y && y !== road.at(-1)?.y,
  );

const inside = ({ x, y, width, height }: Rect, point: { x: number; y: number }): boolean =>
  point.x > x && point.x < x + width && point.y > y && point.y < y + height;

describe('roads from a tile', () => {
  it('go around the tiles of the rows below', () => {
    const narrow = cellsLayout({ ...layout_input, width: 340 });
    const tiles = narrow.row?.tiles ?? [];
    expect(new Set(tiles.map(({ y }) => y)).size).toBeGreaterThan(1);
    for (const lpn of tiles.keys()) {
      for (const point of inGutters(roadFromTile(narrow, lpn, 7, ONLY_LANE, false))) {
        expect(tiles.some((tile) => inside(tile, point))).toBe(false);
      }
    }
  });
});

describe('roads', () => {
  it('never cross a cell', () => {
    fc.assert(
      fc.property(page, page, lane, (from, to, n) => {
        for (const road of [roadBetween(layout, from, to, n), roadFromTop(layout, to, n)]) {
          for (const point of inGutters(road)) {
            expect(layout.blocks.some((block) => inside(block, point))).toBe(false);
          }
        }
      }),
    );
  });

  it('turn at right angles only and end at the page', () => {
    fc.assert(
      fc.property(page, page, lane, (from, to, n) => {
        for (const road of [roadBetween(layout, from, to, n), roadFromTile(layout, from % 20, to, n, true)]) {
          for (const [i, point] of road.slice(1).entries()) {
            expect(point.x === road[i]?.x || point.y === road[i]?.y).toBe(true);
          }
          const target = pageRect(layout, to);
          expect(road.at(-1)?.y).toBeCloseTo(target.y + target.height / 2);
          expect(road.at(-1)?.x).toBeLessThan(target.x);
        }
      }),
    );
  });

  it('of one step never lie on one another, whatever gutters they share', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(page, page), { minLength: 2, maxLength: 9 }), (pairs) => {
        const roads = pairs.map(([from, to], at) => roadBetween(layout, from, to, { at, of: pairs.length }));
        const upright = roads.map((road) =>
          road.slice(1).flatMap(({ x, y }, i) => {
            const start = road[i];
            return start && start.x === x && start.y !== y
              ? [{ x, low: Math.min(y, start.y), high: Math.max(y, start.y) }]
              : [];
          }),
        );
        for (const [i, legs] of upright.entries())
          for (const other of upright.slice(i + 1).flat())
            for (const leg of legs) {
              const meet = leg.low < other.high && other.low < leg.high;
              if (meet) expect(Math.abs(leg.x - other.x)).toBeGreaterThan(1.4);
            }
      }),
    );
  });

  it('are walked from their start to their end', () => {
    const road = roadBetween(layout, 0, 30, ONLY_LANE);
    expect(pointAlong(road, 0)).toMatchObject(road[0] ?? {});
    expect(pointAlong(road, 1)).toMatchObject(road.at(-1) ?? {});
    const half = pointAlong(road, 0.5);
    expect(roadLength(road)).toBeGreaterThan(0);
    expect(half.x).not.toBeNaN();
  });
});
