/**
 * Where things stand: page slots as columns on a shelf, block slots as trays below it, the flash at the foot, and at the right
 * the paths between them. Everything follows from the device and from how high and how many the columns are, in rough steps, so that
 * nothing moves while pages come and go.
 */

import { clamp, type Rect } from '../../../render/geometry';
import { BOLD, digitsWidth } from '../../../render/text-width';
import type { Ink } from '../../stage-kit/page-appearance';
import { LANES } from './paths';
import { type ClashPicture, columnLeft, movesHere } from './picture';

export interface Size {
  width: number;
  height: number;
}

/** Narrower stages stand upright: names above, one tray a line, as high as need be. */
const UPRIGHT_PX = 640;
export const isUpright = ({ width }: Pick<Size, 'width'>): boolean => width < UPRIGHT_PX;

/** A grid of page places. */
export interface Grid {
  per_line: number;
  width: number;
  height: number;
  gap: number;
}

export interface ClashLayout {
  /** Size of the text that everything is made for. */
  text_px: number;
  height: number;
  upright: boolean;
  /** Where cells stand. */
  inner: Rect;
  /** Beside or above each part: its name. */
  names: { pages: Rect; blocks: Rect; flash: Rect };
  columns: {
    count: number;
    pitch: number;
    width: number;
    cell: number;
    gap: number;
    foot: number;
    head: number;
    naming: Naming | null;
  };
  trays: { cell: Grid; count: number; columns: number; pitch: Rect; tag: number; pad: number; first: Rect };
  /** The large block of the flash: like a tray, unless trays are small. */
  work: { rect: Rect; cell: Grid; tag: number; pad: number };
  strip: Rect;
  rail: { x: number; lane: number; width: number; host: Rect };
  /** Gutters: above the columns, below them, above the flash. */
  connectors: { top: number; down: number; up: number; flash_down: number; flash_up: number };
}

/**
 * Names under columns, with the letter of blocks or without. Where they are wider than a column, every other one is a line lower; on a low
 * stage it is left out.
 */
export interface Naming {
  letter: 'B' | '';
  lines: 1 | 2;
  every: 1 | 2;
}

/** Narrower columns have no names. */
const NAMED_MIN_PX = 12;
/** A stage so low has other use for a line. */
const LOW_PX = 420;
/** Between two names in a line. */
const NAME_GAP_PX = 3;

/** How the longest name has room; all are alike. */
function namingOf({ cache }: ClashPicture, pitch: number, text_px: number, is_low: boolean): Naming | null {
  if (pitch < NAMED_MIN_PX) return null;
  const digits = Math.max(1, ...cache.sets.map(({ lbn }) => String(lbn).length));
  const wide = is_low ? ({ lines: 1, every: 2 } as const) : ({ lines: 2, every: 1 } as const);
  const namings: readonly Naming[] = [
    { letter: 'B', lines: 1, every: 1 },
    { letter: 'B', ...wide },
    { letter: '', ...wide },
  ];
  const width = ({ letter }: Naming): number => digitsWidth(letter.length + digits, text_px * BOLD) + NAME_GAP_PX;
  return namings.find((naming) => width(naming) <= naming.lines * naming.every * pitch) ?? null;
}

/** A tray's pages lie in lines of so many. */
const LINE_MAX = 16;
/** The size of text that all sizes here are meant for. */
export const TEXT_PX = 12.5;
const COLUMN_STEPS = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 257];
const HEIGHT_STEPS = [4, 8, 16, 32, 64, 128, 256];
const TRAY_COLUMNS = [1, 2, 3, 4, 6, 8];
/** Up to so many columns have room from the start. */
const SLOTS_ALL = 16;
/** Lower cells would have no room for a name. */
const LEVEL_MIN_PX = 17;
/** Columns are never lower than this, all of their pages together. */
const STACK_MIN_PX = 34;
/** The widest edge of a tray around its pages. */
const TRAY_PAD_PX = 6;
/** As high as columns mostly are; it must not change while they do. */
const LEVEL_PAGES = 4;

