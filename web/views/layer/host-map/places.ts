/** Where directory, cache and SSD stand in the picture of a look-up: side by side, or one under the other where it is narrow. */

import type { DirectoryRow, MapCacheView } from '../../../engine/core-types';
import type { Rect } from '../../../render/geometry';
import { blocksIn, flashOf, isMany, LINE_NAME, type SsdPlaces } from './block-places';
import { nearest, type SlotPlace, slotsIn } from './slot-places';

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

export interface Section {
  name: 'Directory' | 'Cache' | 'SSD';
  x: number;
  /** Middle of its title. */
  y: number;
  width: number;
}

export interface Places extends SsdPlaces {
  tall: boolean;
  text_px: number;
  height: number;
  sections: Section[];
  columns: Columns;
  /** Middle of the heads of the directory's columns. */
  heads_y: number;
  rows: RowPlace[];
  slots: SlotPlace[];
}

/** Narrower than this many letters, places stand one under the other. */
const WIDE_FROM = 44;
/** Shares of the width: directory, gap, cache, room for connectors, SSD. Large maps have longer numbers, and need no digits on the SSD. */
const SHARES = {
  few: { directory: 0.32, gap: 0.05, cache: 0.275, connectors: 0.11, ssd: 0.245 },
  many: { directory: 0.375, gap: 0.045, cache: 0.265, connectors: 0.11, ssd: 0.205 },
} as const;
/** Room at the right of a narrow picture for connectors. */
const GUTTER = 3.4;
/** Columns of the directory, as shares of its width: id, worth (its end), a disc before that, on the SSD, in the cache. */
export interface Columns {
  id: number;
  worth: number;
  disc: number;
  on_ssd: number;
  in_cache: number;
}
const COLUMNS = {
  few: { id: 0.045, worth: 0.37, disc: 0.17, on_ssd: 0.42, in_cache: 0.695 },
  // Long numbers leave no room for the disc: it stands at the edge.
  many: { id: 0.065, worth: 0.37, disc: -0.005, on_ssd: 0.405, in_cache: 0.7 },
} as const;

/** In sizes of text: title, heads, least and greatest pitch of rows. */
const TITLE = 1.9;
const HEADS = 1.6;
const ROW = { least: 2, most: 6.2, gap: 0.5 };

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
