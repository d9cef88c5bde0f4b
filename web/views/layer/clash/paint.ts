/** Paints the stage of C-lash: parts below, pages in their places, connectors over them, and what is on its way on top. */

import { drawCell, outline, rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { centre, clamp, grown, type Point, type Rect } from '../../../render/geometry';
import { legible } from '../../../render/label';
import { drawPattern } from '../../../render/pattern';
import type { Box, ClashCell, Connector, Gate, Meter, Scene, Wire } from './scene';

const EDGE_MIN_PX = 8;
const CORNER_PX = 8;
/** Dashes around smaller places would be noise. */
const DASHED_MIN_PX = 9;

export interface Moment {
  scene: Scene;
  cells: readonly ClashCell[];
  meter: Meter;
  gate: Gate | null;
  /** How strongly marks and frames of this step are seen, 0 to 1. */
  marks: number;
  frames: number;
  /** Whether the connector of a path is drawn yet. */
  connector: (connector: Connector) => boolean;
}

/** A scene with nothing on its way. */
export const still = (scene: Scene): Moment => ({
  scene,
  cells: scene.cells,
  meter: scene.meter,
  gate: scene.gate,
  marks: 1,
  frames: 1,
  connector: () => true,
});

export function paintMoment(g: CanvasRenderingContext2D, moment: Moment, colours: Colours, text_px: number): void {
  const { scene, cells } = moment;
  for (const box of scene.boxes) paintBox(g, box, moment, colours);
  paintShelf(g, scene, colours);
  for (const { rect, station } of scene.stations) if (station === 'host') paintStation(g, rect, true, colours);
  for (const cell of cells) if (cell.part !== 'path') paintCell(g, cell, colours);
  for (const { rect, fill, owner } of moment.meter.rects) {
    paintSlot(g, rect, fill, colours);
    if (owner) drawPattern(g, rect, owner.pattern, owner.paint.on);
  }
  if (moment.gate) paintGate(g, moment.gate, colours);
  const connectors = scene.connectors.filter(moment.connector);
  for (const connector of connectors) paintConnector(g, connector, colours);
  for (const { rect, station } of scene.stations) if (station !== 'host') paintStation(g, rect, false, colours);
  for (const wire of scene.wires) paintWire(g, wire, colours, text_px);
  const badged = new Set<string>();
  for (const { path, badge } of connectors) {
    if (badged.has(path)) continue;
    const radius = Math.max(8, text_px * 0.68);
    paintBadge(g, path, badge, radius, true, colours, legible(radius * 1.25, text_px));
    badged.add(path);
  }
}

function paintBox(g: CanvasRenderingContext2D, { rect, kind }: Box, { marks, frames }: Moment, colours: Colours): void {
  if (kind === 'new') {
    g.globalAlpha = frames;
    outline(g, rect, colours.ink, 2.2, 4);
    g.globalAlpha = 1;
    return;
  }
  rounded(g, rect, 4);
  const plain = kind === 'marked' ? 1 - marks : 1;
  if (plain > 0 || kind !== 'marked') {
    g.fillStyle = kind === 'free' ? colours.paper : colours.cells.free.fill;
    g.fill();
  }
  if (kind === 'marked') {
    g.globalAlpha = marks;
    g.fillStyle = colours.mark;
    g.fill();
    g.globalAlpha = 1;
    outline(g, rect, marks > 0.5 ? colours.ink : colours.rule2, 1 + 1.4 * marks, 4);
    return;
  }
  if (kind === 'leaving') outline(g, rect, colours.cells.erasing.fill, 2.6, 4);
  else if (kind === 'free') dashed(g, rect, colours.freeEdge);
  else outline(g, rect, kind === 'home' ? colours.rule2 : colours.ink, kind === 'home' ? 1 : 1.2, 4);
}

function dashed(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colour: string, line = 1): void {
  g.setLineDash([4, 3]);
  g.strokeStyle = colour;
  g.lineWidth = line;
  g.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  g.setLineDash([]);
}

function paintShelf(g: CanvasRenderingContext2D, { shelf }: Scene, colours: Colours): void {
  g.fillStyle = colours.ink;
  g.fillRect(shelf.x, shelf.y, shelf.width, 2);
}

function paintStation(g: CanvasRenderingContext2D, rect: Rect, is_host: boolean, colours: Colours): void {
  rounded(g, rect, 3);
  g.fillStyle = is_host ? colours.paper : colours.cells.free.fill;
  g.fill();
  outline(g, rect, colours.rule2, 1, 3);
}

function paintWire(g: CanvasRenderingContext2D, wire: Wire, colours: Colours, text_px: number): void {
  const { x, from, to, lit, badge, path } = wire;
  const colour = lit ? colours.ink : colours.rule2;
  const down = to > from;
  const end = to - (down ? 1 : -1) * 3;
  stroke(
    g,
    [
      { x, y: from },
      { x, y: end },
    ],
    colour,
    lit ? 3.2 : 1,
  );
  arrowHead(g, { x, y: to }, down ? 1 : -1, colour, lit ? 5.5 : 3.5);
  paintBadge(g, path, centre(badge), badge.width / 2, lit, colours, legible(text_px * 0.86, text_px));
}

function arrowHead(g: CanvasRenderingContext2D, { x, y }: Point, towards: 1 | -1, colour: string, size: number): void {
  g.beginPath();
  g.moveTo(x, y);
  g.lineTo(x - size, y - towards * size * 1.5);
  g.lineTo(x + size, y - towards * size * 1.5);
  g.closePath();
  g.fillStyle = colour;
  g.fill();
}

/** The letter of a path: on ink while it is taken, on paper at rest. */
function paintBadge(
  g: CanvasRenderingContext2D,
  letter: string,
  { x, y }: Point,
  radius: number,
  lit: boolean,
  colours: Colours,
  label_px: number,
): void {
  g.beginPath();
  g.arc(x, y, radius + 1.5, 0, 2 * Math.PI);
  g.fillStyle = colours.paper;
  g.fill();
  g.beginPath();
  g.arc(x, y, radius, 0, 2 * Math.PI);
  g.fillStyle = lit ? colours.ink : colours.paper;
  g.fill();
  g.strokeStyle = lit ? colours.ink : colours.rule2;
  g.lineWidth = 1;
  g.stroke();
  g.font = `700 ${Math.min(label_px, radius * 1.5)}px ${colours.sans}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillStyle = lit ? colours.paper : colours.ink2;
  g.fillText(letter, x, y + 0.5);
}

function paintSlot(g: CanvasRenderingContext2D, rect: Rect, fill: string | null, colours: Colours): void {
  if (fill === null) {
    dashed(g, rect, colours.ink2);
    return;
  }
  g.fillStyle = fill;
  g.fillRect(rect.x, rect.y, rect.width, rect.height);
}

function paintGate(g: CanvasRenderingContext2D, { from, to }: Gate, colours: Colours): void {
  stroke(g, [from, to], colours.ink, 4);
}

export function paintCell(g: CanvasRenderingContext2D, cell: ClashCell, colours: Colours): void {
  const { rect, appearance, ghost, ring, copied } = cell;
  if (ghost) paintGhost(g, cell, colours);
  else {
    drawCell(g, rect, appearance, colours);
    if (appearance.mark === 'valid' && Math.min(rect.width, rect.height) >= EDGE_MIN_PX && appearance.paint)
      outline(g, rect, colours.idEdge, 0.9);
  }
  if (copied) paintCorner(g, rect, colours);
  if (ring) outline(g, grown(rect, 1.5), colours.cells[ring].fill, clamp(rect.width / 8, 1.5, 3), 2);
}

/** Read up from flash. */
function paintCorner(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colours: Colours): void {
  const side = Math.min(12, width * 0.5, height * 0.5);
  g.beginPath();
  g.moveTo(x + width, y + height);
  g.lineTo(x + width - side, y + height);
  g.lineTo(x + width, y + height - side);
  g.closePath();
  g.fillStyle = colours.cells.reading.fill;
  g.fill();
  g.strokeStyle = colours.idEdge;
  g.lineWidth = 0.6;
  g.stroke();
}

/** A place without its page: dashed, with the name of what was there, or the number of the place. */
function paintGhost(g: CanvasRenderingContext2D, { rect, appearance, key }: ClashCell, colours: Colours): void {
  const departed = key.startsWith('g:') || key === 'host';
  const { x, y, width, height } = rect;
  if (Math.min(width, height) >= (departed ? 4 : DASHED_MIN_PX)) {
    g.setLineDash(departed ? [4, 3] : [2.5, 2.5]);
    g.strokeStyle = departed ? colours.ink2 : colours.freeEdge;
    g.lineWidth = departed ? 1.5 : 1;
    g.strokeRect(x + 0.75, y + 0.75, width - 1.5, height - 1.5);
    g.setLineDash([]);
  } else {
    g.fillStyle = colours.cells.free.fill;
    g.fillRect(x, y, width, height);
  }
  if (!appearance.label || !appearance.label_px) return;
  g.font = `400 ${appearance.label_px}px ${colours.sans}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillStyle = departed ? colours.ink2 : colours.ink3;
  g.fillText(appearance.label, x + width / 2, y + height / 2 + appearance.label_px * 0.04);
}

/** A way with rounded corners and a head; what goes to flash goes in the colour of erasing. */
function paintConnector(g: CanvasRenderingContext2D, { path, points, ahead }: Connector, colours: Colours): void {
  const colour = path === 'I' ? colours.cells.erasing.fill : colours.ink;
  traceRounded(g, points);
  g.lineJoin = 'round';
  g.strokeStyle = colours.paper;
  g.lineWidth = 5;
  g.stroke();
  if (ahead) g.setLineDash([6, 4]);
  g.strokeStyle = colour;
  g.lineWidth = path === 'I' ? 2.4 : 1.8;
  g.stroke();
  g.setLineDash([]);
  const [before, end] = points.slice(-2);
  if (!before || !end) return;
  if (Math.abs(end.x - before.x) > Math.abs(end.y - before.y)) return;
  arrowHead(g, end, end.y > before.y ? 1 : -1, colour, 4.5);
}

function traceRounded(g: CanvasRenderingContext2D, points: readonly Point[]): void {
  g.beginPath();
  for (const [at, point] of points.entries()) {
    const [last, next] = [points[at - 1], points[at + 1]];
    if (!last) g.moveTo(point.x, point.y);
    else if (!next) g.lineTo(point.x, point.y);
    else {
      const shortest = Math.min(
        Math.hypot(point.x - last.x, point.y - last.y),
        Math.hypot(next.x - point.x, next.y - point.y),
      );
      g.arcTo(point.x, point.y, next.x, next.y, Math.min(CORNER_PX, shortest / 2));
    }
  }
}

function stroke(g: CanvasRenderingContext2D, points: readonly Point[], colour: string, width: number): void {
  g.beginPath();
  for (const [at, { x, y }] of points.entries()) at === 0 ? g.moveTo(x, y) : g.lineTo(x, y);
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.lineCap = 'butt';
  g.stroke();
}
