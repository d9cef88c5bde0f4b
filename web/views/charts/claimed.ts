/** What a paper claims of a chart, as places on its axes. Which claim stands where is for the figures to say. */

import type { Axis } from './axis';
import type { ChartLayout } from './line-layout';
import type { ChartModel } from './line-model';

export interface Claimed {
  metric: string;
  /** Only in this panel. */
  panel?: string;
  /** The system that it is about; the paper's own where none is named. */
  of?: string;
  /** The rival; none where the claim is about one system alone. */
  against?: string;
  /** The stretch of x that is meant; the axis ends where it ends. */
  from: number;
  to: number;
  says: 'ahead' | 'behind' | 'equal' | 'near' | 'flat' | 'at least' | 'at most' | 'about';
  /** At least how much less than the rival's, as a share. */
  gain?: number;
  /** The value that is meant, in the metric's unit, where the claim names one. */
  level?: number;
  /** The same as a share of the rival's. */
  share?: number;
  /** Whether that value is a size, divided where experiments of a part of the size are made. */
  is_size?: boolean;
}

export interface ClaimedPlace extends Claimed {
  claim: string;
}

/** What the claim is from. */
export const workOf = ({ claim }: Pick<ClaimedPlace, 'claim'>): string => (claim.startsWith('L') ? 'thesis' : 'paper');

/** Whether the paper names a place where its system gets ahead, not just that it is. */
export const hasEdge = ({ says, from, to }: Claimed): boolean =>
  says === 'ahead' && (Number.isFinite(from) || Number.isFinite(to));

/** The marks of the claim looked at; otherwise those that name a place, and without any, all. */
export function shownMarks({ marks, claim }: ChartModel): readonly ClaimedPlace[] {
  if (claim !== null) return marks.filter((mark) => mark.claim === claim);
  return marks.some(hasEdge) ? marks.filter(hasEdge) : marks;
}

/** Where a mark begins and ends on the plot; one that is a single place is still to be seen. */
export function onPlot(
  { from, to }: ClaimedPlace,
  x: Axis,
  { left, right, em }: ChartLayout,
): { from: number; to: number } {
  const start = Number.isFinite(from) ? Math.min(Math.max(x(from), left), right) : left;
  const end = Number.isFinite(to) ? Math.min(Math.max(x(to), left), right) : right;
  const thin = Math.max(0, 0.6 * em - (end - start)) / 2;
  return { from: start - thin, to: end + thin };
}

/** The values of x at which a mark's stretch begins and ends. */
export const edgesOf = (mark: ClaimedPlace | undefined): number[] =>
  mark ? [...new Set([mark.from, mark.to])].filter(Number.isFinite) : [];
