/** Superblocks as islands: the blocks of each, lying, with any page of the island in any place. */

import { PAGE_STATES } from '../../../engine/protocol';
import type { Rect } from '../../../render/geometry';
import { type Ink, pageAppearance } from '../../stage-kit/page-appearance';
import { pageName } from '../../stage-kit/page-name';
import { ownerAt } from '../../stage-kit/page-owner';
import { gridOf } from './data-blocks';
import type { LogsPicture } from './picture';
import type { Scene } from './scene';

/** Room between islands, in rows. */
const WATER = 0.5;
/** Letters of an island's name: "B28–31". */
const NAME_TEXTS = 4.6;

/** The blocks of each island, by the pages they hold. */
function islandsOf({ cells, pages_per_block, updates, logical_pages }: LogsPicture): number[][] {
  const { group_blocks } = updates;
  const islands = Math.ceil(logical_pages / pages_per_block / group_blocks);
  const found = Array.from({ length: islands }, (): number[] => []);
  for (let block = 0; cells && block < cells.block_state.length; block++) {
    const first = block * pages_per_block;
    const written = cells.page_state.subarray(first, first + pages_per_block).findIndex((state) => state !== 0);
    const owner = written < 0 ? null : ownerAt(cells.page_owner, first + written);
    if (owner !== null) found[Math.floor(owner / pages_per_block / group_blocks)]?.push(block);
  }
  return found;
}

export function islands(scene: Scene, picture: LogsPicture, ink: Ink, area: Rect): void {
  const { cells, pages_per_block } = picture;
  const { group_blocks } = picture.updates;
  if (!cells) return;
  const all = islandsOf(picture);
  const most = Math.max(1, ...all.map((blocks) => blocks.length));
  const name_px = ink.text_px * NAME_TEXTS;
  // Islands are not cut in two, so that columns are laid out by whole ones.
  const grid = gridOf(area, all.length * (most + WATER), name_px, pages_per_block);
  const per_column = Math.ceil(all.length / grid.columns);
  for (const [at, blocks] of all.entries()) {
    const x = area.x + Math.floor(at / per_column) * grid.column_px;
    const y =
      area.y + (at % per_column) * (most + WATER) * Math.min(grid.row_px, area.height / (per_column * (most + WATER)));
    const row_px = Math.min(grid.row_px, area.height / (per_column * (most + WATER)));
    const height = Math.min(grid.cell.height, row_px - 2);
    const last = (at + 1) * group_blocks - 1;
    const name = `B${at * group_blocks}–${last}`;
    scene.words.push({ x, y: y + row_px * 0.5, text: name, align: 'left', tone: 'bold' });
    const near = picture.layer.parked.some(({ block }) => blocks.includes(block));
    const across = grid.cell.width + grid.cell.gap;
    const rect = { x: x + name_px - 3, y: y - 3, width: pages_per_block * across + 6, height: most * row_px + 3 };
    scene.boxes.push({ kind: near ? 'running' : 'frame', rect });
    for (const [row, block] of blocks.entries()) {
      const first = { x: x + name_px, y: y + row * row_px, width: grid.cell.width, height };
      blockCells(scene, picture, ink, block, first, across);
    }
  }
}

function blockCells(
  scene: Scene,
  { cells, pages_per_block }: LogsPicture,
  ink: Ink,
  block: number,
  first: Rect,
  across: number,
): void {
  for (let offset = 0; cells && offset < pages_per_block; offset++) {
    const page = block * pages_per_block + offset;
    const state = PAGE_STATES[cells.page_state[page] ?? 0] ?? 'free';
    const lpn = ownerAt(cells.page_owner, page);
    const rect = { ...first, x: first.x + offset * across };
    const label = lpn === null ? '' : pageName(lpn, pages_per_block);
    scene.cells.push({
      part: 'home',
      rect,
      appearance: pageAppearance(ink, state, lpn, label, rect),
      lpn,
      page,
      words: `block ${block} of this island`,
    });
  }
}
