/** Small blocks of the flash, side by side. */

import type { Rect } from '../../../render/geometry';
import type { Ink } from '../page-appearance';
import { type ClashLayout, type Grid, TEXT_PX } from './layout';

/** How they stand. */
export interface Strip {
  cell: Grid;
  block: { width: number; height: number };
  pitch: { x: number; y: number };
  per_row: number;
  fit: number;
}

export function stripOf({ strip }: ClashLayout, { pages_per_block: pages, text_px }: Ink): Strip {
  const scale = text_px / TEXT_PX;
  const cell =
    pages <= 4
      ? { per_line: pages, width: 11 * scale, height: 16 * scale, gap: 0.8 }
      : pages <= 8
        ? { per_line: pages, width: 8 * scale, height: 16 * scale, gap: 0.6 }
        : pages <= 16
          ? { per_line: 8, width: 7 * scale, height: 9 * scale, gap: 0.6 }
          : { per_line: Math.ceil(Math.sqrt(pages)), width: 3.6 * scale, height: 3.6 * scale, gap: 0.2 };
  const width = cell.per_line * (cell.width + cell.gap);
  const lines = Math.ceil(pages / cell.per_line);
  const height = lines * (cell.height + cell.gap) + 5;
  const label = text_px * 1.15;
  const pitch = { x: Math.max(width + 9, text_px * 3), y: height + label + 4 };
  const per_row = Math.max(1, Math.floor((strip.width + 9) / pitch.x));
  const rows = Math.floor((strip.height + 5) / pitch.y);
  return { cell, block: { width, height }, pitch, per_row, fit: rows * per_row };
}

export function stripRect({ strip }: ClashLayout, { block, pitch, per_row }: Strip, nth: number): Rect {
  return {
    x: strip.x + (nth % per_row) * pitch.x,
    y: strip.y + Math.floor(nth / per_row) * pitch.y,
    ...block,
  };
}
