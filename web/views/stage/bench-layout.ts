/** Where the pages of a block lie on the bench: page 0 at the left, in as few rows as are readable. */

import type { Rect } from '../../render/geometry';

export interface BenchLayout {
  columns: number;
  rows: number;
  cell: { width: number; height: number };
  gap: number;
}

const GAP = 1;
const CELL_BEST = 11;
const ROWS_HEIGHT = 42;
const ROW_MIN = 9;

/** Rows of cells for a block of `pages` in `width` pixels; cells of 11 px where there is room. */
export function benchLayout(pages: number, width: number): BenchLayout {
  const fitting = Math.max(1, Math.floor(width / (CELL_BEST + GAP)));
  const rows_wanted = Math.ceil(pages / fitting);
  const rows = Math.min(rows_wanted, Math.floor(ROWS_HEIGHT / ROW_MIN), pages);
  const columns = Math.ceil(pages / rows);
  const cell_width = Math.min(CELL_BEST * 2, width / columns - GAP);
  const height = Math.min(20, ROWS_HEIGHT / rows - GAP * 2);
  return { columns, rows, cell: { width: cell_width, height }, gap: GAP };
}

export function benchCell(layout: BenchLayout, offset: number, x: number, y: number): Rect {
  const column = offset % layout.columns;
  const row = Math.floor(offset / layout.columns);
  return {
    x: x + column * (layout.cell.width + layout.gap),
    y: y + row * (layout.cell.height + 2 * layout.gap),
    ...layout.cell,
  };
}
