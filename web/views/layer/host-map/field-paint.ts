/** The pixels of the map of all map blocks: state, hotness, a cut corner for what was changed. Painted whole at once, whatever there are. */

import type { MapCacheView } from '../../../engine/core-types';
import { type Colours, colourWord } from '../../../render/colours';
import { type FieldLayout, heatStep, rowsOf } from './field-layout';
import { heatRamp } from './heat';

/** Colours as canvas words. */
export interface FieldPaint {
  ssd: number;
  edge: number;
  never: number;
  dot: number;
  cut: number;
  heat: number[];
}

export const fieldPaint = ({ paper, ink, rule2, freeEdge, cells }: Colours): FieldPaint => ({
  ssd: colourWord(cells.free.fill),
  edge: colourWord(freeEdge),
  never: colourWord(paper),
  dot: colourWord(rule2),
  cut: colourWord(paper),
  heat: heatRamp(paper, cells.translation.fill, ink).map(colourWord),
});

/** Cells from this many device pixels on have an outline. */
const OUTLINE_FROM = 8;
const DOT_FROM = 4;
/** How much of a side a cut corner takes. */
const CUT = 0.4;

export type FieldState = Pick<MapCacheView, 'state' | 'heat'>;

/** The picture in device pixels. */
export function fieldPixels(
  { state, heat }: FieldState,
  layout: FieldLayout,
  paint: FieldPaint,
  ratio: number,
): { width: number; height: number; words: Uint32Array } {
  const pitch = Math.round(layout.pitch * ratio);
  const size = pitch - Math.round(layout.gap * ratio);
  const width = layout.columns * pitch;
  const height = rowsOf(layout) * pitch;
  const words = new Uint32Array(width * height);
  for (let id = 0; id < layout.cells; id++) {
    const x = (id % layout.columns) * pitch;
    const at = Math.floor(id / layout.columns) * pitch * width + x;
    const one = state[id] ?? 0;
    if (one === 3) neverWritten(words, at, width, size, paint);
    else if (one === 0) onSsd(words, at, width, size, paint);
    else {
      block(words, at, width, size, paint.heat[heatStep(heat[id] ?? 0)] ?? 0);
      if (one === 2) cutCorner(words, at, width, size, paint.cut);
    }
  }
  return { width, height, words };
}

function block(words: Uint32Array, at: number, stride: number, size: number, colour: number): void {
  for (let y = 0; y < size; y++) words.fill(colour, at + y * stride, at + y * stride + size);
}

function onSsd(words: Uint32Array, at: number, stride: number, size: number, { ssd, edge }: FieldPaint): void {
  const outlined = size >= OUTLINE_FROM;
  block(words, at, stride, size, outlined ? edge : ssd);
  for (let y = 1; outlined && y < size - 1; y++) words.fill(ssd, at + y * stride + 1, at + y * stride + size - 1);
}

function neverWritten(words: Uint32Array, at: number, stride: number, size: number, { never, dot }: FieldPaint): void {
  block(words, at, stride, size, never);
  if (size < DOT_FROM) return;
  const side = Math.max(1, Math.round(size * 0.16));
  const first = Math.floor((size - side) / 2);
  for (let y = first; y < first + side; y++) words.fill(dot, at + y * stride + first, at + y * stride + first + side);
}

function cutCorner(words: Uint32Array, at: number, stride: number, size: number, colour: number): void {
  const cut = Math.max(1, Math.round(size * CUT));
  for (let y = 0; y < cut; y++) words.fill(colour, at + y * stride + size - cut + y, at + y * stride + size);
}
