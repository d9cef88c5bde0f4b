/** Where cache slots stand: those that the look-up is about with their entries, others by name where there is little room. */

import type { MapCacheSlot, MapCacheView } from '../../../engine/core-types';
import { count } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { CELL_GAP_PX, ENTRIES_TOLD } from './block-places';
import { LABEL_PAD_PX } from './cells';

export interface SlotPlace {
  slot: MapCacheSlot;
  box: Rect;
  /** Its entries; none where there is only room for its name. */
  cells: Rect[];
}

/** In sizes of text: its name, least and greatest height of its cells, between slots, beside the cells. */
const SLOT = { name: 1.9, cells_least: 1.9, cells_most: 5.6, gap: 0.9, pad: 0.6 };

/** As many of `list` as fit: those wanted, then the first ones, in their own order. */
export function nearest<T>(list: readonly T[], wanted: readonly number[], fit: number, key: (one: T) => number): T[] {
  if (list.length <= fit) return [...list];
  const first = list.filter((one) => wanted.includes(key(one)));
  const others = list.filter((one) => !wanted.includes(key(one)));
  const chosen = new Set([...first, ...others].slice(0, fit));
  return list.filter((one) => chosen.has(one));
}

export function slotsIn({ x, y, width, height }: Rect, map: MapCacheView, t: number): SlotPlace[] {
  const { walk } = map;
  const concerned = new Set([walk?.slot, walk?.victim?.slot].filter((slot) => slot != null));
  const lines = linesOfEntries(map.slots.find(({ entries }) => entries.length > 0)?.entries ?? [], width, t);
  const entries =
    Math.max(0, ...map.slots.map((slot) => slot.entries.length)) || Math.min(map.entries_per_block, ENTRIES_TOLD);
  const whole = (cells: number): number => (SLOT.name + cells * lines + SLOT.pad) * t + (lines - 1) * CELL_GAP_PX;
  const gap = SLOT.gap * t;
  const all_fit = map.slots.length * (whole(SLOT.cells_least) + gap) - gap <= height;
  const brief = SLOT.name * t;
  const with_entries = (slot: MapCacheSlot): boolean => all_fit || concerned.has(slot.slot) || concerned.size === 0;
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
  slots: readonly MapCacheSlot[],
  concerned: ReadonlySet<number>,
  height: number,
  whole: number,
  brief: number,
  gap: number,
): MapCacheSlot[] {
  const few = concerned.size === 0 ? Math.max(1, Math.floor((height + gap) / (whole + gap))) : 0;
  const left = height - concerned.size * (whole + gap);
  const fit = few || concerned.size + Math.max(0, Math.floor((left + gap) / (brief + gap)));
  return nearest(slots, [...concerned], fit, ({ slot }) => slot);
}

/** Entries stand in as few rows as their numbers have room in. */
function linesOfEntries(entries: MapCacheSlot['entries'], width: number, t: number): number {
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