const step = (steps: readonly number[], wanted: number): number => steps.find((n) => n >= wanted) ?? wanted;

/** How many columns there is room for. */
function columnCount(picture: ClashPicture): number {
  const { sets, page_slots } = picture.cache;
  const left = movesHere(picture)
    .filter(({ from_slot }) => from_slot === null)
    .map((move) => columnLeft(picture, move));
  const last = Math.max(-1, ...sets.map(({ column }) => column), ...left);
  return step(COLUMN_STEPS, Math.max(last + 1, Math.min(page_slots, SLOTS_ALL)));
}

/** How many pages high the columns may be. */
function columnHeight(picture: ClashPicture): number {
  const { sets } = picture.cache;
  const moved = movesHere(picture).filter(({ to, from_slot }) => from_slot === null || to.place === 'pages');
  const highest = Math.max(1, ...[...sets, ...moved].map(({ offsets }) => offsets.length));
  return Math.min(step(HEIGHT_STEPS, highest), Math.max(4, picture.pages_per_block));
}

interface Cap {
  width: number;
  height: number;
  gap: number;
}

const capOf = (pages: number, scale: number): Cap =>
  pages <= 8
    ? { width: 72 * scale, height: 34 * scale, gap: 6 }
    : pages <= 16
      ? { width: 44 * scale, height: 26 * scale, gap: 3 }
      : { width: 30 * scale, height: 17 * scale, gap: 1.5 };

interface Trays {
  columns: number;
  rows: number;
  lines: number;
  cell: Grid;
  tag: number;
  pad: number;
  width: number;
  height: number;
}

/** The arrangement of trays in which a page is largest. */
function arrangeTrays(count: number, ink: Ink, width: number, budget: number, upright: boolean): Trays {
  const { pages_per_block: pages, text_px } = ink;
  const scale = text_px / TEXT_PX;
  const cap = capOf(pages, scale);
  const per_line = Math.min(pages, LINE_MAX);
  const lines = Math.ceil(pages / per_line);
  const caption = text_px * 1.5;
  const tries = TRAY_COLUMNS.filter((columns) => columns <= count).map((columns): Trays => {
    const rows = Math.ceil(count / columns);
    const room = (width - (columns - 1) * 18) / columns;
    const pad = room < 150 ? 2 : TRAY_PAD_PX;
    const tag = room < 210 ? 0 : text_px * 3.8;
    const gap = room < 150 ? 0.6 : cap.gap;
    const across = Math.min(cap.width, (room - tag - 2 * pad) / per_line - gap);
    const down = Math.min(cap.height, (budget - rows * (2 * pad + caption)) / ((rows + 1) * lines) - gap);
    const cell = { per_line, width: across, height: Math.max(upright ? 8 : 3, down), gap };
    return {
      columns,
      rows,
      lines,
      cell,
      tag,
      pad,
      width: tag + 2 * pad + per_line * (across + gap) - gap,
      height: 2 * pad + lines * (cell.height + gap) - gap,
    };
  });
  const worth = ({ cell }: Trays): number => Math.min(cell.width, cell.height * 2);
  // Of arrangements about as good, the one with fewest rows: it leaves the most height to the columns.
  return tries.reduce((a, b) => (worth(b) > worth(a) * 0.66 ? b : a));
}

/** Where a block lies in one line, pages in trays are no higher than pages in columns. */
function levelled(trays: Trays, room: number): Trays {
  const { cell, lines, rows, pad } = trays;
  if (lines > 1) return trays;
  const each = room / (LEVEL_PAGES + rows + 1) - cell.gap - pad;
  const height = Math.min(cell.height, Math.max(LEVEL_MIN_PX, each));
  return { ...trays, cell: { ...cell, height }, height: 2 * pad + height };
}

/** Trays smaller than this share of the stage leave the block on flash a size of its own. */
const WORK_MIN = 0.4;
const WORK_PX = 0.46;

