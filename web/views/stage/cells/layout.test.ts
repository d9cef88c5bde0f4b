import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centre } from '../../../render/geometry';
import { cellsLayout, lpnAt, pageAt, pageRect } from './layout';

const TOY = {
  width: 1024,
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
};

describe('the layout of a small device', () => {
  it('draws the toy large, in one row, with full captions and labels', () => {
    const layout = cellsLayout(TOY);
    expect(layout.columns).toBe(8);
    expect(layout.captions).toBe('full');
    expect(layout.cell.width).toBeGreaterThan(90);
    expect(layout.cell.height).toBeGreaterThan(50);
    expect(layout.label_px).toBeGreaterThanOrEqual(20);
    expect(layout.height).toBeLessThanOrEqual(TOY.height);
  });

  it('wraps blocks into rows on a narrow screen', () => {
    const layout = cellsLayout({ ...TOY, width: 358, height: 560, row_pages: 0 });
    expect([layout.columns, layout.rows]).toEqual([4, 2]);
    expect(layout.label_px).toBeGreaterThan(0);
  });

  it('leaves labels out where they cannot be read', () => {
    expect(cellsLayout({ ...TOY, blocks: 64, pages_per_block: 64, row_pages: 0 }).label_px).toBe(0);
  });

  it('keeps the blocks of a plane together', () => {
    const layout = cellsLayout({ ...TOY, blocks: 16, planes: 4, row_pages: 0 });
    expect(4 % layout.columns === 0 || layout.columns % 4 === 0).toBe(true);
    if (layout.columns > 4) {
      const [third, fourth, fifth] = [2, 3, 4].map((block) => layout.blocks[block]?.x ?? 0) as [number, number, number];
      expect(fifth - fourth).toBeGreaterThan(fourth - third);
    }
  });

  it('puts page 0 at the foot', () => {
    const layout = cellsLayout(TOY);
    expect(pageRect(layout, 0).y).toBeGreaterThan(pageRect(layout, 3).y);
  });

  const devices = fc.record({
    width: fc.integer({ min: 320, max: 2000 }),
    height: fc.integer({ min: 420, max: 1400 }),
    blocks: fc.integer({ min: 1, max: 64 }),
    pages_per_block: fc.constantFrom(4, 8, 16, 32, 64),
    row_pages: fc.constantFrom(0, 8, 20, 64),
    tile_pages: fc.constant(1),
    row_keeps_old: fc.boolean(),
    planes: fc.constant(1),
    text_px: fc.constantFrom(12.5, 17),
    title_px: fc.constantFrom(30, 42),
    row_title_px: fc.constant(30),
  });

  it('finds under the middle of each cell that cell, and stays inside its width', () => {
    fc.assert(
      fc.property(devices, fc.nat(), (device, choice) => {
        const layout = cellsLayout(device);
        const page = choice % (device.blocks * device.pages_per_block);
        expect(pageAt(layout, centre(pageRect(layout, page)))).toBe(page);
        for (const frame of layout.blocks) expect(frame.x + frame.width).toBeLessThanOrEqual(device.width + 0.01);
        for (const [lpn, tile] of (layout.row?.tiles ?? []).entries()) {
          expect(lpnAt(layout, centre(tile))).toBe(lpn);
          expect(tile.x + tile.width).toBeLessThanOrEqual(device.width + 0.01);
        }
      }),
    );
  });
});
