import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapHeight, mapLayout, pageAtPlace, placeOf } from './layout';

const GIB_2 = { width: 990, height: 480, pixel_ratio: 1, blocks: 16384, pages_per_block: 64 };

describe('the layout of the map', () => {
  it('puts 16 384 blocks on 16 shelves of 1 024', () => {
    expect(mapLayout(GIB_2)).toMatchObject({ width: 990, shelves: 16, per_shelf: 1024 });
  });

  it('uses the finer pixels of a dense screen', () => {
    const layout = mapLayout({ ...GIB_2, pixel_ratio: 2 });
    expect(layout.width).toBe(1980);
    expect(layout.width / layout.per_shelf).toBeGreaterThan(0.9);
  });

  const devices = fc.record({
    width: fc.integer({ min: 280, max: 2500 }),
    height: fc.integer({ min: 160, max: 1400 }),
    pixel_ratio: fc.constantFrom(1, 1.25, 2, 3),
    blocks: fc.integer({ min: 16, max: 262_144 }),
    pages_per_block: fc.constantFrom(32, 64, 128, 256),
  });

  it('has room for every block and fits into the height given', () => {
    fc.assert(
      fc.property(devices, (input) => {
        const layout = mapLayout(input);
        expect(layout.shelves * layout.per_shelf).toBeGreaterThanOrEqual(input.blocks);
        expect((layout.shelves - 1) * layout.per_shelf).toBeLessThan(input.blocks);
        if (layout.shelf_height > 1) expect(mapHeight(layout)).toBeLessThanOrEqual(input.height * input.pixel_ratio);
      }),
    );
  });

  it('finds the block it has placed', () => {
    fc.assert(
      fc.property(devices, fc.nat(), (input, choice) => {
        const layout = mapLayout(input);
        const page = choice % (input.blocks * input.pages_per_block);
        const found = pageAtPlace(
          layout,
          placeOf(layout, page, input.pages_per_block),
          input.blocks,
          input.pages_per_block,
        );
        expect(found === null ? null : Math.floor(found / input.pages_per_block)).toBe(
          Math.floor(page / input.pages_per_block),
        );
      }),
    );
  });

  it('finds nothing beside the map and behind the last block', () => {
    const layout = mapLayout({ ...GIB_2, blocks: 16000 });
    expect(pageAtPlace(layout, { x: -1, y: 5 }, 16000, 64)).toBeNull();
    expect(pageAtPlace(layout, { x: 989, y: mapHeight(layout) - 1 }, 16000, 64)).toBeNull();
  });
});
