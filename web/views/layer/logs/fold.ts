/** A block lying, folded into as many lines as make its pages largest: page 0 at the left of the first line. */

import { clamp, type Rect } from '../../../render/geometry';

/** In how many lines a block may lie. */
const LINES = [1, 2, 4, 8] as const;
/** A line holds at least so many pages. */
const LINE_MIN = 8;
/** A page is at most so much higher than wide. */
const TALL = 1.3;

export interface Fold {
  lines: number;
  per_line: number;
  cell: { width: number; height: number };
  gap: number;
  /** Of the whole block. */
  width: number;
  height: number;
}

/** The fold in which the pages of a block are largest in the room there is; no page is larger than `most`. */
export function foldOf(
  pages: number,
  room: { width: number; height: number },
  most: { width: number; height: number },
): Fold {
  const tries = LINES.filter((lines) => lines === 1 || pages / lines >= LINE_MIN).map((lines): Fold => {
    const per_line = Math.ceil(pages / lines);
    const across = Math.min(most.width, room.width / per_line);
    const down = Math.min(most.height, across * TALL, room.height / lines);
    const gap = clamp(Math.min(across, down) * 0.09, 0.5, 3);
    const cell = { width: Math.max(1, across - gap), height: Math.max(1, down - gap) };
    return {
      lines,
      per_line,
      cell,
      gap,
      width: per_line * (cell.width + gap) - gap,
      height: lines * (cell.height + gap) - gap,
    };
  });
  return tries.reduce((a, b) => (worth(b) > worth(a) * 1.04 ? b : a));
}

/** How large its pages are: that of their shorter side, a little less for low ones. */
export const worth = ({ cell }: Fold): number => Math.min(cell.width, cell.height * 1.25);

/** Where a page of a block lies whose first page stands at `x`, `y`. */
export function pageRect({ per_line, cell, gap }: Fold, x: number, y: number, page: number): Rect {
  return {
    x: x + (page % per_line) * (cell.width + gap),
    y: y + Math.floor(page / per_line) * (cell.height + gap),
    width: cell.width,
    height: cell.height,
  };
}

/** Smallest cell in which a number of two digits can be read. */
const NUMBER = { width: 11.4, height: 14.8 };

export const isNumbered = ({ cell }: Fold): boolean => cell.width >= NUMBER.width && cell.height >= NUMBER.height;
