/** What tiles of all sizes are put together from. */

import type { TtflashPlane } from '../../../engine/core-types';
import { rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import type { Point, Rect } from '../../../render/geometry';
import type { BoardLayout } from './board-layout';
import { say } from './hatching';
import { fillOf, type TtflashPicture } from './model';

/** What a tile is drawn with. */
export interface Brush {
  g: CanvasRenderingContext2D;
  colours: Colours;
  layout: BoardLayout;
  picture: TtflashPicture;
}

/** A page shown on a full tile. */
export interface ShownPage {
  stripe: number;
  lpn: number | null;
  /** How it is lit: read for another, missing, pointed at. */
  lit: 'read' | 'missing' | 'asked' | null;
}

export const inset = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

/** A ground that words can be read on. */
export function plate({ g, colours }: Brush, rect: Rect): void {
  rounded(g, rect, 2);
  g.fillStyle = colours.sheet;
  g.fill();
}

/** Bold words in the middle of something that is hatched or struck out. */
export function plated(brush: Brush, words: string, { x, y }: Point, px: number): void {
  if (words === '') return;
  const { g, colours } = brush;
  g.font = `700 ${px}px ${colours.sans}`;
  const width = g.measureText(words).width + 5;
  plate(brush, { x: x - width / 2, y: y - px * 0.66, width, height: px * 1.32 });
  say(g, words, x, y, { px, colour: colours.ink, colours, bold: true, align: 'center' });
}

/** Fills as free blocks run out; past the tick the plane wants to collect. */
export function bar({ g, colours, picture, layout }: Brush, plane: TtflashPlane, rect: Rect): void {
  const { fill, mark } = fillOf(plane, picture.view);
  g.fillStyle = colours.cells.free.fill;
  g.fillRect(rect.x, rect.y, rect.width, rect.height);
  g.fillStyle = colours.ink3;
  g.fillRect(rect.x, rect.y, rect.width * fill, rect.height);
  g.strokeStyle = colours.freeEdge;
  g.lineWidth = 1;
  g.strokeRect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1);
  const reach = layout.form === 'full' ? 3 : 1.5;
  g.fillStyle = colours.ink;
  g.fillRect(rect.x + rect.width * mark - 0.75, rect.y - reach, 1.5, rect.height + 2 * reach);
}
