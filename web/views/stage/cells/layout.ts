/**
 * Where everything stands on the stage of a small device: the row of logical pages, and blocks as columns with page 0 at
 * the foot, gutters between them for pages to travel in, and headroom above each row of blocks.
 */

import { clamp, contains, type Point, type Rect } from '../../../render/geometry';
import { labelShare, leastLabel } from '../../../render/label';
import { BOLD, digitsWidth } from '../../../render/text-width';

export interface CellsLayoutInput {
  width: number;
  height: number;
  blocks: number;
  pages_per_block: number;
  /** Tiles to show above the blocks; 0 leaves the row out. */
  row_pages: number;
  /** Logical pages that a tile stands for: one, or all of a logical block. */
  tile_pages: number;
  /** Room kept in a row tile for the place a page has left. */
  row_keeps_old: boolean;
  /** Planes; blocks of one plane stand together. */
  planes: number;
  /** Size of small text, the measure of captions. */
  text_px: number;
  /** Heights of the titles above the blocks and above the row. */
  title_px: number;
  row_title_px: number;
}

/** How much is written under a block. */
export type CaptionLevel = 'full' | 'short' | 'sparse';

export interface Row {
  title_y: number;
  number_height: number;
  tiles: Rect[];
  tile_pages: number;
  tile_grown_height: number;
  bottom: number;
}

export interface CellsLayout {
  pages_per_block: number;
  /** Tiles of the logical pages or blocks, and where the row's title stands; null without a row. */
  row: Row | null;
  blocks_title_y: number;
  /** Frames of the blocks. */
  blocks: Rect[];
  cell: { width: number; height: number; gap: number };
  pad: number;
  gutter: number;
  /** Room above each row of blocks; its upper part may hold the names of planes. */
  headroom: number;
  name_px: number;
  captions: CaptionLevel;
  caption_height: number;
  /** Size of labels in cells, 0 when they do not fit. */
  label_px: number;
  /** Blocks in a row, and rows. */
  columns: number;
  rows: number;
  width: number;
  height: number;
}

/** The row of logical pages is left out of devices with more. */
export const ROW_MAX_PAGES = 64;
/** Between the tiles of the row. */
export const TILE_GAP_PX = 4;
/** Left free at both ends of the row, for the ring around a tile that is lit. */
const ROW_MARGIN_PX = 4;
/** The row may take this share of the height; where it would take more it is left out. */
const ROW_MAX_SHARE = 0.42;

/** In sizes of text. */
const CELL_MAX_WIDTH = 10.5;
const CELL_MAX_HEIGHT = 6.7;
const LABEL_MIN_PX = 9;
const LABEL_MAX = 2.1;
/** Part of a block's width left free at the sides, so that the outermost gutters are inside. */
const MARGIN = 0.16;

export function cellsLayout(input: CellsLayoutInput): CellsLayout {
  const wanted_row = rowLayout(input);
  const row = wanted_row && wanted_row.bottom <= input.height * ROW_MAX_SHARE ? wanted_row : null;
  const blocks_title_y = row ? row.bottom + input.text_px * 1.1 : 0;
  const top = blocks_title_y + input.title_px;
  const best = columnChoices(input.blocks, input.planes)
    .map((columns) => arrange(input, columns, top))
    .reduce((a, b) => (score(b) > score(a) ? b : a));
  return { ...best, row, blocks_title_y, pages_per_block: input.pages_per_block };
}

function rowLayout(input: CellsLayoutInput): Row | null {
  const { row_pages, tile_pages, row_keeps_old, text_px, row_title_px } = input;
  if (row_pages === 0) return null;
  const width = input.width - 2 * ROW_MARGIN_PX;
  const scale = text_px / 12.5;
  const gap = TILE_GAP_PX;
  const per_row = Math.min(row_pages, Math.max(1, Math.floor((width + gap) / (34 * scale + gap))));
  const rows = Math.ceil(row_pages / per_row);
  const tile_width = Math.min(64 * scale, (width + gap) / Math.ceil(row_pages / rows) - gap);
  const in_row = Math.ceil(row_pages / rows);
  const keeps_old = row_keeps_old && rows === 1;
  const number_height = row_keeps_old ? 18 * scale : 0;
  const tile_height = (row_keeps_old ? 28 : 38) * scale;
  const tile_grown_height = keeps_old ? tile_height + 22 * scale : tile_height;
  const pitch = number_height + tile_height + 6;
  const top = row_title_px + number_height;
  const tiles = Array.from({ length: row_pages }, (_, lpn) => ({
    x: ROW_MARGIN_PX + (lpn % in_row) * (tile_width + gap),
    y: top + Math.floor(lpn / in_row) * pitch,
    width: tile_width,
    height: tile_height,
  }));
  const bottom = top + (rows - 1) * pitch + tile_grown_height;
  return { title_y: 0, number_height, tiles, tile_pages, tile_grown_height, bottom };
}

/** Numbers of columns worth trying: whole planes side by side, or a plane cut into equal rows. */
function columnChoices(blocks: number, planes: number): number[] {
  const per_plane = Math.ceil(blocks / planes);
  const all = Array.from({ length: blocks }, (_, i) => i + 1);
  const fitting = all.filter((columns) => columns % per_plane === 0 || per_plane % columns === 0);
  return planes > 1 ? fitting : all;
}

type Arrangement = Omit<CellsLayout, 'row' | 'blocks_title_y' | 'pages_per_block'>;

