/** What a paper claims of a chart, as places on its axes. Which claim stands where is for the figures to say. */

import type { ClaimedPlace } from '../../engine/core-types';
import type { Axis } from './axis';
import type { ChartLayout } from './line-layout';

/** A place on a chart; what reaches to the end of the axis is infinite there. */
export interface ChartMark extends ClaimedPlace {
  from: number;
  to: number;
}

/** What the claim is from. */
export const workOf = ({ claim }: Pick<ChartMark, 'claim'>): string => (claim.startsWith('L') ? 'thesis' : 'paper');

/** Whether the paper names a place where its system gets ahead, not just that it is. */
const hasEdge = ({ says, from, to }: ChartMark): boolean =>
  says === 'ahead' && (Number.isFinite(from) || Number.isFinite(to));

/** The marks of the claim looked at; otherwise those that name a place, and without any, all. */
export function shownMarks(marks: readonly ChartMark[], claim: string | null): readonly ChartMark[] {
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