/** The block on flash is as large as a tray, so that its pages stand below theirs; with many small trays it is larger. */
function arrangeWork(trays: Trays, ink: Ink, width: number): Pick<Trays, 'cell' | 'tag' | 'pad' | 'width' | 'height'> {
  if (trays.width > width * WORK_MIN) return trays;
  const { pages_per_block: pages, text_px } = ink;
  const { gap, width: widest } = capOf(pages, text_px / TEXT_PX);
  const { per_line } = trays.cell;
  const [tag, pad] = [text_px * 3.8, 6];
  const across = Math.min(widest, (width * WORK_PX - tag - 2 * pad) / per_line - gap);
  const lines = Math.ceil(pages / per_line);
  const height = (trays.height - 2 * pad + gap) / lines - gap;
  const cell = { per_line, width: across, height, gap };
  return { cell, tag, pad, width: tag + 2 * pad + per_line * (across + gap) - gap, height: trays.height };
}

export function layoutOf(picture: ClashPicture, size: Size, ink: Ink): ClashLayout {
  const upright = isUpright(size);
  const { text_px } = ink;
  const scale = text_px / TEXT_PX;
  const line = text_px * 1.36;
  const lane = upright ? 14 * scale : text_px * 1.75;
  const rail_px = LANES * lane + (upright ? 2 : 6);
  const names_px = upright ? 0 : text_px * 9.4;
  const name_px = upright ? line * 1.5 : 0;
  // Connectors run beside the trays.
  const inner_x = upright ? 11 : names_px + 14;
  const inner_px = size.width - inner_x - rail_px - (upright ? 10 : 20);
  const columns = columnCount(picture);
  const pitch = Math.min(92 * scale, inner_px / columns);
  const naming = namingOf(picture, pitch, text_px, !upright && size.height < LOW_PX);
  const names_below_px = (naming?.lines ?? 1) * line + 6;
  const count = picture.cache.blocks.length;
  const caption = text_px * 1.5;
  const gutter_min = upright ? 34 : 26;
  // On a low stage the block on flash needs its caption more than pages need height.
  const others_px = text_px + line + names_below_px + STACK_MIN_PX + 2 * gutter_min + 2 * TRAY_PAD_PX + caption;
  const budget = upright ? 1000 : Math.min(size.height * 0.5, size.height - others_px);
  const arranged = arrangeTrays(count, ink, inner_px, budget, upright);

  const highest = columnHeight(picture);
  const bare_px = text_px + line + names_below_px + (arranged.rows + 1) * caption + 2 * gutter_min;
  const trays = upright ? arranged : levelled(arranged, size.height - bare_px);

  const width = clamp(pitch - clamp(pitch * 0.16, 0.8, 20), 1, 72 * scale);
  const blocks_px = trays.rows * (trays.height + caption) + (trays.rows - 1) * 6;
  // Beside the block in hand there is room for two rows of small ones.
  const flash_px = Math.max(trays.height + caption, upright ? 0 : text_px * 6.4);
  const fixed = 3 * name_px + text_px + line + names_below_px + blocks_px + flash_px + 2 * gutter_min;
  const cell_gap = highest <= 8 ? 3 : highest <= 32 ? 1 : 0.5;
  const cap = Math.min(34 * scale, Math.max(11, width * 1.1));
  const stack_room = upright ? 170 : Math.max(STACK_MIN_PX, size.height - fixed);
  const cell = clamp(stack_room / highest - cell_gap, 0.8, cap);
  const stack_px = highest * (cell + cell_gap);
  // What is over goes to the gutters, where connectors need it most, then to the top.
  const over = upright ? 20 : Math.max(0, size.height - fixed - stack_px);
  const gutter = gutter_min + Math.min(46, over * 0.5);
  const gutter_2 = gutter_min + Math.min(26, over * 0.28);
  const slack = upright ? 0 : Math.max(0, over - (gutter - gutter_min) - (gutter_2 - gutter_min)) / 2;

  const head = slack + name_px + text_px;
  const foot = head + line + stack_px;
  const blocks_y = foot + names_below_px + gutter + name_px;
  const flash_y = blocks_y + blocks_px + gutter_2 + name_px;
  const work = arrangeWork(trays, ink, inner_px);
  const strip_x = inner_x + work.width + text_px * 2;
  const strip_inline = !upright && inner_x + inner_px - strip_x > 150;
  const strip: Rect = strip_inline
    ? { x: strip_x, y: flash_y, width: inner_x + inner_px - strip_x, height: flash_px }
    : { x: inner_x, y: flash_y + flash_px + 6, width: inner_px, height: upright ? 92 * scale : 0 };
  const height = upright ? strip.y + strip.height : size.height;
  const rail_x = size.width - rail_px;
  const above = (y: number): Rect => ({ x: 0, y: y - name_px, width: inner_px, height: name_px });
  const beside = (y: number, h: number): Rect => ({ x: 0, y, width: names_px, height: h });
  const down = foot + names_below_px;

  return {
    text_px,
    height,
    upright,
    inner: { x: inner_x, y: 0, width: inner_px, height },
    names: upright
      ? { pages: above(slack + name_px), blocks: above(blocks_y), flash: above(flash_y) }
      : {
          pages: beside(Math.max(slack, foot - Math.max(stack_px, text_px * 8)), 0),
          blocks: beside(blocks_y, blocks_px),
          flash: beside(flash_y, flash_px),
        },
    columns: { count: columns, pitch, width, cell, gap: cell_gap, foot, head, naming },
    trays: {
      cell: trays.cell,
      count,
      columns: trays.columns,
      pitch: { x: 0, y: 0, width: trays.width + 18, height: trays.height + caption + 6 },
      tag: trays.tag,
      pad: trays.pad,
      first: { x: inner_x, y: blocks_y, width: trays.width, height: trays.height },
    },
    work: { ...work, rect: { x: inner_x, y: flash_y, width: work.width, height: work.height } },
    strip,
    rail: {
      x: rail_x,
      lane,
      width: rail_px,
      host: { x: rail_x, y: slack + (upright ? 0 : 2), width: rail_px, height: line + 34 * scale + 8 },
    },
    connectors: {
      top: head + line * 0.4,
      down: down + gutter * 0.34,
      up: down + gutter * 0.66,
      flash_down: blocks_y + blocks_px + gutter_2 * 0.35,
      flash_up: blocks_y + blocks_px + gutter_2 * 0.65,
    },
  };
}

