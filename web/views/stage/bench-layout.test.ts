import { describe, expect, it } from 'vitest';
import { benchCell, benchLayout } from './bench-layout';

describe('the bench', () => {
  it('lays 64 pages in two rows of 11 px cells', () => {
    const layout = benchLayout(64, 385);
    expect(layout).toMatchObject({ columns: 32, rows: 2 });
    expect(layout.cell.width).toBeGreaterThanOrEqual(11);
  });

  it.each([4, 16, 32, 64, 128, 256, 512])('keeps %i pages inside its room', (pages) => {
    const layout = benchLayout(pages, 385);
    const last = benchCell(layout, pages - 1, 0, 0);
    expect(layout.columns * layout.rows).toBeGreaterThanOrEqual(pages);
    expect(last.x + last.width).toBeLessThanOrEqual(385);
    expect(last.y + last.height).toBeLessThanOrEqual(43);
  });
});
