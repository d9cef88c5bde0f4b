/** The table as a map: a cell a map block, row by row in address order, as large as there is room for. */

import type { MapCacheView } from '../../../engine/core-types';
import type { Point, Rect } from '../../../render/geometry';

export interface FieldLayout {
  cells: number;
  columns: number;
  /** From one cell to the next, in CSS pixels: whole device pixels, so that cells are all alike. */
  pitch: number;
  gap: number;
}

const PITCH_MAX = 64;
/** Cells from this size on stand apart. */
const GAP_FROM = 5;
const WIDE_GAP_FROM = 12;

export function fieldLayout(cells: number, width: number, height: number, ratio: number): FieldLayout {
  const fits = (pitch: number): boolean => Math.floor(width / pitch) * Math.floor(height / pitch) >= cells;
  let device = Math.min(PITCH_MAX * ratio, Math.floor(Math.sqrt((width * height) / Math.max(1, cells)) * ratio));
  while (device > 1 && !fits(device / ratio)) device -= 1;
  const pitch = Math.max(1, device) / ratio;
  const most = Math.max(1, Math.floor(width / pitch));
  const gap = pitch >= WIDE_GAP_FROM ? 3 : pitch >= GAP_FROM ? 1 : 0;
  return { cells, columns: roundColumns(cells, most, pitch, height), pitch, gap };
}

/** A round number of columns makes addresses easy to find; it must not need more rows than there is room for. */
function roundColumns(cells: number, most: number, pitch: number, height: number): number {
  if (cells <= most) return cells;
  const power = 2 ** Math.floor(Math.log2(most));
  const rows = Math.floor(height / pitch);
  return (
    [power, most - (most % 10), most - (most % 4)].find((columns) => columns > 0 && columns * rows >= cells) ?? most
  );
}

export const rowsOf = ({ cells, columns }: FieldLayout): number => Math.ceil(cells / columns);

export function cellRect({ columns, pitch, gap }: FieldLayout, id: number): Rect {
  return { x: (id % columns) * pitch, y: Math.floor(id / columns) * pitch, width: pitch - gap, height: pitch - gap };
}

export function cellAt({ cells, columns, pitch }: FieldLayout, { x, y }: Point): number | null {
  const column = Math.floor(x / pitch);
  if (column < 0 || column >= columns || y < 0) return null;
  const id = Math.floor(y / pitch) * columns + column;
  return id < cells ? id : null;
}

/** Where a key leads; null for keys that lead nowhere. */
export function cellAfter(key: string, id: number | null, { cells, columns }: FieldLayout): number | null {
  const from = id ?? 0;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -10 * columns,
    PageDown: 10 * columns,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return cells - 1;
  const step = steps[key];
  if (step === undefined) return null;
  if (id === null) return 0;
  const to = from + step;
  // Up and down keep to their column; a row too far is none.
  if (Math.abs(step) > 1 && (to < 0 || to >= cells))
    return Math.abs(step) > columns ? (to < 0 ? from % columns : cells - 1) : from;
  return Math.min(cells - 1, Math.max(0, to));
}

/** The outline of the cells from `first` up to `end`, as a path. */
export function outlineOf(layout: FieldLayout, first: number, end: number): Point[] {
  const { columns, pitch } = layout;
  const at = (column: number, row: number): Point => ({ x: column * pitch, y: row * pitch });
  const [r0, c0] = [Math.floor(first / columns), first % columns];
  const [r1, c1] = [Math.floor((end - 1) / columns), ((end - 1) % columns) + 1];
  if (r0 === r1) return [at(c0, r0), at(c1, r0), at(c1, r0 + 1), at(c0, r0 + 1)];
  return [
    at(c0, r0),
    at(columns, r0),
    at(columns, r1),
    at(c1, r1),
    at(c1, r1 + 1),
    at(0, r1 + 1),
    at(0, r0 + 1),
    at(c0, r0 + 1),
  ];
}

/** How many blocks there are of each state. */
export function tally({
  state,
}: Pick<MapCacheView, 'state'>): [ssd: number, memory: number, changed: number, never: number] {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (const one of state) if (one === 0 || one === 1 || one === 2 || one === 3) counts[one] += 1;
  return counts;
}

/** Steps of the ramp of heat. */
export const HEAT_STEPS = 6;

/** The step of a heat from 0 to 255. */
export const heatStep = (heat: number): number => Math.min(HEAT_STEPS - 1, Math.floor((heat * HEAT_STEPS) / 256));
