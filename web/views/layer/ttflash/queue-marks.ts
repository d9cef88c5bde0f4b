/** What runs on a plane and what queues for it, as small marks: a read is a ring, a program is half full, a command of a collection is combed. */

import type { TtflashPlane } from '../../../engine/core-types';
import type { Colours } from '../../../render/colours';

export interface QueueMark {
  kind: 'read' | 'program' | 'collect';
  /** How many wait; 0 where the number is not told. */
  count: number;
  /** One of the kind is being carried out. */
  runs: boolean;
}

const KIND_OF = { read: 'read', program: 'program', copy: 'collect', erase: 'collect' } as const;

export function marksOf({ queue, running }: Pick<TtflashPlane, 'queue' | 'running'>): QueueMark[] {
  const waiting = { read: queue.reads, program: queue.programs, collect: queue.collecting };
  const runs = running === null ? null : KIND_OF[running];
  return (['read', 'program', 'collect'] as const).flatMap((kind) =>
    waiting[kind] > 0 || runs === kind ? [{ kind, count: waiting[kind], runs: runs === kind }] : [],
  );
}

/** Draws marks from the right edge leftwards; returns how much room they took. */
export function paintMarks(
  g: CanvasRenderingContext2D,
  colours: Colours,
  marks: readonly QueueMark[],
  { right, middle }: { right: number; middle: number },
  px: number,
): number {
  let x = right;
  g.font = `400 ${px}px ${colours.sans}`;
  g.textBaseline = 'middle';
  g.textAlign = 'right';
  for (const mark of marks.toReversed()) {
    if (mark.count > 0) {
      const words = mark.count > 99 ? '99+' : String(mark.count);
      g.fillStyle = colours.ink;
      g.fillText(words, x, middle);
      x -= g.measureText(words).width + 2;
    }
    x -= px * 0.82;
    paintMark(g, colours, mark, x, middle - px * 0.41, px * 0.82);
    x -= px * 0.55;
  }
  return right - x;
}

function paintMark(
  g: CanvasRenderingContext2D,
  colours: Colours,
  { kind, runs }: QueueMark,
  x: number,
  y: number,
  side: number,
): void {
  const { reading, programming, erasing, free } = colours.cells;
  g.fillStyle = kind === 'read' ? reading.fill : kind === 'program' ? free.fill : erasing.fill;
  g.fillRect(x, y, side, side);
  if (kind === 'program') {
    g.fillStyle = programming.fill;
    g.fillRect(x, y + side / 2, side, side / 2);
  }
  if (runs) {
    g.strokeStyle = colours.ink;
    g.lineWidth = 1.5;
    g.strokeRect(x - 1.75, y - 1.75, side + 3.5, side + 3.5);
  }
  g.strokeStyle = kind === 'program' ? programming.fill : kind === 'read' ? reading.fill : erasing.fill;
  g.lineWidth = 1;
  g.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
  if (kind === 'read') {
    g.strokeStyle = reading.on;
    g.lineWidth = 1;
    g.strokeRect(x + 2.5, y + 2.5, side - 5, side - 5);
  }
  if (kind === 'collect') {
    g.fillStyle = erasing.on;
    for (const at of [0.33, 0.62]) g.fillRect(x + 1, y + side * at, side - 2, 1);
  }
}
