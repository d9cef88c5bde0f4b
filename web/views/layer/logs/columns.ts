/** Log blocks as standing columns, page 0 at the foot. */

import { PAGE_STATES } from '../../../engine/protocol';
import { clamp, type Point, type Rect } from '../../../render/geometry';
import { type Ink, pageAppearance } from '../../stage-kit/page-appearance';
import { pageName } from '../../stage-kit/page-name';
import { ownerAt } from '../../stage-kit/page-owner';
import { widthOf } from '../../stage-kit/words-layer';
import { type Column, columnsOf, type LogsPicture } from './picture';
import { captionOf, columnWords, shortCaption } from './roles';
import type { Scene, SceneCell } from './scene';

const CELL_MAX_WIDTH = 96;
const CELL_MAX_HEIGHT = 42;
/** Blocks of more pages stand folded: several pages side by side in each row, from the foot up. */
const FOLDED_PAGES = 16;
const ABREAST = [1, 2, 4, 8] as const;
/** A page is best this much wider than high, so that its name fits. */
const FLAT = 1.6;
/** Names of rows at the left of folded blocks, each so many rows. */
const NAMED_ROWS = 4;
const ROW_NAMES = 2;
/** Below this a column cannot be told from its neighbours. */
const PITCH_MIN_PX = 15;
/** Narrower columns have captions of one word. */
const CAPTION_MIN_TEXTS = 5.3;
/** Lower areas have captions of one line. */
const LOW_TEXTS = 13;
/** Below the caption of the victim, inside its frame. */
const VICTIM_FOOT_PX = 4;
/** A caption in full has three lines. */
const CAPTION_LINES = 3;

export interface Columns {
  /** Frames of the log blocks shown, by physical block. */
  frames: Map<number, Rect>;
  /** How many there are beyond those shown. */
  hidden: number;
}

/** Width that log blocks would like to have. */
export function columnsWidth(count: number, { text_px, pages_per_block }: Ink, room: number): number {
  const wide = pages_per_block > FOLDED_PAGES ? 1.5 : 1;
  return Math.min(room, Math.max(2, count) * (text_px * 7.9 * wide) + text_px);
}

export function columns(scene: Scene, picture: LogsPicture, ink: Ink, area: Rect): Columns {
  const all = columnsOf(picture);
  const { text_px } = ink;
  const fitting = Math.max(1, Math.floor(area.width / PITCH_MIN_PX));
  // The victim is the last; of the others the oldest stay, since they are the next.
  const shown = all.length > fitting ? all.slice(all.length - fitting) : all;
  const hidden = all.length - shown.length + Math.max(0, picture.layer.parked_total - picture.layer.parked.length);
  const names_px = ink.pages_per_block > FOLDED_PAGES ? text_px * ROW_NAMES : 0;
  const pitch = (area.width - names_px) / Math.max(shown.length, 2);
  const low = area.height < text_px * LOW_TEXTS;
  const full = pitch >= text_px * CAPTION_MIN_TEXTS && !low;
  const line = text_px * 1.36;
  const caption_px = full ? line * CAPTION_LINES + 4 + VICTIM_FOOT_PX : line * (low ? 1 : 2);
  const head_px = text_px * 1.7;
  const gap = low || ink.pages_per_block > FOLDED_PAGES ? 1 : 3;
  const pad = clamp(pitch * 0.06, 1, 7);
  const is_folded = ink.pages_per_block > FOLDED_PAGES;
  const widest = is_folded ? Number.POSITIVE_INFINITY : CELL_MAX_WIDTH * (text_px / 12.5);
  const width = Math.min(widest, pitch - 2 * pad - clamp(pitch * 0.1, 1, 10));
  const room = area.height - head_px - caption_px - 2 * pad;
  const stand = standing(ink.pages_per_block, width, room, gap);
  const column_px = stand.rows * (stand.height + gap) - gap;
  const top = area.y + head_px;
  const frames = new Map<number, Rect>();

  for (const [at, column] of shown.entries()) {
    const { block } = column.parked;
    const centre_x = area.x + names_px + (at + 0.5) * pitch;
    const frame = { x: centre_x - width / 2 - pad, y: top, width: width + 2 * pad, height: column_px + 2 * pad };
    frames.set(block, frame);
    const lines = full ? captionOf(column) : low ? captionOf(column).slice(0, 1) : shortCaption(column);
    const reach = column.victim && full ? caption_px + VICTIM_FOOT_PX : 0;
    scene.boxes.push({ kind: column.victim ? 'victim' : 'frame', rect: { ...frame, height: frame.height + reach } });
    scene.cells.push(...columnCells(column, ink, { x: frame.x + pad, y: top + pad }, stand, gap));
    for (const [n, text] of lines.entries()) {
      const y = frame.y + frame.height + 4 + line * (n + 0.5);
      const tone = n === 0 ? 'bold' : column.victim ? 'plain' : 'quiet';
      const fits = full || column.victim || widthOf(text, tone, text_px) < pitch;
      if (text && fits)
        scene.words.push({
          x: centre_x,
          y,
          text,
          align: 'centre',
          tone,
        });
    }
    if (column.victim) {
      const text =
        !picture.merges?.reclaim && picture.merges
          ? 'merging'
          : pitch < text_px * 8 || column.age === null
            ? 'victim'
            : `victim${column.age === 0 ? ': oldest' : ''}`;
      const x = clamp(centre_x, area.x + text_px * 2, area.x + area.width - text_px * 3);
      scene.words.push({ x, y: area.y + head_px * 0.45, text, align: 'centre', tone: 'bold' });
    }
  }
  if (is_folded) rowNames(scene, ink, stand, { x: area.x, y: top + pad }, gap);
  if (hidden > 0) {
    scene.words.push({
      x: area.x,
      y: area.y + head_px * 0.45,
      text: `and ${hidden} more`,
      align: 'left',
      tone: 'quiet',
    });
  }
  return { frames, hidden };
}