/** The place of a page in a column, from its foot. */
export function columnCell({ columns, inner }: ClashLayout, column: number, nth: number): Rect {
  const { pitch, width, cell, gap, foot } = columns;
  return {
    x: inner.x + column * pitch + (pitch - width) / 2,
    y: foot - 1 - (nth + 1) * (cell + gap) + gap,
    width,
    height: cell,
  };
}

export function trayRect({ trays: { first, pitch, columns } }: ClashLayout, slot: number): Rect {
  return {
    ...first,
    x: first.x + (slot % columns) * pitch.width,
    y: first.y + Math.floor(slot / columns) * pitch.height,
  };
}

/** A page's place in a tray. */
export const placeIn = ({ trays }: ClashLayout, tray: Rect, offset: number): Rect => placeOf(trays, tray, offset);

/** A page's place in the large block of the flash. */
export const placeOnFlash = ({ work }: ClashLayout, offset: number): Rect => placeOf(work, work.rect, offset);

function placeOf({ cell, tag, pad }: Pick<Trays, 'cell' | 'tag' | 'pad'>, { x, y }: Rect, offset: number): Rect {
  const { per_line, width, height, gap } = cell;
  return {
    x: x + pad + tag + (offset % per_line) * (width + gap),
    y: y + pad + Math.floor(offset / per_line) * (height + gap),
    width,
    height,
  };
}
