/** Paints a scene: frames below, lines between, cells above them. */

import { type CellAppearance, drawCell, outline, rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { centre, grown, type Point, type Rect } from '../../../render/geometry';
import { dashOf, drawPattern } from '../../../render/pattern';
import { paintRing } from '../../stage-kit/marks';
import type { Box, Line, Scene, SceneCell } from './scene';

/** How a cell differs from the scene at a moment of its motion; null leaves it as it is. */
export type AppearanceAt = (cell: SceneCell) => CellAppearance | null;

/** Cells on which the last operation has worked. */
export interface Marks {
  read: number | null;
  programmed: number | null;
}

const EDGE_MIN_PX = 8;

export function paintScene(
  g: CanvasRenderingContext2D,
  scene: Scene,
  colours: Colours,
  marks: Marks,
  appearanceAt: AppearanceAt,
): void {
  for (const box of scene.boxes) paintBox(g, box, colours);
  for (const line of scene.lines) paintOwnersLine(g, line, colours);
  for (const cell of scene.cells) paintCell(g, cell, appearanceAt(cell) ?? cell.appearance, colours);
  for (const cell of scene.cells) paintMarks(g, cell, marks, colours);
  for (const { rect, paint, pattern } of scene.stretches) {
    g.fillStyle = paint.fill;
    g.fillRect(rect.x, rect.y, rect.width, rect.height);
    if (pattern) drawPattern(g, rect, pattern, paint.on);
  }
  if (!scene.now) return;
  const { x, top, bottom } = scene.now;
  g.fillStyle = colours.paper;
  g.fillRect(x - 2.5, top, 5, bottom - top);
  g.fillStyle = colours.ink;
  g.fillRect(x - 1.25, top, 2.5, bottom - top);
}

function paintBox(g: CanvasRenderingContext2D, { rect, kind }: Box, colours: Colours): void {
  if (kind === 'slot') g.setLineDash([4, 3]);
  rounded(g, rect, 4);
  if (kind === 'victim') {
    g.fillStyle = colours.mark;
    g.fill();
  }
  const strong = kind === 'victim' || kind === 'running';
  outline(g, rect, strong ? colours.ink : kind === 'slot' ? colours.rule2 : colours.rule, strong ? 2.5 : 1, 4);
  g.setLineDash([]);
}

function traceLine(g: CanvasRenderingContext2D, { from, to, curved }: Pick<Line, 'from' | 'to' | 'curved'>): void {
  g.beginPath();
  g.moveTo(from.x, from.y);
  if (curved) {
    const bend = (to.x - from.x) * 0.7;
    g.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  } else g.lineTo(to.x, to.y);
}

function paintLine(g: CanvasRenderingContext2D, line: Line, cap: CanvasLineCap = 'round'): void {
  traceLine(g, line);
  g.strokeStyle = line.colour;
  g.lineWidth = line.width;
  g.lineCap = cap;
  g.stroke();
  if (line.arrow) paintHead(g, line.to, line.colour);
}

/** A line to an owner's pages, cut as their pattern is. */
function paintOwnersLine(g: CanvasRenderingContext2D, line: Line, colours: Colours): void {
  const { pattern, width } = line;
  if (pattern) g.setLineDash(dashOf(pattern));
  // Round ends would close the gaps.
  paintLine(g, line, pattern && pattern.kind !== 'solid' ? 'butt' : 'round');
  g.setLineDash([]);
  if (pattern?.double_outline) paintLine(g, { ...line, colour: colours.paper, width: width * 0.4 });
}

function paintHead(g: CanvasRenderingContext2D, { x, y }: Point, colour: string): void {
  g.beginPath();
  g.moveTo(x + 2, y);
  g.lineTo(x - 7, y - 5);
  g.lineTo(x - 7, y + 5);
  g.closePath();
  g.fillStyle = colour;
  g.fill();
}

export function paintCell(
  g: CanvasRenderingContext2D,
  cell: SceneCell,
  appearance: CellAppearance,
  colours: Colours,
): void {
  const { rect } = cell;
  if (cell.ghost && appearance === cell.appearance) {
    paintGhost(g, rect, appearance, colours);
    return;
  }
  drawCell(g, rect, appearance, colours);
  if (appearance.mark === 'valid' && Math.min(rect.width, rect.height) >= EDGE_MIN_PX)
    outline(g, rect, colours.idEdge, 0.9);
  if (cell.corner && appearance === cell.appearance) paintCorner(g, rect, cell.corner, colours);
}

function paintGhost(
  g: CanvasRenderingContext2D,
  rect: Rect,
  { label, label_px }: CellAppearance,
  colours: Colours,
): void {
  const { x, y, width, height } = rect;
  g.setLineDash([2.5, 2.5]);
  g.strokeStyle = colours.freeEdge;
  g.lineWidth = 1;
  g.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  g.setLineDash([]);
  if (!label || !label_px) return;
  g.font = `400 ${label_px}px ${colours.sans}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillStyle = colours.ink3;
  g.fillText(label, x + width / 2, y + height / 2 + label_px * 0.04);
}

function paintCorner(
  g: CanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  colour: string,
  colours: Colours,
): void {
  const side = Math.min(10, width * 0.42, height * 0.42);
  if (side < 2) return;
  g.beginPath();
  g.moveTo(x + 1, y + height - 1);
  g.lineTo(x + 1, y + height - 1 - side);
  g.lineTo(x + 1 + side, y + height - 1);
  g.closePath();
  g.fillStyle = colour;
  g.fill();
  g.strokeStyle = colours.idEdge;
  g.lineWidth = 0.6;
  g.stroke();
}

/** Read: a ring; programmed: an outline. The fill stays the owner's. */
function paintMarks(
  g: CanvasRenderingContext2D,
  { rect, page, part }: SceneCell,
  marks: Marks,
  colours: Colours,
): void {
  if (page === null || part === 'tag') return;
  const colour =
    page === marks.read
      ? colours.cells.reading.fill
      : page === marks.programmed
        ? colours.cells.programming.fill
        : null;
  if (colour) outline(g, grown(rect, 1.5), colour, Math.min(3, Math.max(1.5, rect.width / 8)), 2);
}

/** Joins all places where a page is or was. */
export function paintThread(g: CanvasRenderingContext2D, rects: readonly Rect[], colours: Colours): void {
  for (const [at, rect] of rects.entries()) {
    const next = rects[at + 1];
    if (next)
      paintLine(g, { from: centre(rect), to: centre(next), colour: colours.ink, width: 1, curved: true, arrow: false });
  }
  for (const rect of rects) paintRing(g, rect, colours, { width: 2, halo: 3 });
}
