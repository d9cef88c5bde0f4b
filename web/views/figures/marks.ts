/** The marks charts are made of, and the papers' claims as places on a chart. */

import { svg } from '../../ui/dom';
import type { Axis } from './axis';
import type { ChartLayout } from './chart-layout';
import { type ChartMark, hasEdge } from './claim-marks';
import type { ChartModel } from './model';

type Anchor = 'start' | 'middle' | 'end';

export const text = (x: number, y: number, words: string, kind: string, anchor: Anchor = 'start'): SVGTextElement =>
  svg('text', { x, y, 'text-anchor': anchor, class: `figure-text ${kind}` }, words);

/** A lane's letter. */
export const letter = (
  x: number,
  y: number,
  { letter: words, colour }: { letter: string; colour: string },
  anchor: Anchor,
) => {
  const name = text(x, y, words, 'figure-strong', anchor);
  name.style.fill = colour;
  return name;
};

/** The marks of the claim looked at; otherwise those that name a place, and without any, all. */
export function shownMarks({ marks, claim }: ChartModel): readonly ChartMark[] {
  if (claim !== null) return marks.filter((mark) => mark.claim === claim);
  return marks.some(hasEdge) ? marks.filter(hasEdge) : marks;
}

/** Where a mark begins and ends on the plot; one that is a single place is still to be seen. */
export function onPlot(
  { from, to }: ChartMark,
  x: Axis,
  { left, right, em }: ChartLayout,
): { from: number; to: number } {
  const start = Number.isFinite(from) ? Math.min(Math.max(x(from), left), right) : left;
  const end = Number.isFinite(to) ? Math.min(Math.max(x(to), left), right) : right;
  const thin = Math.max(0, 0.6 * em - (end - start)) / 2;
  return { from: start - thin, to: end + thin };
}

/** The values of x at which a mark's stretch begins and ends. */
export const edgesOf = (mark: ChartMark | undefined): number[] =>
  mark ? [...new Set([mark.from, mark.to])].filter(Number.isFinite) : [];
