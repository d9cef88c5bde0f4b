/** Where directory, cache and SSD stand in the picture of a look-up: side by side, or one under the other where it is narrow. */

import type { CacheSlot, DirectoryRow, FlashMapBlock, MapCacheView } from '../../../engine/openchannel-view';
import { count } from '../../../render/format';
import type { Rect } from '../../../render/geometry';

export interface SceneSize {
  width: number;
  height: number;
  text_px: number;
}

export interface RowPlace {
  row: DirectoryRow;
  box: Rect;
  /** The row above is not the block before. */
  after_gap: boolean;
}

export interface SlotPlace {
  slot: CacheSlot;
  box: Rect;
  /** Its entries; none where there is only room for its name. */
  cells: Rect[];
}

export interface BlockPlace {
  block: FlashMapBlock;
  box: Rect;
  /** Where the number of its place begins. */
  left: number;
  /** Entries of a map block of one page, else its pages. */
  cells: Rect[];
}

export interface Section {
  name: 'Directory' | 'Cache' | 'SSD';
  x: number;
  /** Middle of its title. */
  y: number;
  width: number;
}

export interface Places {
  tall: boolean;
  text_px: number;
  height: number;
  sections: Section[];
  columns: Columns;
  /** Middle of the heads of the directory's columns. */
  heads_y: number;
  rows: RowPlace[];
  slots: SlotPlace[];
  /** Names of lines, each above its blocks. */
  lines: { line: number; x: number; y: number }[];
  blocks: BlockPlace[];
}

/** As many entries of a map block are told. */
const ENTRIES_TOLD = 8;
/** Narrower than this many letters, places stand one under the other. */
const WIDE_FROM = 44;
/** Shares of the width: directory, gap, cache, room for roads, SSD. Large maps have longer numbers, and need no digits on the SSD. */
const SHARES = {
  few: { directory: 0.32, gap: 0.05, cache: 0.275, roads: 0.11, ssd: 0.245 },
  many: { directory: 0.375, gap: 0.045, cache: 0.265, roads: 0.11, ssd: 0.205 },
} as const;
/** Room at the right of a narrow picture for roads. */
const GUTTER = 3.4;
/** Columns of the directory, as shares of its width: id, worth (its end), a disc beside that, on the SSD, in the cache. */
export interface Columns {
  id: number;
  worth: number;
  disc: number;
  on_ssd: number;
  in_cache: number;
}
const COLUMNS = {
  few: { id: 0.045, worth: 0.37, disc: 0.43, on_ssd: 0.485, in_cache: 0.745 },
  // Long numbers leave no room for the disc: it stands at the edge.
  many: { id: 0.065, worth: 0.37, disc: -0.005, on_ssd: 0.405, in_cache: 0.7 },
} as const;

/** In sizes of text: title, heads, least and greatest pitch of rows, name of a slot, greatest height of cells, name of a line. */
const TITLE = 1.9;
const HEADS = 1.6;
const ROW = { least: 2, most: 6.2, gap: 0.5 };
const SLOT = { name: 1.9, cells_least: 1.9, cells_most: 5.6, gap: 0.9, pad: 0.6 };
const LINE_NAME = 1.7;
const BLOCK = { least: 1.7, most: 5, gap: 0.35 };
/** Left of a map block stands the number of its place, right of it what it is. */
const PLACE_LEAST = 1.6;
/** Size of that number. */
export const PLACE_PX = 0.92;
export const BLOCK_RIGHT = 4.7;
const CELL_GAP_PX = 3;
/** Beside the label of a cell. */
export const LABEL_PAD_PX = 6;

/** Widths of letters, in sizes of text: digits and capitals, narrow ones, thin and plain spaces, others. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[\dA-Z%#–→]/g, 0.64],
  [/ /g, 0.33],
  [/[mw]/g, 0.86],
  [/[fijlrt.,:;|·]/g, 0.36],
  [/\u2009/g, 0.22],
];
const OTHER = 0.6;

/** Bold letters are wider. */
export const BOLD = 1.12;

/** How wide words will be, in a wide face. */
export function wordsWidth(words: string, text_px: number): number {
  let left = words.length;
  let sum = 0;
  for (const [letters, width] of WIDTHS) {
    const number = words.match(letters)?.length ?? 0;
    left -= number;
    sum += number * width;
  }
  return (sum + left * OTHER) * text_px;
}

/** Whether map blocks have more entries than can be told, and numbers more digits. */
export const isMany = ({ entries_per_block }: Pick<MapCacheView, 'entries_per_block'>): boolean =>
  entries_per_block > ENTRIES_TOLD;

export const isTall = ({ width, text_px }: Pick<SceneSize, 'width' | 'text_px'>): boolean =>
  width < WIDE_FROM * text_px;

export function placesOf(map: MapCacheView, size: SceneSize): Places {
  return isTall(size) ? tallPlaces(map, size) : widePlaces(map, size);
}

