/** Where map blocks stand that lie on the SSD: by line and place, the one that is written last. */

import type { FlashMapBlock, MapCacheView } from '../../../engine/core-types';
import { count } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { wordsWidth } from '../../../render/text-width';

export interface BlockPlace {
  block: FlashMapBlock;
  box: Rect;
  /** Where the number of its place begins. */
  left: number;
  /** Entries of a map block of one page, else its pages. */
  cells: Rect[];
}

export interface SsdPlaces {
  /** Names of lines, each above its blocks. */
  lines: { line: number; x: number; y: number }[];
  blocks: BlockPlace[];
}

/** As many entries of a map block are told. */
export const ENTRIES_TOLD = 8;
/** In sizes of text: name of a line, least and greatest pitch of blocks. */
export const LINE_NAME = 1.7;
const BLOCK = { least: 1.7, most: 5, gap: 0.35 };
/** Left of a map block stands the number of its place, right of it what it is. */
const PLACE_LEAST = 1.6;
/** Size of that number. */
export const PLACE_PX = 0.92;
export const BLOCK_RIGHT = 4.7;
export const CELL_GAP_PX = 3;

/** Whether map blocks have more entries than can be told, and numbers more digits. */
export const isMany = ({ entries_per_block }: Pick<MapCacheView, 'entries_per_block'>): boolean =>
  entries_per_block > ENTRIES_TOLD;

/** Map blocks on the SSD that the look-up is about, by line and place. */
export const flashOf = (map: MapCacheView): FlashMapBlock[] =>
  [...(map.walk?.flash ?? [])].sort((a, b) => isNew(a) - isNew(b) || a.line - b.line || a.offset - b.offset);

/** The place that is written comes last, so that nothing moves when it does. */
const isNew = ({ state }: FlashMapBlock): number => Number(state === 'new');

/** Pieces that a map block on the SSD is drawn in: its entries, where they can be told, else its pages. */
export const piecesOf = ({ entries_per_block, block_pages }: MapCacheView): number =>
  isMany({ entries_per_block }) ? block_pages : entries_per_block;

export function blocksIn({ x, y, width, height }: Rect, map: MapCacheView, t: number): SsdPlaces {
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
  const lines: SsdPlaces['lines'] = [];
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
