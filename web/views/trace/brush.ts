/** A window drawn over the heat map: with a pointer, or with keys from cell to cell. Pure. */

import type { TraceOverview, TraceWindow } from '../../engine/protocol';

/** A cell, columns from the left, rows from the lowest address up. */
export interface Cell {
  column: number;
  row: number;
}

export const cellAt = ({ heat }: TraceOverview, x: number, y: number): Cell => ({
  column: clamped(Math.floor(x * heat.columns), heat.columns),
  row: clamped(Math.floor((1 - y) * heat.rows), heat.rows),
});

const clamped = (value: number, many: number): number => Math.max(0, Math.min(many - 1, value));

/** The cell that an arrow key leads to; null where the key is no arrow. */
export function cellAfter({ heat }: TraceOverview, { column, row }: Cell, key: string, far: boolean): Cell | null {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  if (!step) return null;
  const [columns = 0, rows = 0] = step.map((each) => each * (far ? 10 : 1));
  return { column: clamped(column + columns, heat.columns), row: clamped(row + rows, heat.rows) };
}

/** From one cell to another, both in it. Cells at the edge of what is in sight reach as far as that. */
export function windowOf(overview: TraceOverview, one: Cell, other: Cell): TraceWindow {
  const { window, heat, over_time } = overview;
  const [left, right] = [one.column, other.column].sort((a, b) => a - b) as [number, number];
  const [low, high] = [one.row, other.row].sort((a, b) => a - b) as [number, number];
  return {
    from_ns: window.from_ns + left * over_time.bin_ns,
    to_ns: Math.min(window.to_ns, window.from_ns + (right + 1) * over_time.bin_ns),
    first_sector: Math.max(window.first_sector, heat.first_sector + low * heat.row_sectors),
    end_sector: Math.min(window.end_sector, heat.first_sector + (high + 1) * heat.row_sectors),
  };
}

/** Where the cells between two stand, in parts of the picture. */
export function boxOf({ heat }: TraceOverview, one: Cell, other: Cell) {
  const [left, right] = [one.column, other.column].sort((a, b) => a - b) as [number, number];
  const [low, high] = [one.row, other.row].sort((a, b) => a - b) as [number, number];
  return {
    left: left / heat.columns,
    width: (right - left + 1) / heat.columns,
    top: 1 - (high + 1) / heat.rows,
    height: (high - low + 1) / heat.rows,
  };
}