function widePlaces(map: MapCacheView, { width, height, text_px: t }: SceneSize): Places {
  const shares = isMany(map) ? SHARES.many : SHARES.few;
  const [a, b, c] = [shares.directory, shares.directory + shares.gap, 1 - shares.ssd].map((share) => share * width) as [
    number,
    number,
    number,
  ];
  const cache = shares.cache * width;
  const top = (TITLE + HEADS) * t;
  const room = height - top - 2;
  const section = (name: Section['name'], x: number, wide: number): Section => ({
    name,
    x,
    y: TITLE * t * 0.42,
    width: wide,
  });
  const ssd_top = TITLE * t;
  return {
    tall: false,
    text_px: t,
    height,
    sections: [section('Directory', 0, a), section('Cache', b, cache), section('SSD', c, width - c)],
    columns: isMany(map) ? COLUMNS.many : COLUMNS.few,
    heads_y: (TITLE + HEADS * 0.45) * t,
    rows: rowsIn({ x: 0, y: top, width: a, height: room }, map, t),
    slots: slotsIn({ x: b, y: top, width: cache, height: room }, map, t),
    ...blocksIn({ x: c, y: ssd_top, width: width - c, height: height - ssd_top - 2 }, map, t),
  };
}

/** As high as it needs; `height` is not asked. */
function tallPlaces(map: MapCacheView, { width, text_px: t }: SceneSize): Places {
  const wide = width - GUTTER * t;
  const title = (name: Section['name'], top: number): Section => ({
    name,
    x: 0,
    y: top + TITLE * t * 0.5,
    width: wide,
  });
  const rows_top = (TITLE + HEADS) * t;
  const rows = rowsIn({ x: 0, y: rows_top, width: wide, height: map.rows.length * 2.7 * t }, map, t);
  const cache_top = rows_top + map.rows.length * 2.7 * t + 0.6 * t;
  const slots_height = Math.min(3, map.slots.length) * 6 * t;
  const slots = slotsIn({ x: 0, y: cache_top + TITLE * t, width: wide, height: slots_height }, map, t);
  const last_slot = slots.at(-1)?.box;
  const ssd_top = (last_slot ? last_slot.y + last_slot.height : cache_top + TITLE * t) + 0.8 * t;
  const flash = flashOf(map);
  const lines = new Set(flash.map(({ line }) => line)).size;
  const ssd_height = lines * LINE_NAME * t + Math.max(1, flash.length) * 2.7 * t;
  return {
    tall: true,
    text_px: t,
    height: ssd_top + TITLE * t + ssd_height,
    sections: [title('Directory', 0), title('Cache', cache_top), title('SSD', ssd_top)],
    columns: COLUMNS.few,
    heads_y: (TITLE + HEADS * 0.45) * t,
    rows,
    slots,
    ...blocksIn({ x: 0, y: ssd_top + TITLE * t, width: wide, height: ssd_height }, map, t),
  };
}

function rowsIn({ x, y, width, height }: Rect, map: MapCacheView, t: number): RowPlace[] {
  const fit = Math.max(1, Math.floor(height / (ROW.least * t)));
  const rows = nearest(map.rows, map.walk ? [map.walk.id, map.walk.victim?.id ?? -1] : [], fit, ({ id }) => id);
  const pitch = Math.min(ROW.most * t, height / Math.max(1, rows.length));
  const gap = Math.min(ROW.gap * t, pitch * 0.2);
  return rows.map((row, i) => ({
    row,
    box: { x, y: y + i * pitch, width, height: pitch - gap },
    after_gap: i > 0 && row.id !== (rows[i - 1]?.id ?? 0) + 1,
  }));
}

/** As many of `list` as fit: those wanted, then the first ones, in their own order. */
export function nearest<T>(list: readonly T[], wanted: readonly number[], fit: number, key: (one: T) => number): T[] {
  if (list.length <= fit) return [...list];
  const first = list.filter((one) => wanted.includes(key(one)));
  const others = list.filter((one) => !wanted.includes(key(one)));
  const chosen = new Set([...first, ...others].slice(0, fit));
  return list.filter((one) => chosen.has(one));
}

function slotsIn({ x, y, width, height }: Rect, map: MapCacheView, t: number): SlotPlace[] {
  const { walk } = map;
  const concerned = new Set([walk?.slot, walk?.victim?.slot].filter((slot) => slot != null));
  const lines = linesOfEntries(map.slots.find(({ entries }) => entries.length > 0)?.entries ?? [], width, t);
  const entries =
    Math.max(0, ...map.slots.map((slot) => slot.entries.length)) || Math.min(map.entries_per_block, ENTRIES_TOLD);
  const whole = (cells: number): number => (SLOT.name + cells * lines + SLOT.pad) * t + (lines - 1) * CELL_GAP_PX;
  const gap = SLOT.gap * t;
  const all_fit = map.slots.length * (whole(SLOT.cells_least) + gap) - gap <= height;
  const brief = SLOT.name * t;
  const with_entries = (slot: CacheSlot): boolean => all_fit || concerned.has(slot.slot) || concerned.size === 0;
  const shown = all_fit ? map.slots : fitting(map.slots, concerned, height, whole(SLOT.cells_least), brief, gap * 0.5);
  const full = shown.filter(with_entries).length;
  const between = all_fit ? gap : gap * 0.5;
  const left = height - (shown.length - 1) * between - (shown.length - full) * brief - full * whole(0);
  const cell = Math.min(SLOT.cells_most * t, left / Math.max(1, full * lines));
  const places: SlotPlace[] = [];
  let top = y;
  for (const slot of shown) {
    const is_full = with_entries(slot);
    const box = { x, y: top, width, height: is_full ? whole(0) + cell * lines : brief };
    const cells_top = top + SLOT.name * t;
    places.push({
      slot,
      box,
      cells: is_full
        ? entryCells(slot.entries.length || entries, lines, { x, y: cells_top, width, height: cell }, t)
        : [],
    });
    top += box.height + between;
  }
  return places;
}

