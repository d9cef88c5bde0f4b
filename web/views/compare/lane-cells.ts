/** Every page of a lane's small device: as the stage colours it, with its number where there is room, and below each block its number, and its erases where wear is shown. */

import type { AppState } from '../../app/state';
import { type Frame, NONE, PAGE_STATES, type StageCells } from '../../engine/protocol';
import { type CellAppearance, drawCell } from '../../render/cell';
import type { Colours } from '../../render/colours';
import { appearancesOf, identityOf } from '../../render/identity';
import { rampScale } from '../stage/cells/paint-blocks';
import { emphasis, shade } from '../stage/shade';
import { labelSize } from '../stage-kit/page-appearance';
import { blockFoot, type CellGrid, cellRect } from './cell-grid';

export interface CellsLook extends Pick<AppState, 'colour_by' | 'isolate'> {
  colours: Colours;
  text_px: number;
  /** Of the most worn block of all lanes: one ramp serves them all. */
  erases_max: number;
}

/** Of more pages the numbers would be a texture. */
const NUMBERED_MAX_PAGES = 128;

/** Draws the pages that have changed since `before`, or all of them. */
export function paintCells(
  g: CanvasRenderingContext2D,
  grid: CellGrid,
  { identities }: Pick<Frame, 'identities'>,
  cells: StageCells,
  before: StageCells | null,
  look: CellsLook,
): void {
  const { colour_by, colours } = look;
  const appearances = appearancesOf(identities);
  const scale = { ...rampScale(cells), erases_max: look.erases_max };
  const { pages_per_block } = grid;
  // A ramp's ends move with every page: all of them change.
  const all = before === null || colour_by !== 'state';
  for (let page = 0; page < cells.page_state.length; page++) {
    if (
      !all &&
      before.page_state[page] === cells.page_state[page] &&
      before.page_owner[page] === cells.page_owner[page]
    )
      continue;
    const rect = cellRect(grid, page);
    g.clearRect(rect.x, rect.y, rect.width, rect.height);
    drawCell(g, rect, appearanceOf(page), colours);
  }
  if (grid.foot_px > 0 && all) writeFeet(g, grid, cells, look);

  function appearanceOf(page: number): CellAppearance {
    const state = PAGE_STATES[cells.page_state[page] ?? 0] ?? 'free';
    const lpn = cells.page_owner[page] ?? NONE;
    const block = Math.floor(page / pages_per_block);
    const appearance = appearances(Math.floor((lpn === NONE ? 0 : lpn) / pages_per_block));
    const quantities = {
      age_writes: cells.page_age[page] ?? 0,
      block_erases: cells.block_erases[block] ?? 0,
      version: cells.page_version[page] ?? 0,
      appearance,
    };
    const is_numbered = state !== 'free' && lpn !== NONE && cells.page_state.length <= NUMBERED_MAX_PAGES;
    const label = is_numbered ? String(lpn) : '';
    const size = { width: grid.cell_width, height: grid.cell_height };
    return {
      mark: state,
      paint: shade(state, colour_by, quantities, scale, colours),
      alpha: emphasis(state, colour_by, look.isolate),
      label,
      label_px: labelSize(label, size, look.text_px, 1.1),
      ...(colour_by === 'owner' && state === 'valid' ? { pattern: identityOf(colours, appearance).pattern } : {}),
    };
  }
}

/** "**3** 21×" below each block: its number, where there is room for it, and its erases where wear is shown. */
function writeFeet(
  g: CanvasRenderingContext2D,
  grid: CellGrid,
  { block_erases }: StageCells,
  { colour_by, colours, text_px }: CellsLook,
): void {
  const countOf = (erases: number): string => (colour_by === 'wear' ? `${erases}×` : '');
  const fonts = { number: `700 ${text_px}px ${colours.sans}`, erases: `400 ${text_px}px ${colours.sans}` };
  const widthIn = (font: string, text: string): number => {
    g.font = font;
    return g.measureText(text).width;
  };
  const last = `${block_erases.length - 1} `;
  const most = countOf(block_erases.reduce((one, other) => Math.max(one, other), 0));
  const is_numbered = widthIn(fonts.number, last) + widthIn(fonts.erases, most) <= blockFoot(grid, 0).width;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  for (const [block, erases] of block_erases.entries()) {
    const foot = blockFoot(grid, block);
    const [number, count] = [is_numbered ? `${block}${colour_by === 'wear' ? ' ' : ''}` : '', countOf(erases)];
    const number_width = widthIn(fonts.number, number);
    const left = foot.x + (foot.width - number_width - widthIn(fonts.erases, count)) / 2;
    const middle = foot.y + foot.height / 2;
    g.clearRect(foot.x, foot.y, foot.width, foot.height);
    g.fillStyle = colours.ink2;
    g.fillText(count, left + number_width, middle);
    g.fillStyle = colours.ink;
    g.font = fonts.number;
    g.fillText(number, left, middle);
  }
}
