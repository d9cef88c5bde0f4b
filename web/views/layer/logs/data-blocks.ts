/** While nothing is merged: data blocks with each page in its place, or, on a large device, the blocks that have pages in the logs. */

import { NONE, PAGE_STATES } from '../../../engine/protocol';
import { plural } from '../../../render/format';
import { clamp, type Point, type Rect } from '../../../render/geometry';
import { hasLabels, type Ink, pageAppearance } from '../../stage-kit/page-appearance';
import { type LogsPicture, parkersOf } from './picture';
import { type Scene, tagCell, tagWidth } from './scene';

const CELL_MAX_WIDTH = 34;
const CELL_MAX_HEIGHT = 34;
const COLUMNS_MAX = 6;
/** Streets stand a little apart. */
const STREET_GAP = 0.35;

/** Numbers above pages, and room for one of them, in sizes of text. */
const HEAD = 1.3;
const NUMBER_TEXTS = 2;
/** Lower tags could not be read, in sizes of text. */
const TAG_MIN = 0.9;

interface Grid {
  columns: number;
  per_column: number;
  row_px: number;
  cell: { width: number; height: number; gap: number };
  column_px: number;
}

/** The arrangement of `rows` blocks in which a page is largest. */
export function gridOf(area: Rect, rows: number, tag_px: number, pages: number): Grid {
  const tries = Array.from({ length: COLUMNS_MAX }, (_, i) => i + 1).map((columns): Grid => {
    const per_column = Math.ceil(rows / columns);
    const column_px = area.width / columns;
    const row_px = Math.min(CELL_MAX_HEIGHT + 8, area.height / per_column);
    const across = (column_px - tag_px - 22) / pages;
    const gap = clamp(across * 0.08, 0.4, 3);
    const width = Math.min(CELL_MAX_WIDTH, across) - gap;
    const height = Math.min(CELL_MAX_HEIGHT, row_px - clamp(row_px * 0.2, 1, 7));
    return { columns, per_column, row_px, column_px, cell: { width, height, gap } };
  });
  const worth = ({ cell }: Grid): number => Math.min(cell.width, cell.height * 1.25);
  return tries.reduce((a, b) => (worth(b) > worth(a) * 1.05 ? b : a));
}

/** Whether every data block can be shown page by page. */
export const hasHomes = ({ layer, cells }: LogsPicture): boolean => layer.homes.length > 0 && cells !== null;

export function dataBlocks(scene: Scene, picture: LogsPicture, ink: Ink, area: Rect): void {
  const { layer, cells, pages_per_block } = picture;
  const { group_blocks } = picture.updates;
  if (!cells) return;
  const streets = group_blocks > 1 ? Math.ceil(layer.homes.length / group_blocks) : 0;
  const tag_px = tagWidth(ink, layer.homes.length);
  const rows = layer.homes.length + streets * STREET_GAP;
  const longest = String(pages_per_block - 1);
  const whole = gridOf(area, rows, tag_px, pages_per_block);
  const is_numbered = hasLabels(longest, whole.cell, ink.text_px);
  // Where pages have no room for their numbers, these stand above them.
  const head_px = is_numbered ? 0 : ink.text_px * HEAD;
  const room = { ...area, y: area.y + head_px, height: area.height - head_px };
  const grid = is_numbered ? whole : gridOf(room, rows, tag_px, pages_per_block);
  if (!is_numbered) placeNumbers(scene, ink, grid, { x: area.x + tag_px + 4, y: area.y }, pages_per_block);
  for (const [lbn, home] of layer.homes.entries()) {
    const column = Math.floor(lbn / grid.per_column);
    const street =
      group_blocks > 1 ? Math.floor(lbn / group_blocks) - Math.floor((column * grid.per_column) / group_blocks) : 0;
    const x = area.x + column * grid.column_px;
    const y = room.y + ((lbn % grid.per_column) + street * STREET_GAP) * grid.row_px;
    nameBlock(scene, ink, lbn, { x, y, width: tag_px - 4, height: grid.cell.height }, grid.row_px);
    const first = { x: x + tag_px + 4, y, width: grid.cell.width, height: grid.cell.height };
    homeCells(scene, picture, ink, lbn, home, first, grid.cell.gap, is_numbered ? longest : null);
  }
}

/** Every few pages their number, above each column of blocks. */
function placeNumbers(scene: Scene, { text_px }: Ink, grid: Grid, { x, y }: Point, pages: number): void {
  const across = grid.cell.width + grid.cell.gap;
  const each = 2 ** Math.max(2, Math.ceil(Math.log2((NUMBER_TEXTS * text_px) / across)));
  for (let column = 0; column < grid.columns; column++)
    for (let place = 0; place < pages; place += each) {
      const at = x + column * grid.column_px + (place + 0.5) * across;
      scene.words.push({ x: at, y: y + text_px * 0.5, text: String(place), align: 'centre', tone: 'tick' });
    }
}

