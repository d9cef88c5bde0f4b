/** Where the pages of a stripe stand in one half of "without and with". */

import type { Rect } from '../../../render/geometry';

export interface SidePlaces {
  /** Pages, by channel. */
  cells: Rect[];
  head_y: number;
  wire_top: number;
  cell_top: number;
  /** The bus that wires to the ring run into. */
  bus_y: number;
  ring: number;
  result: Rect | null;
  foot_y: number;
  /** Names stand upright where they have no room to lie. */
  upright: boolean;
}

/** Smaller names, in sizes of text, rather stand. */
const LYING = 0.8;
const CELL_MAX = 6.4;
const CELL_HIGH = 3.2;

/** `widest`: the width of the widest name, in its own size. */
export function sidePlaces(
  channels: number,
  target: number,
  widest: number,
  { width, height, text_px }: { width: number; height: number; text_px: number },
): SidePlaces {
  const pitch = width / channels;
  const gap = Math.min(text_px * 1.1, Math.max(2, pitch * 0.16));
  const across = Math.min(pitch - gap, text_px * CELL_MAX);
  const upright = widest * text_px * LYING > across - 4;
  const head_y = text_px * 0.7;
  const wire_top = text_px * 1.5;
  const result_px = text_px * 1.9;
  const foot_y = height - result_px / 2 - 1;
  const ring = text_px * 0.72;
  const bus_y = foot_y - result_px / 2 - ring - text_px * 0.75;
  const cell_px = Math.min(text_px * (upright ? 4 : CELL_HIGH), Math.max(text_px * 1.6, (bus_y - wire_top) * 0.5));
  const cell_top = bus_y - ring - text_px * 0.35 - cell_px;
  const cells = Array.from({ length: channels }, (_, channel) => ({
    x: channel * pitch + (pitch - across) / 2,
    y: cell_top,
    width: across,
    height: cell_px,
  }));
  const middle = (target + 0.5) * pitch;
  const result_wide = Math.min(width * 0.3, Math.max(across, text_px * 3.2));
  const result = {
    x: Math.min(width - result_wide, Math.max(0, middle - result_wide / 2)),
    y: foot_y - result_px / 2,
    width: result_wide,
    height: result_px,
  };
  return { cells, head_y, wire_top, cell_top, bus_y, ring, result, foot_y, upright };
}
