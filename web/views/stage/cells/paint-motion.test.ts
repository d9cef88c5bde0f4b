import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_MOTION, planMotion } from '../../stage-kit/motion-plan';
import { cellsLayout } from './layout';
import { travellerRect } from './paint-motion';

const layout = cellsLayout({
  width: 1040,
  height: 600,
  blocks: 8,
  pages_per_block: 4,
  row_pages: 20,
  tile_pages: 1,
  row_keeps_old: true,
  planes: 1,
  text_px: 12.5,
  title_px: 30,
  row_title_px: 30,
});

const copy = {
  index: 0,
  kind: 'copy' as const,
  cause: 1,
  request: 0,
  start_ns: 0,
  end_ns: 1,
  pages: 1,
  stale: null,
  block: null,
  slot: null,
  purpose: 'gc' as const,
};

test('a page on its way keeps its size, and stays inside the stage', () => {
  const page = fc.nat(31);
  fc.assert(
    fc.property(page, page, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
      const { moves } = from === to ? NO_MOTION : planMotion([{ ...copy, lpn: 3, from, to }], 'travel');
      for (const move of moves) {
        if (move.kind !== 'write') continue;
        const [start, here] = [travellerRect(layout, move, 0), travellerRect(layout, move, share)];
        expect([here.width, here.height]).toEqual([start.width, start.height]);
        expect(here.x).toBeGreaterThanOrEqual(0);
        // Not the sum of both, which is rounded once more.
        expect(here.x).toBeLessThanOrEqual(1040 - here.width);
      }
    }),
    // At the right end it once stood out by a rounding.
    { examples: [[28, 0, 0.005841232290582431]] },
  );
});