/** A block's tag; where rows are too low for one, the name of every few blocks. */
function nameBlock(scene: Scene, ink: Ink, lbn: number, { x, y, width, height }: Rect, row_px: number): void {
  const { text_px } = ink;
  if (height >= text_px * TAG_MIN) {
    const tag_px = Math.min(height, text_px * 1.8);
    scene.cells.push(tagCell(ink, lbn, { x, y: y + (height - tag_px) / 2, width, height: tag_px }));
    return;
  }
  const each = 2 ** Math.max(0, Math.ceil(Math.log2((text_px * 1.25) / row_px)));
  if (lbn % each === 0)
    scene.words.push({ x: x + width, y: y + height / 2, text: `B${lbn}`, align: 'right', tone: 'tick' });
}

function homeCells(
  scene: Scene,
  picture: LogsPicture,
  ink: Ink,
  lbn: number,
  home: number,
  first: Rect,
  gap: number,
  longest: string | null,
): void {
  const { cells, pages_per_block, logical_pages } = picture;
  const pages = Math.min(pages_per_block, logical_pages - lbn * pages_per_block);
  for (let place = 0; place < pages; place++) {
    const rect = { ...first, x: first.x + place * (first.width + gap) };
    const lpn = lbn * pages_per_block + place;
    const page = home === NONE ? null : home * pages_per_block + place;
    const state = page === null ? 'free' : (PAGE_STATES[cells?.page_state[page] ?? 0] ?? 'free');
    const lives = cells?.mapping[lpn] ?? NONE;
    const block = lives === NONE ? null : Math.floor(lives / pages_per_block);
    scene.cells.push({
      part: 'home',
      rect,
      appearance: pageAppearance(ink, state, lpn, longest === null ? '' : String(place), rect, longest ?? ''),
      lpn,
      page,
      words: homeWords(state, home, block),
    });
  }
}

function homeWords(state: string, home: number, lives: number | null): string {
  if (home === NONE) return 'no data block yet';
  if (state === 'valid') return `in its place, data block ${home}`;
  if (state === 'free') return `its place in data block ${home} is free`;
  return lives === null
    ? `outdated in data block ${home}`
    : `outdated in data block ${home}: the newest copy is in block ${lives}`;
}

/** Logical blocks with pages in the logs: each would be a rebuild. */
export function parkedBlocks(scene: Scene, picture: LogsPicture, ink: Ink, area: Rect): void {
  const { text_px, pages_per_block } = ink;
  const all = parkersOf(picture);
  const head_px = text_px * 1.7;
  const row_px = text_px * 2.1;
  const fitting = Math.max(1, Math.floor((area.height - head_px - row_px) / row_px));
  const shown = all.slice(0, all.length > fitting ? fitting : all.length);
  const tag_px = tagWidth(ink, Math.max(0, ...all.map(({ lbn }) => lbn)));
  const words_px = area.width > 420 ? text_px * 11.5 : text_px * 4;
  const across = (area.width - tag_px - words_px - 24) / pages_per_block;
  const gap = clamp(across * 0.1, 0.4, 2);
  for (const [at, { lbn, parked, pages, logs }] of shown.entries()) {
    const y = area.y + head_px + at * row_px;
    const height = row_px - 7;
    scene.cells.push(tagCell(ink, lbn, { x: area.x, y, width: tag_px - 4, height }));
    for (const [place, is_parked] of parked.entries()) {
      const rect = { x: area.x + tag_px + 8 + place * across, y, width: Math.min(34, across) - gap, height };
      const lpn = lbn * pages_per_block + place;
      const appearance = is_parked ? pageAppearance(ink, 'valid', lpn, String(place), rect) : { mark: 'free' as const };
      const words = is_parked ? 'newest copy in the logs' : 'in its place in the data block, if written';
      scene.cells.push({ part: 'home', rect, appearance, lpn, page: null, words });
    }
    const text = area.width > 420 ? `${pages} of ${pages_per_block} in ${plural(logs, 'log')}` : String(pages);
    scene.words.push({ x: area.x + area.width, y: y + height / 2, text, align: 'right', tone: 'plain' });
  }
  if (shown.length < all.length) {
    const y = area.y + head_px + (shown.length + 0.5) * row_px;
    const text = `and ${plural(all.length - shown.length, 'more block')} with pages here`;
    scene.words.push({ x: area.x, y, text, align: 'left', tone: 'quiet' });
  }
  if (all.length === 0)
    scene.words.push({
      x: area.x,
      y: area.y + head_px,
      text: 'No page is parked: all are in their places.',
      align: 'left',
      tone: 'quiet',
    });
}
