/** The red hatching of what collects, on a canvas. */

import { rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import type { Point, Rect } from '../../../render/geometry';
import { BOLD, wordsWidth } from '../../../render/text-width';

const TILE_PX = 8;
const STRIPE_PX = 2.6;
const STRIPE_ALPHA = 0.38;

/** Hatches a rectangle: red, with stripes that also tell it from any other fill without colour. */
export function hatch(g: CanvasRenderingContext2D, rect: Rect, colours: Colours, radius = 3): void {
  rounded(g, rect, radius);
  g.fillStyle = colours.cells.erasing.fill;
  g.fill();
  g.save();
  g.clip();
  g.globalAlpha = STRIPE_ALPHA;
  g.strokeStyle = colours.paper;
  g.lineWidth = STRIPE_PX;
  g.beginPath();
  const { x, y, width, height } = rect;
  for (let at = -height; at < width; at += TILE_PX) {
    g.moveTo(x + at, y + height);
    g.lineTo(x + at + height, y);
  }
  g.stroke();
  g.restore();
}

/** A dashed outline inside a rectangle: of what waits. */
export function dashed(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colour: string, line = 2): void {
  g.strokeStyle = colour;
  g.lineWidth = line;
  g.setLineDash(width < 30 ? [3, 2] : [5, 4]);
  g.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
  g.setLineDash([]);
}

/** Two strokes from corner to corner: of what is lost. */
export function struckOut(
  g: CanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  colour: string,
  line = 2.5,
): void {
  g.strokeStyle = colour;
  g.lineWidth = line;
  g.beginPath();
  g.moveTo(x, y);
  g.lineTo(x + width, y + height);
  g.moveTo(x + width, y);
  g.lineTo(x, y + height);
  g.stroke();
}

/** A dashed arc below a row, from disc to disc, with a tip. */
export function arc(g: CanvasRenderingContext2D, from: Point, to: Point, radius: number, colour: string): void {
  const way = Math.sign(to.x - from.x);
  const start = { x: from.x + way * (radius + 2), y: from.y + 3 };
  const end = { x: to.x - way * 5, y: to.y + 5 };
  const sink = from.y + radius + 5;
  g.strokeStyle = colour;
  g.fillStyle = colour;
  g.lineWidth = 1.6;
  g.setLineDash([4, 3]);
  g.beginPath();
  g.moveTo(start.x, start.y);
  g.bezierCurveTo(start.x + way * 24, sink, end.x - way * 30, sink, end.x, end.y);
  g.stroke();
  g.setLineDash([]);
  g.beginPath();
  g.moveTo(end.x + way * 5, end.y - 3.5);
  g.lineTo(end.x - way * 4.5, end.y - 2.5);
  g.lineTo(end.x - way * 0.5, end.y + 4.5);
  g.fill();
}

/** Text, its middle at `y`. */
export function say(
  g: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  {
    px,
    colour,
    colours,
    bold = false,
    align = 'left',
  }: {
    px: number;
    colour: string;
    colours: Colours;
    bold?: boolean;
    align?: CanvasTextAlign;
  },
): void {
  g.font = `${bold ? 700 : 400} ${px}px ${colours.sans}`;
  g.textAlign = align;
  g.textBaseline = 'middle';
  g.fillStyle = colour;
  g.fillText(words, x, y);
}

/** The first of the words that has room; nothing where none has. */
export const fitting = (words: readonly string[], width: number, px: number, bold = false): string =>
  words.find((one) => wordsWidth(one, bold ? px * BOLD : px) <= width) ?? '';
