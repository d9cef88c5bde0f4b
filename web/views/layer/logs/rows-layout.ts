/** Where the stations of a rebuild stand: its name, pages from the logs, the old block, the rebuilt block, the time. */

import { clamp, type Rect } from '../../../render/geometry';
import type { Ink } from '../../stage-kit/page-appearance';
import { foldOf } from './fold';
import { tagWidth } from './scene';

const ROW_MAX_PX = 82;
export const ROW_MIN_PX = 20;
/** Lower rows have no captions. */
const CAPTIONED_ROW_PX = 46;
const CELL_MAX_WIDTH = 34;
/** Where there is but one rebuild. */
const CELL_ALONE_WIDTH = 44;
const CELL_MAX_HEIGHT = 38;
/** Narrower areas have shorter words, and still narrower ones show of a rebuild what becomes of it alone, in sizes of text. */
const NARROW = 33.6;
const SLIM = 20;
/** In how many lines a block may lie. */
const LINES = [1, 2, 4, 8] as const;

/** Where the stations of a row stand. */
export interface RowsLayout {
  row_px: number;
  lines: number;
  /** Pages of a line. */
  per_line: number;
  cell: { width: number; height: number; gap: number };
  tag: { x: number; width: number };
  /** Where the pages come from, and the way from there; null where there is room for the rebuilt block alone. */
  sources: { from: { x: number; cells: number }; old_x: number; arrow: { x: number; width: number } } | null;
  new_x: number;
  right: number;
  captions: boolean;
  /** Words are short. */
  narrow: boolean;
}

export const isNarrow = ({ width }: Rect, text_px: number): boolean => width < NARROW * text_px;

/** The rebuilt block beside its name, as large as it can be. */
function slimLayout(area: Rect, row_px: number, tag: RowsLayout['tag'], { text_px, pages_per_block }: Ink): RowsLayout {
  const new_x = tag.x + tag.width + text_px;
  const right = area.x + area.width - 8;
  const fold = foldOf(pages_per_block, { width: right - new_x, height: row_px - 8 }, largestCell(1, text_px));
  return {
    row_px,
    lines: fold.lines,
    per_line: fold.per_line,
    cell: { ...fold.cell, gap: fold.gap },
    tag,
    sources: null,
    new_x,
    right,
    captions: false,
    narrow: true,
  };
}

const largestCell = (rows: number, text_px: number): { width: number; height: number } => ({
  width: (rows === 1 ? CELL_ALONE_WIDTH : CELL_MAX_WIDTH) * (text_px / 12.5),
  height: CELL_MAX_HEIGHT * (text_px / 12.5),
});

export function rowsLayout(area: Rect, rows: number, from_pages: number, highest_lbn: number, ink: Ink): RowsLayout {
  const { text_px, pages_per_block } = ink;
  const row_px = clamp(area.height / Math.max(1, rows), ROW_MIN_PX, rows === 1 ? area.height : ROW_MAX_PX);
  const captions = row_px >= CAPTIONED_ROW_PX * (text_px / 12.5);
  const tag = { x: area.x + 14, width: tagWidth(ink, highest_lbn) };
  if (area.width < SLIM * text_px) return slimLayout(area, row_px, tag, ink);
  const narrow = isNarrow(area, text_px);
  const time_px = text_px * (narrow ? 5 : 7.4);
  const arrow_px = clamp(area.width * 0.05, 12, 38);
  const stations = area.x + area.width - time_px - (tag.x + tag.width) - arrow_px;
  const height_px = row_px - (captions ? text_px * 1.25 : 0) - 14;
  const gaps_px = clamp(area.width * 0.02, 6, 16);
  // Its heading has to stand above it.
  const from_min_px = from_pages === 0 ? 0 : text_px * (narrow ? 2.8 : 5.4);
  const largest = largestCell(rows, text_px);
  const tries = LINES.filter((lines) => lines === 1 || pages_per_block / lines >= 8).map((lines) => {
    const per_line = Math.ceil(pages_per_block / lines);
    const from_cells = Math.ceil(from_pages / lines);
    const width = Math.min(
      largest.width,
      (stations - 3 * gaps_px - from_min_px) / (2 * per_line),
      (stations - 3 * gaps_px) / (2 * per_line + from_cells),
    );
    const height = Math.min(largest.height, width * 1.6, height_px / lines);
    return { lines, per_line, from_cells, width, height, worth: Math.min(width, height * 1.3) };
  });
  const best = tries.reduce((a, b) => (b.worth > a.worth * 1.02 ? b : a));
  const gap = clamp(best.width * 0.09, 0.5, 3);
  const from_x = tag.x + tag.width + gaps_px;
  const old_x = from_x + Math.max(best.from_cells * best.width, from_min_px) + gaps_px;
  const arrow_x = old_x + best.per_line * best.width + 2;
  return {
    row_px,
    lines: best.lines,
    per_line: best.per_line,
    cell: { width: best.width - gap, height: Math.max(3, best.height - gap), gap },
    tag,
    sources: { from: { x: from_x, cells: best.from_cells }, old_x, arrow: { x: arrow_x, width: arrow_px - 4 } },
    new_x: arrow_x + arrow_px,
    right: area.x + area.width - 8,
    captions,
    narrow,
  };
}
