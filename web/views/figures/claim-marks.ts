/** The papers' claims as marks on charts, from the places that the core gives with each figure. */

import type { ClaimedPlace, FigureEntry } from '../../engine/figures';

/** A place on a chart; what reaches to the end of the axis is infinite there. */
export interface ChartMark extends ClaimedPlace {
  from: number;
  to: number;
}

/** The marks of a figure's claims, in their order; `divided_by` is what sizes are divided by in its experiments. */
export const marksOf = ({ places }: Pick<FigureEntry, 'places'>, divided_by = 1): ChartMark[] =>
  places.map((place) => ({
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    ...place,
    ...(place.level !== undefined && place.is_size ? { level: place.level / divided_by } : {}),
  }));

/** What the claim is from. */
export const workOf = ({ claim }: Pick<ChartMark, 'claim'>): string => (claim.startsWith('L') ? 'thesis' : 'paper');

/** Whether the paper names a place where its system gets ahead, not just that it is. */
export const hasEdge = ({ says, from, to }: ChartMark): boolean =>
  says === 'ahead' && (Number.isFinite(from) || Number.isFinite(to));
