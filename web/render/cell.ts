/**
 * One page cell on a canvas. Every state has a second cue beside its colour: from 10 px in full, from 4 px simplified, below
 * that colour alone (VISUAL language: hollow, solid, slash, ring, rising fill, comb, circled plus, two bars, cross).
 */

import type { CellMark, Colours, Paint } from './colours';
import { clamp, type Rect } from './geometry';
import { drawPattern, type Pattern } from './pattern';

export interface CellAppearance {
  mark: CellMark;
  /** Fill and ink; the state's own by default. */
  paint?: Paint;
  label?: string;
  label_px?: number;
  /** How far a slash, a rising fill or a comb has come, 0 to 1. */
  progress?: number;
  alpha?: number;
  /** A dead page keeps a stripe in its owner's appearance. */
  stripe?: Paint;
  /** Of the owner: over what has its fill. */
  pattern?: Pattern;
}

const FULL_CUES_PX = 10;
const SMALL_CUES_PX = 4;
const HALF_FILLED = 0.58;
/** Cells fainter than this take their labels with them. */
const STEPS_BACK = 0.3;

export function drawCell(g: CanvasRenderingContext2D, rect: Rect, appearance: CellAppearance, colours: Colours): void {
  const size = Math.min(rect.width, rect.height);
  const paint = appearance.paint ?? colours.cells[appearance.mark];
  // Thousands of cells are drawn in a frame: saving the whole state for each would cost more than drawing it.
  g.globalAlpha = appearance.alpha ?? 1;
  drawBody(g, rect, size, appearance, paint, colours);
  const owned = appearance.stripe ? { ...rect, width: clamp(rect.width * 0.08, 2, 5) } : filled(rect, appearance);
  if (appearance.stripe) fill(g, owned, appearance.stripe.fill);
  if (appearance.pattern && size >= SMALL_CUES_PX && owned.height > 0)
    drawPattern(g, owned, appearance.pattern, (appearance.stripe ?? paint).on);
  if (size >= FULL_CUES_PX) drawCue(g, rect, appearance, paint);
  else if (size >= SMALL_CUES_PX) drawSmallCue(g, rect, appearance, paint);
  g.globalAlpha = 1;
  if (appearance.label && appearance.label_px)
    drawLabel(g, rect, appearance, appearance.label, appearance.label_px, paint, colours);
}

/** The part of a cell that has its fill. */
function filled(rect: Rect, { mark, progress = 1 }: CellAppearance): Rect {
  if (mark !== 'programming') return rect;
  const height = rect.height * progress;
  return { ...rect, y: rect.y + rect.height - height, height };
}

function drawBody(
  g: CanvasRenderingContext2D,
  rect: Rect,
  size: number,
  appearance: CellAppearance,
  paint: Paint,
  colours: Colours,
): void {
  const { mark, progress = 1 } = appearance;
  if (mark === 'free') {
    if (size < SMALL_CUES_PX) fill(g, rect, colours.cells.free.fill);
    else {
      fill(g, rect, colours.paper);
      outline(g, rect, colours.freeEdge, 1);
    }
    return;
  }
  if (mark === 'programming' || mark === 'torn') {
    const share = mark === 'torn' ? HALF_FILLED : progress;
    const height = rect.height * share;
    fill(g, rect, colours.cells.free.fill);
    fill(g, { ...rect, y: rect.y + rect.height - height, height }, paint.fill);
    outline(g, rect, colours.cells.programming.fill, size >= FULL_CUES_PX ? 2 : 1);
    return;
  }
  if (mark === 'erasing') {
    const wiped = rect.height * progress;
    if (wiped > 0) {
      fill(g, rect, colours.paper);
      outline(g, rect, colours.freeEdge, 1);
    }
    fill(g, { ...rect, y: rect.y + wiped, height: rect.height - wiped }, paint.fill);
    return;
  }
  if (size < FULL_CUES_PX) {
    fill(g, rect, paint.fill);
    return;
  }
  rounded(g, rect);
  g.fillStyle = paint.fill;
  g.fill();
}

function drawCue(
  g: CanvasRenderingContext2D,
  rect: Rect,
  { mark, progress = 1, label }: CellAppearance,
  paint: Paint,
): void {
  const { x, y, width, height } = rect;
  const middle = { x: x + width / 2, y: y + height / 2 };
  switch (mark) {
    case 'invalid':
      stroke(g, paint.on, Math.max(1.2, width / 30), [
        { x: x + 2, y: y + 2 },
        { x: x + 2 + (width - 4) * progress, y: y + 2 + (height - 4) * progress },
      ]);
      break;
    case 'reading':
      g.strokeStyle = paint.on;
      g.lineWidth = 1.5;
      g.strokeRect(x + 3, y + 3, width - 6, height - 6);
      break;
    case 'erasing':
      for (const cut of [1, 2, 3]) {
        const at = y + (height * cut) / 4;
        if (at > y + height * progress) {
          stroke(g, paint.on, 1.2, [
            { x: x + 1, y: at },
            { x: x + width - 1, y: at },
          ]);
        }
      }
      break;
    case 'parity': {
      if (label) break;
      const r = Math.min(width, height) * 0.3;
      g.strokeStyle = paint.on;
      g.lineWidth = 1.3;
      g.beginPath();
      g.arc(middle.x, middle.y, r, 0, 2 * Math.PI);
      g.moveTo(middle.x - r, middle.y);
      g.lineTo(middle.x + r, middle.y);
      g.moveTo(middle.x, middle.y - r);
      g.lineTo(middle.x, middle.y + r);
      g.stroke();
      break;
    }
    case 'translation':
      if (label) break;
      for (const at of [0.36, 0.64]) {
        stroke(g, paint.on, 1.4, [
          { x: x + 3, y: y + height * at },
          { x: x + width - 3, y: y + height * at },
        ]);
      }
      break;
    case 'bad':
    case 'torn':
      drawCross(g, rect, paint.on);
      break;
    default:
  }
}