function arrange(input: CellsLayoutInput, columns: number, top: number): Arrangement {
  const { width, blocks, pages_per_block, planes, text_px } = input;
  const rows = Math.ceil(blocks / columns);
  const per_plane = Math.ceil(blocks / planes);
  const planes_in_row = planes > 1 ? Math.max(1, Math.floor(columns / per_plane)) : 1;
  const plane_gap = planes_in_row > 1 ? Math.min(20, (width / columns) * 0.4) : 0;

  const pitch = Math.min(
    CELL_MAX_WIDTH * 1.3 * text_px,
    (width - plane_gap * (planes_in_row - 1)) / (columns + MARGIN),
  );
  const pad = clamp(pitch * 0.045, 0.5, 6);
  const gutter = clamp(pitch * 0.17, 2, 24);
  const gap = clamp(pitch * 0.03, 0.5, 4);
  const cell_width = Math.min(CELL_MAX_WIDTH * text_px, pitch - gutter - 2 * pad);

  const captions = captionLevel(pitch, text_px);
  const caption_height = text_px * { full: 5, short: 3.6, sparse: 1.6 }[captions];
  const name_px = planes > 1 ? text_px * 1.4 : 0;
  const headroom_for = (cell_height: number): number =>
    name_px + Math.max(clamp(cell_height * 0.7, 8, 58), captions === 'sparse' ? 10 : text_px * 2.2);
  const room = (input.height - top) / rows - caption_height - 2 * pad;
  const cells_room = (headroom: number): number => (room - headroom) / pages_per_block - gap;
  const cell_height = clamp(
    cells_room(headroom_for(cells_room(20))),
    2,
    Math.min(CELL_MAX_HEIGHT * text_px, cell_width * 1.1),
  );
  const headroom = headroom_for(cell_height);

  const block_height = pages_per_block * (cell_height + gap) - gap + 2 * pad;
  const row_height = headroom + block_height + caption_height;
  const frames = Array.from({ length: blocks }, (_, block) => {
    const column = block % columns;
    const plane_in_row = planes_in_row > 1 ? Math.floor(column / per_plane) : 0;
    return {
      x: (column + MARGIN / 2) * pitch + gutter / 2 + plane_gap * plane_in_row,
      y: top + Math.floor(block / columns) * row_height + headroom,
      width: cell_width + 2 * pad,
      height: block_height,
    };
  });
  return {
    blocks: frames,
    cell: { width: cell_width, height: cell_height, gap },
    pad,
    gutter: pitch - cell_width - 2 * pad,
    headroom,
    name_px,
    captions,
    caption_height,
    label_px: labelSize(cell_width, cell_height, input),
    columns,
    rows,
    width,
    height: top + rows * row_height,
  };
}

function captionLevel(pitch: number, text_px: number): CaptionLevel {
  if (pitch >= text_px * 5.2) return 'full';
  return pitch >= text_px * 2.7 ? 'short' : 'sparse';
}

/** Room for the longest number in a cell; 0 where it would be too small to read. */
function labelSize(width: number, height: number, { blocks, pages_per_block, text_px }: CellsLayoutInput): number {
  const digits = String(blocks * pages_per_block).length;
  const size = Math.min(LABEL_MAX * text_px, height * labelShare(0.5, text_px), width / digitsWidth(digits, BOLD));
  return size >= leastLabel(text_px, LABEL_MIN_PX) ? size : 0;
}

/**
 * Large cells win, but a cell much wider than high, or the reverse, is worth only its shorter side, and rows that are all
 * full are worth more than a short last one.
 */
function score({ cell, blocks, columns, rows }: Arrangement): number {
  const size = Math.min(cell.width, cell.height * 1.7) + cell.width * 0.01;
  return size * Math.sqrt(blocks.length / (columns * rows));
}

/** The cell of a physical page. */
export function pageRect(layout: CellsLayout, page: number): Rect {
  const block = layout.blocks[Math.floor(page / layout.pages_per_block)];
  if (!block) throw new RangeError(`page ${page}: expected one of ${layout.blocks.length * layout.pages_per_block}`);
  const above_foot = page % layout.pages_per_block;
  const { width, height, gap } = layout.cell;
  const y = block.y + block.height - layout.pad - height - above_foot * (height + gap);
  return { x: block.x + layout.pad, y, width, height };
}

/** The physical page under a point, if any. Gaps between the cells of a block belong to the cell above them. */
export function pageAt(layout: CellsLayout, point: Point): number | null {
  const block = layout.blocks.findIndex((frame) => contains(frame, point));
  const frame = layout.blocks[block];
  if (!frame) return null;
  const from_foot = frame.y + frame.height - layout.pad - point.y;
  const offset = Math.floor(from_foot / (layout.cell.height + layout.cell.gap));
  return block * layout.pages_per_block + clamp(offset, 0, layout.pages_per_block - 1);
}

/** The logical page whose tile is under a point, if any. */
/** The tile of a logical page, or of its block; none without a row. */
export const tileOf = ({ row }: CellsLayout, lpn: number): Rect | undefined =>
  row?.tiles[Math.floor(lpn / row.tile_pages)];

/** The logical page whose tile is at a point; a tile of a whole block is that of no page. */
export function lpnAt(layout: CellsLayout, point: Point): number | null {
  if (layout.row?.tile_pages !== 1) return null;
  const lpn = layout.row?.tiles.findIndex((tile) => contains(tile, point)) ?? -1;
  return lpn >= 0 ? lpn : null;
}