/** How the pages of a block stand: so many side by side, so many rows. */
export interface Stand {
  abreast: number;
  rows: number;
  width: number;
  height: number;
}

/** The way for a block's pages to stand in which their names fit best; small blocks stand one page above another. */
export function standing(pages: number, width: number, height: number, gap: number): Stand {
  const ways = ABREAST.filter((abreast) => abreast === 1 || pages > FOLDED_PAGES).map((abreast): Stand => {
    const rows = Math.ceil(pages / abreast);
    return {
      abreast,
      rows,
      width: Math.max(1, (width + gap) / abreast - gap),
      height: clamp(height / rows - gap, 1.5, CELL_MAX_HEIGHT),
    };
  });
  const fits = (stand: Stand): number => Math.min(stand.width, stand.height * FLAT);
  return ways.reduce((a, b) => (fits(b) > fits(a) * 1.05 ? b : a));
}

/** Pages at which rows begin, so that the order is seen: from left to right, from the foot up. */
function rowNames(scene: Scene, { text_px }: Ink, stand: Stand, { x, y }: Point, gap: number): void {
  const each = stand.rows * (stand.height + gap) < text_px * 12 ? NAMED_ROWS * 2 : NAMED_ROWS;
  for (let row = 0; row < stand.rows; row += each) {
    const middle = y + (stand.rows - 1 - row + 0.5) * (stand.height + gap);
    scene.words.push({
      x: x + text_px * (ROW_NAMES - 0.6),
      y: middle,
      text: String(row * stand.abreast),
      align: 'right',
      tone: 'tick',
    });
  }
}

function columnCells(
  column: Column,
  ink: Ink,
  first: Point,
  { abreast, rows, width, height }: Stand,
  gap: number,
): SceneCell[] {
  const { parked } = column;
  const words = columnWords(column);
  return parked.page_state.map((number, offset): SceneCell => {
    const up = rows - 1 - Math.floor(offset / abreast);
    const rect = { x: first.x + (offset % abreast) * (width + gap), y: first.y + up * (height + gap), width, height };
    const state = PAGE_STATES[number] ?? 'free';
    const lpn = ownerAt(parked.page_owner, offset);
    const label = lpn === null ? '' : pageName(lpn, ink.pages_per_block);
    return {
      part: 'log',
      rect,
      appearance: pageAppearance(ink, state, lpn, label, rect),
      lpn,
      page: parked.block * ink.pages_per_block + offset,
      words,
    };
  });
}
