/**
 * Patterns that tell logical blocks apart once the eight hues are used up: solid, diagonals, dots, bars, and all four again
 * with a double outline.
 */

import { clamp, type Point, type Rect } from './geometry';

export const PATTERNS = ['solid', 'diagonal', 'dots', 'bars'] as const;

export interface Pattern {
  kind: (typeof PATTERNS)[number];
  double_outline: boolean;
}

/** What a pattern consists of: lines and dots inside a rectangle, and a second outline. */
export interface PatternMarks {
  lines: { from: Point; to: Point }[];
  dots: Point[];
  outline: Rect | null;
  stroke_px: number;
  dot_px: number;
}

/** How strongly a pattern stands on its hue; the style sheet of the shelf has the same. */
export const PATTERN_ALPHA = 0.6;
const STEP_PX = { least: 3, most: 8 };
const STROKE_PX = { least: 0.9, most: 1.6 };
const DOT_PX = { least: 0.8, most: 1.4 };
const INSET_PX = { least: 0.9, most: 2.5 };

/** The pattern of a look, given how many hues there are. */
export function patternOf(appearance: number, hues: number): Pattern {
  const round = Math.floor(appearance / hues);
  return {
    kind: PATTERNS[round % PATTERNS.length] ?? 'solid',
    double_outline: Math.floor(round / PATTERNS.length) % 2 === 1,
  };
}

/** The marks of a pattern in a cell: finer in small cells, so that two fit wherever a cell can be told at all. */
export function patternMarks(rect: Rect, { kind, double_outline }: Pattern): PatternMarks {
  const size = Math.min(rect.width, rect.height);
  const step = clamp(size / 2, STEP_PX.least, STEP_PX.most);
  const inset = clamp(size * 0.14, INSET_PX.least, INSET_PX.most);
  return {
    lines: kind === 'diagonal' ? diagonals(rect, step) : kind === 'bars' ? bars(rect, step) : [],
    dots: kind === 'dots' ? dots(rect, step) : [],
    outline: double_outline
      ? { x: rect.x + inset, y: rect.y + inset, width: rect.width - 2 * inset, height: rect.height - 2 * inset }
      : null,
    stroke_px: clamp(step * 0.2, STROKE_PX.least, STROKE_PX.most),
    dot_px: clamp(step * 0.19, DOT_PX.least, DOT_PX.most),
  };
}

/** Draws over a filled cell, in the colour of its label. */
export function drawPattern(g: CanvasRenderingContext2D, rect: Rect, pattern: Pattern, ink: string): void {
  if (pattern.kind === 'solid' && !pattern.double_outline) return;
  const { lines, dots: points, outline, stroke_px, dot_px } = patternMarks(rect, pattern);
  g.save();
  g.beginPath();
  g.rect(rect.x, rect.y, rect.width, rect.height);
  g.clip();
  g.globalAlpha *= PATTERN_ALPHA;
  g.strokeStyle = ink;
  g.fillStyle = ink;
  g.lineWidth = stroke_px;
  g.lineCap = 'butt';
  g.beginPath();
  for (const { from, to } of lines) {
    g.moveTo(from.x, from.y);
    g.lineTo(to.x, to.y);
  }
  g.stroke();
  g.beginPath();
  for (const { x, y } of points) {
    g.moveTo(x + dot_px, y);
    g.arc(x, y, dot_px, 0, 2 * Math.PI);
  }
  g.fill();
  g.restore();
  if (!outline) return;
  g.strokeStyle = ink;
  g.lineWidth = 1;
  g.strokeRect(outline.x, outline.y, outline.width, outline.height);
}

type Line = PatternMarks['lines'][number];

function diagonals({ x, y, width, height }: Rect, step: number): Line[] {
  const lines: Line[] = [];
  for (let at = step / 2 - height; at < width; at += step)
    lines.push({ from: { x: x + at, y: y + height }, to: { x: x + at + height, y } });
  return lines;
}

/** Places so far apart, as many as fit, centred. */
function spread(length: number, step: number): number[] {
  const count = Math.max(1, Math.floor(length / step));
  return Array.from({ length: count }, (_, i) => length / 2 + (i - (count - 1) / 2) * step);
}

const bars = ({ x, y, width, height }: Rect, step: number): Line[] =>
  spread(height, step).map((at) => ({ from: { x, y: y + at }, to: { x: x + width, y: y + at } }));

const dots = ({ x, y, width, height }: Rect, step: number): Point[] =>
  spread(height, step).flatMap((down) => spread(width, step).map((across) => ({ x: x + across, y: y + down })));

/** A line of the owner's hue cannot carry a pattern across: it is cut as the pattern is. */
export function dashOf({ kind }: Pattern): number[] {
  return { solid: [], diagonal: [11, 4], dots: [2.5, 4], bars: [11, 4, 2.5, 4] }[kind];
}
