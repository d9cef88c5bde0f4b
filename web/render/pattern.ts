/**
 * Patterns that tell logical blocks apart once the eight hues are used up: solid, diagonals, dots, bars, and all four again
 * with a double outline.
 */

import type { Rect } from './geometry';

export const PATTERNS = ['solid', 'diagonal', 'dots', 'bars'] as const;

export interface Pattern {
  kind: (typeof PATTERNS)[number];
  double_outline: boolean;
}

const STEP_PX = 8;
const STROKE_PX = 1.6;
const DOT_PX = 1.4;
const ALPHA = 0.6;
const OUTLINE_INSET_PX = 2.5;

/** The pattern of a logical block, given how many hues there are. */
export function patternOf(block: number, hues: number): Pattern {
  const round = Math.floor(block / hues);
  return {
    kind: PATTERNS[round % PATTERNS.length] ?? 'solid',
    double_outline: Math.floor(round / PATTERNS.length) % 2 === 1,
  };
}

/** Draws over a filled cell, in the colour of its label. */
export function drawPattern(
  g: CanvasRenderingContext2D,
  rect: Rect,
  { kind, double_outline }: Pattern,
  ink: string,
): void {
  if (kind === 'solid' && !double_outline) return;
  g.save();
  g.beginPath();
  g.rect(rect.x, rect.y, rect.width, rect.height);
  g.clip();
  g.globalAlpha *= ALPHA;
  g.strokeStyle = ink;
  g.fillStyle = ink;
  g.lineWidth = STROKE_PX;
  g.beginPath();
  if (kind === 'diagonal') diagonals(g, rect);
  else if (kind === 'bars') bars(g, rect);
  else if (kind === 'dots') dots(g, rect);
  if (kind === 'dots') g.fill();
  else g.stroke();
  g.restore();
  if (double_outline) {
    g.strokeStyle = ink;
    g.lineWidth = 1;
    const inset = OUTLINE_INSET_PX;
    g.strokeRect(rect.x + inset, rect.y + inset, rect.width - 2 * inset, rect.height - 2 * inset);
  }
}

function diagonals(g: CanvasRenderingContext2D, { x, y, width, height }: Rect): void {
  for (let at = -height; at < width; at += STEP_PX) {
    g.moveTo(x + at, y + height);
    g.lineTo(x + at + height, y);
  }
}

function bars(g: CanvasRenderingContext2D, { x, y, width, height }: Rect): void {
  for (let at = STEP_PX / 2; at < height; at += STEP_PX) {
    g.moveTo(x, y + at);
    g.lineTo(x + width, y + at);
  }
}

function dots(g: CanvasRenderingContext2D, { x, y, width, height }: Rect): void {
  for (let down = STEP_PX / 2; down < height; down += STEP_PX) {
    for (let across = STEP_PX / 2; across < width; across += STEP_PX) {
      g.moveTo(x + across + DOT_PX, y + down);
      g.arc(x + across, y + down, DOT_PX, 0, 2 * Math.PI);
    }
  }
}
