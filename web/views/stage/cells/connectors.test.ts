import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rect } from '../../../render/geometry';
import { ONLY_LANE } from '../../stage-kit/motion-plan';
import { along, type Path, pathLength } from '../../stage-kit/paths';
import { connectorBetween, connectorFromTile, connectorFromTop } from './connectors';
import { cellsLayout, pageRect } from './layout';

const layout_input = {
  width: 1024,
  height: 700,
  blocks: 20,
  pages_per_block: 4,
  row_pages: 20,
  tile_pages: 1,
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

/** Points of a connector without its first and last leg, which cross the frame of the block they leave and enter. */
const inGutters = (connector: Path) =>
  Array.from({ length: 200 }, (_, i) => along(connector, i / 199)).filter(
    ({ y }) => y !== connector[0]?.y && y !== connector.at(-1)?.y,
  );

const inside = ({ x, y, width, height }: Rect, point: { x: number; y: number }): boolean =>
  point.x > x && point.x < x + width && point.y > y && point.y < y + height;

describe('connectors from a tile', () => {
  it('go around the tiles of the rows below', () => {
    const narrow = cellsLayout({ ...layout_input, width: 340 });
    const tiles = narrow.row?.tiles ?? [];
    expect(new Set(tiles.map(({ y }) => y)).size).toBeGreaterThan(1);
    for (const lpn of tiles.keys()) {
      for (const point of inGutters(connectorFromTile(narrow, lpn, 7, ONLY_LANE, false))) {
        expect(tiles.some((tile) => inside(tile, point))).toBe(false);
      }
    }
  });
});

describe('connectors', () => {
  it('never cross a cell', () => {
    fc.assert(
      fc.property(page, page, lane, (from, to, n) => {
        for (const connector of [connectorBetween(layout, from, to, n), connectorFromTop(layout, to, n)]) {
          for (const point of inGutters(connector)) {
            expect(layout.blocks.some((block) => inside(block, point))).toBe(false);
          }
        }
      }),
    );
  });

  it('turn at right angles only and end at the page', () => {
    fc.assert(
      fc.property(page, page, lane, (from, to, n) => {
        for (const connector of [
          connectorBetween(layout, from, to, n),
          connectorFromTile(layout, from % 20, to, n, true),
        ]) {
          for (const [i, point] of connector.slice(1).entries()) {
            expect(point.x === connector[i]?.x || point.y === connector[i]?.y).toBe(true);
          }
          const target = pageRect(layout, to);
          expect(connector.at(-1)?.y).toBeCloseTo(target.y + target.height / 2);
          expect(connector.at(-1)?.x).toBeLessThan(target.x);
        }
      }),
    );
  });

  it('of one step never lie on one another, whatever gutters they share', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(page, page), { minLength: 2, maxLength: 9 }), (pairs) => {
        const connectors = pairs.map(([from, to], at) => connectorBetween(layout, from, to, { at, of: pairs.length }));
        const upright = connectors.map((connector) =>
          connector.slice(1).flatMap(({ x, y }, i) => {
            const start = connector[i];
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
    const connector = connectorBetween(layout, 0, 30, ONLY_LANE);
    expect(along(connector, 0)).toMatchObject(connector[0] ?? {});
    expect(along(connector, 1)).toMatchObject(connector.at(-1) ?? {});
    const half = along(connector, 0.5);
    expect(pathLength(connector)).toBeGreaterThan(0);
    expect(half.x).not.toBeNaN();
  });
});