/** Between 4 and 9 px a cue is one simple shape. */
function drawSmallCue(g: CanvasRenderingContext2D, rect: Rect, { mark }: CellAppearance, paint: Paint): void {
  const { x, y, width, height } = rect;
  g.fillStyle = paint.on;
  switch (mark) {
    case 'invalid':
      g.globalAlpha *= 0.55;
      g.beginPath();
      g.moveTo(x, y);
      g.lineTo(x + width, y + height);
      g.lineTo(x, y + height);
      g.fill();
      break;
    case 'reading':
      outline(g, rect, paint.on, 1.5);
      break;
    case 'parity':
      g.fillRect(x + width / 2 - 1, y + height / 2 - 1, 2, 2);
      break;
    case 'translation':
    case 'erasing':
      g.fillRect(x, y + height / 2 - 0.5, width, 1);
      break;
    case 'bad':
    case 'torn':
      drawCross(g, rect, paint.on);
      break;
    default:
  }
}

function drawCross(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colour: string): void {
  const inset = Math.min(3, width / 5);
  const left = x + inset;
  const right = x + width - inset;
  const [top, bottom] = [y + inset, y + height - inset];
  stroke(g, colour, 1.5, [
    { x: left, y: top },
    { x: right, y: bottom },
  ]);
  stroke(g, colour, 1.5, [
    { x: right, y: top },
    { x: left, y: bottom },
  ]);
}

function drawLabel(
  g: CanvasRenderingContext2D,
  rect: Rect,
  appearance: CellAppearance,
  label: string,
  label_px: number,
  paint: Paint,
  colours: Colours,
): void {
  const { mark, alpha = 1, pattern } = appearance;
  const x = rect.x + rect.width / 2;
  const y = rect.y + rect.height / 2 + label_px * 0.04;
  g.font = `600 ${label_px}px ${colours.sans}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const plate = (): void => {
    if (!pattern || pattern.kind === 'solid' || appearance.stripe) return;
    const half = g.measureText(label).width / 2 + label_px * 0.25;
    fill(g, { x: x - half, y: y - label_px * 0.65, width: 2 * half, height: label_px * 1.25 }, paint.fill);
  };
  if (mark !== 'programming') plate();
  if (mark === 'invalid') {
    // On a faded cell the halo is made of what the cell is made of: its ground, and the fill thinly over it.
    g.strokeStyle = alpha < 1 ? mixed(colours.paper, paint.fill, alpha) : paint.fill;
    // Large digits stand so far apart that a thin halo would let the slash through between them.
    g.lineWidth = Math.max(3, label_px / (label_px > 20 ? 2.2 : 3.4));
    g.lineJoin = 'round';
    g.strokeText(label, x, y);
  }
  const ink = mark === 'free' || mark === 'programming' ? colours.ink : paint.on;
  // A number has to stay legible however faded its cell is, unless the cell is meant to step back altogether.
  g.fillStyle = alpha < 1 ? colours.ink3 : ink;
  g.globalAlpha = alpha < STEPS_BACK ? alpha * 2 : 1;
  g.fillText(label, x, y);
  g.globalAlpha = 1;
  if (mark !== 'programming') return;
  // Where the fill has risen over the label, the label takes the fill's own ink.
  g.save();
  g.beginPath();
  const risen = filled(rect, appearance);
  g.rect(risen.x, risen.y, risen.width, risen.height);
  g.clip();
  fill(g, risen, paint.fill);
  if (pattern && risen.height > 0) drawPattern(g, risen, pattern, paint.on);
  plate();
  outline(g, rect, paint.fill, 2);
  g.fillStyle = paint.on;
  g.fillText(label, x, y);
  g.restore();
}

const mixed = (ground: string, over: string, alpha: number): string =>
  `color-mix(in srgb, ${over} ${Math.round(alpha * 100)}%, ${ground})`;

export function rounded(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, radius = 1.5): void {
  g.beginPath();
  g.roundRect(x, y, width, height, Math.min(radius, width / 3, height / 3));
}

export function outline(g: CanvasRenderingContext2D, rect: Rect, colour: string, width: number, radius = 1.5): void {
  const inset = width / 2;
  if (Math.min(rect.width, rect.height) < FULL_CUES_PX) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.strokeRect(rect.x + inset, rect.y + inset, rect.width - width, rect.height - width);
    return;
  }
  rounded(g, { x: rect.x + inset, y: rect.y + inset, width: rect.width - width, height: rect.height - width }, radius);
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.stroke();
}

function fill(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colour: string): void {
  g.fillStyle = colour;
  g.fillRect(x, y, width, height);
}

function stroke(
  g: CanvasRenderingContext2D,
  colour: string,
  width: number,
  [from, to]: [{ x: number; y: number }, { x: number; y: number }],
): void {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.beginPath();
  g.moveTo(from.x, from.y);
  g.lineTo(to.x, to.y);
  g.stroke();
}
