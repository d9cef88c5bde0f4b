/** Where the pages of a small device stand in a small room: blocks as columns in rows, page 0 at the foot. Pure. */

import type { Geometry } from '../../engine/protocol';
import type { Rect } from '../../render/geometry';

export interface CellGrid {
  pages_per_block: number;
  /** Blocks of a row. */
  per_row: number;
  /** From the left edge of a block to that of the next; from the top of a row to that of the next. */
  pitch_x: number;
  pitch_y: number;
  cell_width: number;
  cell_height: number;
}

/** Space between blocks, and between rows of them. */
const GAP_PX = 3;
/** A cell need not be larger than this to be read. */
const CELL_MAX_PX = 44;

/** As few rows as give the largest cells. */
export function cellGrid({ blocks, pages_per_block }: Geometry, width: number, height: number): CellGrid {
  const sizes = Array.from({ length: Math.min(blocks, 12) }, (_, i) =>
    gridOf(i + 1, blocks, pages_per_block, width, height),
  );
  const smaller = ({ cell_width, cell_height }: CellGrid): number => Math.min(cell_width, cell_height);
  return sizes.reduce((best, next) => (smaller(next) > smaller(best) ? next : best));
}

function gridOf(rows: number, blocks: number, pages_per_block: number, width: number, height: number): CellGrid {
  const per_row = Math.ceil(blocks / rows);
  const gap_x = Math.min(GAP_PX, width / per_row / 3);
  const gap_y = Math.min(GAP_PX, height / rows / 3);
  const cell_width = Math.min(CELL_MAX_PX, width / per_row - gap_x);
  const cell_height = Math.min(CELL_MAX_PX, (height / rows - gap_y) / pages_per_block);
  const pitch_y = cell_height * pages_per_block + gap_y;
  return { pages_per_block, per_row, pitch_x: cell_width + gap_x, pitch_y, cell_width, cell_height };
}

export function cellRect(grid: CellGrid, page: number): Rect {
  const { pages_per_block, per_row, pitch_x, pitch_y, cell_width, cell_height } = grid;
  const block = Math.floor(page / pages_per_block);
  const from_top = pages_per_block - 1 - (page % pages_per_block);
  return {
    x: (block % per_row) * pitch_x,
    y: Math.floor(block / per_row) * pitch_y + from_top * cell_height,
    width: cell_width,
    height: cell_height,
  };
}
