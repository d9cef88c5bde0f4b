/** Where the pages of a small device stand in a small room: blocks as columns in rows, page 0 at the foot. Pure. */

import type { Geometry } from '../../engine/protocol';
import { clamp, type Rect } from '../../render/geometry';

export interface CellGrid {
  pages_per_block: number;
  /** Blocks of a row. */
  per_row: number;
  /** From the left edge of a block to that of the next; from the top of a row to that of the next. */
  pitch_x: number;
  pitch_y: number;
  cell_width: number;
  cell_height: number;
  /** Room for a line below each block. */
  foot_px: number;
}

/** Space between blocks, and between rows of them: a share of a block's, within bounds. */
const GAP = { share: 0.1, least_px: 3, most_px: 10 } as const;

const gapOf = (pitch_px: number): number =>
  Math.min(clamp(GAP.share * pitch_px, GAP.least_px, GAP.most_px), pitch_px / 3);

/** A cell need not be larger than this to be read. */
const CELL_MAX_PX = 72;
/** And hardly wider than high. */
const FLAT = 1.6;
const FLAT_FROM_PX = 44;

/** As few rows as give the largest cells. `foot_px`: a line that is wanted below each block; it is left out where blocks are too narrow for it. */
export function cellGrid({ blocks, pages_per_block }: Geometry, width: number, height: number, foot_px = 0): CellGrid {
  const sizes = Array.from({ length: Math.min(blocks, 12) }, (_, i) =>
    gridOf(i + 1, blocks, pages_per_block, width, height, foot_px),
  );
  const smaller = ({ cell_width, cell_height }: CellGrid): number => Math.min(cell_width, cell_height);
  return sizes.reduce((best, next) => (smaller(next) > smaller(best) ? next : best));
}

/** A foot is about as wide as three letters, in sizes of its line. */
const FOOT_WIDTH = 1.5;

function gridOf(
  rows: number,
  blocks: number,
  pages_per_block: number,
  width: number,
  height: number,
  wanted_foot_px: number,
): CellGrid {
  const per_row = Math.ceil(blocks / rows);
  const gap_x = gapOf(width / per_row);
  const gap_y = gapOf(height / rows);
  const foot_px = width / per_row >= FOOT_WIDTH * wanted_foot_px ? wanted_foot_px : 0;
  const cell_height = Math.min(CELL_MAX_PX, Math.max(1, height / rows - gap_y - foot_px) / pages_per_block);
  const widest = Math.min(CELL_MAX_PX, Math.max(FLAT_FROM_PX, FLAT * cell_height));
  const cell_width = Math.min(widest, width / per_row - gap_x);
  const pitch_y = cell_height * pages_per_block + gap_y + foot_px;
  return { pages_per_block, per_row, pitch_x: cell_width + gap_x, pitch_y, cell_width, cell_height, foot_px };
}

/** The line below a block. */
export function blockFoot(grid: CellGrid, block: number): Rect {
  const { x, y, width, height } = cellRect(grid, block * grid.pages_per_block);
  return { x, y: y + height, width, height: grid.foot_px };
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
