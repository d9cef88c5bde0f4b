/** Paints blocks, their captions and the names of planes: what stays put while pages travel above it. */

import { BLOCK_STATES, NONE, PAGE_STATES, type StageCells } from '../../../engine/protocol';
import { type CellAppearance, drawCell, outline, rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { count } from '../../../render/format';
import { clamp, grown, type Point } from '../../../render/geometry';
import { identityOf } from '../../../render/identity';
import { legible } from '../../../render/label';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { AGE_REACH, emphasis, type RampScale, shade } from '../shade';
import { type CellsLayout, pageRect } from './layout';
import type { CellsPicture } from './picture';
import type { Moment, Passing } from './replay';

export interface BlockPainting {
  g: CanvasRenderingContext2D;
  layout: CellsLayout;
  picture: CellsPicture;
  moment: Moment;
  scale: RampScale;
  colours: Colours;
  label: (lpn: number) => string;
  text_px: number;
}

/** Numbers under narrow blocks are a step smaller than small text. */
const SPARSE_TEXT = 0.9;
const SPARSE_NUMBER_PX = 36;

/** The victim's number is printed even where it is wider than its block; its neighbours then have none. */
const VICTIM_NUMBER_REACH = 16;

/** Between a block and what stands under it. */
const CAPTION_GAP = 3;

/** Ends of the ramps for a device. */
export function rampScale({ page_state, page_version, block_erases, mapping }: StageCells): RampScale {
  let versions = 0;
  let valid = 0;
  for (const [page, state] of page_state.entries()) {
    if (PAGE_STATES[state] !== 'valid') continue;
    versions += page_version[page] ?? 0;
    valid += 1;
  }
  return {
    age_max: AGE_REACH * mapping.length,
    erases_max: Math.max(0, ...block_erases),
    version_mean: valid > 0 ? versions / valid : 0,
  };
}

export function paintBlock(painting: BlockPainting, block: number): void {
  const { g, layout, moment, colours } = painting;
  const frame = layout.blocks[block];
  if (!frame) return;
  const chosen = moment.victim === block;
  const foot = frame.y + frame.height;
  // The frame of a victim is drawn around it, and so is cleared down to the caption.
  g.clearRect(
    frame.x - layout.gutter / 2,
    frame.y - layout.headroom,
    frame.width + layout.gutter,
    foot + CAPTION_GAP - frame.y + layout.headroom,
  );
  const caption_reach = chosen && layout.captions === 'sparse' ? VICTIM_NUMBER_REACH : layout.gutter / 2;
  g.clearRect(
    frame.x - caption_reach,
    foot + CAPTION_GAP,
    frame.width + 2 * caption_reach,
    layout.caption_height - CAPTION_GAP,
  );
  const looked_at = !chosen && isLookedAt(painting, block);
  if (chosen || layout.pad >= 1 || looked_at) {
    rounded(g, frame, 4);
    if (chosen) {
      g.fillStyle = colours.mark;
      g.fill();
    }
    const width = clamp(layout.gutter / 5, 1.2, 2.5);
    if (chosen) outline(g, grown(frame, layout.pad < 2 ? width : 0), colours.ink, width, 4);
    else if (looked_at) outline(g, frame, colours.markEdge, width, 4);
    else outline(g, frame, colours.rule, 1, 4);
  }
  const first = block * layout.pages_per_block;
  for (let page = first; page < first + layout.pages_per_block; page++) {
    drawCell(g, pageRect(layout, page), appearanceOf(painting, block, page), colours);
  }
  paintCaption(painting, block);
}

function appearanceOf(
  { layout, picture, moment, scale, colours, label }: BlockPainting,
  block: number,
  page: number,
): CellAppearance {
  const { cells, passing } = moment;
  const state = PAGE_STATES[cells.page_state[page] ?? 0] ?? 'free';
  const lpn = cells.page_owner[page] ?? NONE;
  const text = (owner: number | null): string => (owner === null || owner === NONE ? '' : label(owner));
  const owner = picture.appearances(Math.floor((lpn === NONE ? 0 : lpn) / layout.pages_per_block));
  const now = passing.get(page);
  if (now) return passingAppearance(now, text(now.lpn ?? lpn), layout.label_px);
  const quantities = {
    age_writes: cells.page_age[page] ?? 0,
    block_erases: cells.block_erases[block] ?? 0,
    version: cells.page_version[page] ?? 0,
    appearance: owner,
  };
  const appearance: CellAppearance = {
    mark: state,
    paint: shade(state, picture.colour_by, quantities, scale, colours),
    alpha: emphasis(state, picture.colour_by, picture.isolate),
    label: state === 'free' ? '' : text(lpn),
    label_px: layout.label_px,
  };
  if (picture.colour_by !== 'owner') return appearance;
  const { paint, pattern } = identityOf(colours, owner);
  if (state === 'invalid') return { ...appearance, stripe: paint, pattern };
  return state === 'valid' ? { ...appearance, pattern } : appearance;
}

const passingAppearance = ({ mark, progress }: Passing, label: string, label_px: number): CellAppearance => ({
  mark,
  progress,
  label: mark === 'erasing' || (mark === 'programming' && progress === 0) ? '' : label,
  label_px,
});

/** Whether the victim that is marked was chosen among some blocks, of which this is one. */
const isLookedAt = ({ picture, moment }: BlockPainting, block: number): boolean =>
  moment.victim !== null && moment.victim === picture.victim && picture.among?.blocks.has(block) === true;

function paintCaption(painting: BlockPainting, block: number): void {
  const { g, layout, moment, colours, text_px } = painting;
  const frame = layout.blocks[block];
  if (!frame) return;
  const { cells } = moment;
  const x = frame.x + frame.width / 2;
  const foot = frame.y + frame.height;
  const chosen = moment.victim === block;
  const looked_at = isLookedAt(painting, block) ? (painting.picture.among?.word ?? null) : null;
  const valid = cells.block_valid[block] ?? 0;
  const state = BLOCK_STATES[cells.block_state[block] ?? 0] ?? 'free';
  const empty = state === 'free' && valid === 0;
  // A block that is full stays open to its layer until the next one is taken; to the eye it is full.
  const is_open = state === 'open' && hasFreePage(cells, block, layout.pages_per_block);
  const erases = count(cells.block_erases[block] ?? 0);
  const write = (text: string, y: number, size: number, weight: number, colour: string): void => {
    g.font = `${weight} ${size}px ${colours.sans}`;
    g.fillStyle = colour;
    g.fillText(text, x, y);
  };
  g.textAlign = 'center';
  g.textBaseline = 'alphabetic';
  if (layout.captions === 'full') {
    const state_px = text_px * 1.12;
    const state_words = empty
      ? 'free'
      : is_open
        ? openWords(valid, chosen ? state_px * BOLD : state_px, frame.width + layout.gutter)
        : state === 'bad'
          ? 'bad'
          : `${valid} valid`;
    write(`block ${count(block)}`, foot + text_px * 1.5, text_px * 1.16, 700, colours.ink);
    write(state_words, foot + text_px * 2.9, state_px, chosen ? 700 : 400, chosen ? colours.ink : colours.ink2);
    paintErases(painting, block, { x, y: foot + text_px * 4.2 });
    if (chosen) write('victim', frame.y - text_px * 0.6, text_px * 1.2, 700, colours.ink);
    else if (looked_at) write(looked_at, frame.y - text_px * 0.6, text_px, 400, colours.ink);
  } else if (layout.captions === 'short') {
    const small = legible(Math.max(11, text_px * 0.9), text_px);
    write(count(block), foot + small * 1.25, small, 700, colours.ink);
    const wide = frame.width + layout.gutter >= small * 4.6;
    const valid_words = wide ? `${valid} valid` : `${valid}/${layout.pages_per_block}`;
    write(
      empty ? 'free' : is_open ? 'open' : state === 'bad' ? 'bad' : valid_words,
      foot + small * 2.4,
      small,
      400,
      colours.ink2,
    );
    write(`${erases}×`, foot + small * 3.5, small, 400, colours.ink2);
    if (chosen) write('victim', frame.y - 5, small, 700, colours.ink);
    else if (looked_at) write(looked_at, frame.y - 5, small, 400, colours.ink);
  } else if (chosen || (block % sparseStep(layout) === 0 && !crowdsVictim(painting, block))) {
    write(
      chosen ? `▲ ${count(block)}` : count(block),
      foot + text_px,
      legible(text_px * SPARSE_TEXT, text_px),
      chosen ? 700 : 400,
      chosen ? colours.ink : colours.ink2,
    );
  }
}

function hasFreePage({ page_state }: StageCells, block: number, pages_per_block: number): boolean {
  const states = page_state.subarray(block * pages_per_block, (block + 1) * pages_per_block);
  return states.includes(PAGE_STATES.indexOf('free'));
}

/** How many pages of an open block are valid, where that has room beside the neighbours' words. */
function openWords(valid: number, px: number, room: number): string {
  const words = `open, ${valid} valid`;
  return wordsWidth(words, px) <= room ? words : 'open';
}

/** The counter rolls by one while the last page of the block is wiped. */
function paintErases({ g, layout, moment, colours, text_px }: BlockPainting, block: number, at: Point): void {
  const now = moment.passing.get(block * layout.pages_per_block);
  const rolled = now?.mark === 'erasing' ? now.progress : 0;
  const erases = moment.cells.block_erases[block] ?? 0;
  const line = text_px * 1.25;
  // As wide as from one block to the next: only what rolls in from above or below is cut.
  const reach = (layout.cell.width + 2 * layout.pad + layout.gutter) / 2;
  g.font = `400 ${text_px}px ${colours.sans}`;
  g.fillStyle = colours.ink2;
  g.save();
  g.beginPath();
  g.rect(at.x - reach, at.y - text_px, 2 * reach, line);
  g.clip();
  g.fillText(`erased ${count(erases)}×`, at.x, at.y - rolled * line);
  if (rolled > 0) g.fillText(`erased ${count(erases + 1)}×`, at.x, at.y + (1 - rolled) * line);
  g.restore();
}

/** Whether a number would run into the victim's. */
const crowdsVictim = ({ layout, moment: { victim } }: BlockPainting, block: number): boolean =>
  victim !== null && Math.abs(block - victim) <= sparseStep(layout);

/** Every how many blocks a number fits. */
function sparseStep(layout: CellsLayout): number {
  const pitch = layout.cell.width + 2 * layout.pad + layout.gutter;
  return [1, 2, 4, 8, 16, 32].find((step) => step * pitch >= SPARSE_NUMBER_PX) ?? 64;
}

/** Names each plane above its first block. */
export function paintPlaneNames({ g, layout, picture, colours, text_px }: BlockPainting): void {
  if (picture.planes < 2) return;
  const per_plane = Math.ceil(layout.blocks.length / picture.planes);
  g.font = `600 ${legible(Math.max(11, text_px * 0.92), text_px)}px ${colours.sans}`;
  g.textAlign = 'left';
  g.textBaseline = 'alphabetic';
  g.fillStyle = colours.ink2;
  for (let plane = 0; plane < picture.planes; plane++) {
    const frame = layout.blocks[plane * per_plane];
    if (!frame) continue;
    const strip = { y: frame.y - layout.headroom, height: layout.name_px };
    g.clearRect(frame.x, strip.y, (frame.width + layout.gutter) * Math.min(per_plane, layout.columns), strip.height);
    g.fillText(picture.plane_name(plane), frame.x, frame.y - layout.headroom + text_px);
  }
}
