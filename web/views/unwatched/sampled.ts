/** The map of a device that is too large to be shown whole: what a cell looks like, where it stands, and the map in words. */

import type { SampledMap } from '../../engine/core-types';
import { BLOCK_STATES } from '../../engine/unwatched-run';
import { count, plural, share } from '../../render/format';

export const SHADES = 7;
const FULL = 255;
const NARROW_PX = 600;
/** Cells are to be told apart, and a small map is not to fill the page. */
const CELL_MAX_PX = 12;

export type CellAppearance = { kind: 'free' } | { kind: 'bad' } | { kind: 'used'; shade: number };

export function appearanceOf([valid, , state]: SampledMap['cells'][number]): CellAppearance {
  const name = BLOCK_STATES[state];
  if (name === 'free' || name === 'bad') return { kind: name };
  return { kind: 'used', shade: Math.floor((valid * SHADES) / (FULL + 1)) };
}

export interface Grid {
  columns: number;
  rows: number;
  cell_px: number;
}

export function gridOf(cells: number, width_px: number): Grid {
  const columns = Math.max(1, Math.min(cells, width_px < NARROW_PX ? 64 : 128));
  const cell_px = Math.max(1, Math.min(CELL_MAX_PX, Math.floor(width_px / columns)));
  return { columns, rows: Math.ceil(cells / columns), cell_px };
}

/** "every 16th of 65 536 blocks". */
export function sampleInWords({ blocks, step }: SampledMap): string {
  return step === 1 ? `all ${count(blocks)} blocks` : `every ${ordinal(step)} of ${count(blocks)} blocks`;
}

export function mapInWords(map: SampledMap): string {
  const { cells } = map;
  const of = (kind: CellAppearance['kind']): SampledMap['cells'] =>
    cells.filter((cell) => appearanceOf(cell).kind === kind);
  const used = of('used');
  const mean_valid = used.reduce((sum, [valid]) => sum + valid / FULL, 0) / Math.max(1, used.length);
  const bad = of('bad').length;
  return [
    `The device at the end of the run: ${sampleInWords(map)}, ${plural(cells.length, 'cell')}.`,
    `${count(of('free').length)} erased${bad > 0 ? `, ${count(bad)} bad` : ''}, ${count(used.length)} in use, ${share(mean_valid)} of whose pages are valid on average.`,
    erasesInWords(cells.map(([, times]) => times)),
  ].join(' ');
}

function erasesInWords(erases: readonly number[]): string {
  const least = erases.reduce((low, times) => Math.min(low, times), erases[0] ?? 0);
  const most = erases.reduce((high, times) => Math.max(high, times), 0);
  if (most === 0) return 'None has been erased.';
  return `Erased ${count(least)} to ${plural(most, 'time')}.`;
}

function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return `${count(value)}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`;
}