/** Slots that the look-up is about, and as many others as have room for their names. */
function fitting(
  slots: readonly CacheSlot[],
  concerned: ReadonlySet<number>,
  height: number,
  whole: number,
  brief: number,
  gap: number,
): CacheSlot[] {
  const few = concerned.size === 0 ? Math.max(1, Math.floor((height + gap) / (whole + gap))) : 0;
  const left = height - concerned.size * (whole + gap);
  const fit = few || concerned.size + Math.max(0, Math.floor((left + gap) / (brief + gap)));
  return nearest(slots, [...concerned], fit, ({ slot }) => slot);
}

/** Entries stand in as few rows as their numbers have room in. */
function linesOfEntries(entries: CacheSlot['entries'], width: number, t: number): number {
  const widest = Math.max(0, ...entries.map(([, ppn]) => (ppn === null ? 0 : wordsWidth(count(ppn), t * 0.84 * BOLD))));
  const fits = (lines: number): boolean => {
    const columns = Math.ceil(entries.length / lines);
    return (width - 2 * SLOT.pad * t) / columns - CELL_GAP_PX >= widest + LABEL_PAD_PX;
  };
  return [1, 2, 4].find(fits) ?? 4;
}

function entryCells(entries: number, lines: number, area: Rect, t: number): Rect[] {
  const columns = Math.ceil(entries / lines);
  const left = area.x + SLOT.pad * t;
  const width = (area.width - 2 * SLOT.pad * t + CELL_GAP_PX) / Math.max(1, columns) - CELL_GAP_PX;
  return Array.from({ length: entries }, (_, i) => ({
    x: left + (i % columns) * (width + CELL_GAP_PX),
    y: area.y + Math.floor(i / columns) * (area.height + CELL_GAP_PX),
    width,
    height: area.height,
  }));
}

/** Map blocks on the SSD that the look-up is about, by line and place. */
export const flashOf = (map: MapCacheView): FlashMapBlock[] =>
  [...(map.walk?.flash ?? [])].sort((a, b) => isNew(a) - isNew(b) || a.line - b.line || a.offset - b.offset);

/** The place that is written comes last, so that nothing moves when it does. */
const isNew = ({ state }: FlashMapBlock): number => Number(state === 'new');

/** Pieces that a map block on the SSD is drawn in: its entries, where they can be told, else its pages. */
export const piecesOf = ({ entries_per_block, block_pages }: MapCacheView): number =>
  isMany({ entries_per_block }) ? block_pages : entries_per_block;

function blocksIn({ x, y, width, height }: Rect, map: MapCacheView, t: number): Pick<Places, 'lines' | 'blocks'> {
  const flash = flashOf(map);
  const names = new Set(flash.map(({ line }) => line)).size;
  const name = LINE_NAME * t;
  const widest = Math.max(0, ...flash.map(({ offset }) => wordsWidth(count(offset), PLACE_PX * t)));
  const left = Math.max(PLACE_LEAST * t, widest + 0.5 * t);
  const pitch = Math.min(
    BLOCK.most * t,
    Math.max(BLOCK.least * t, (height - names * name) / Math.max(1, flash.length)),
  );
  const blocks: BlockPlace[] = [];
  const lines: Places['lines'] = [];
  let top = y;
  for (const block of flash) {
    if (block.line !== lines.at(-1)?.line) {
      lines.push({ line: block.line, x, y: top + name * 0.5 });
      top += name;
    }
    const box = {
      x: x + left,
      y: top,
      width: width - left - BLOCK_RIGHT * t,
      height: pitch - BLOCK.gap * t,
    };
    blocks.push({ block, box, left: x, cells: pieces(box, piecesOf(map)) });
    top += pitch;
  }
  return { lines, blocks };
}

/** Finer than this, pieces are told as one. */
const PIECES_MAX = 64;

function pieces({ x, y, width, height }: Rect, wanted: number): Rect[] {
  const number = Math.min(wanted, PIECES_MAX);
  const gap = number > 8 ? 1 : CELL_GAP_PX;
  const wide = (width + gap) / number - gap;
  return Array.from({ length: number }, (_, i) => ({ x: x + i * (wide + gap), y, width: wide, height }));
}
