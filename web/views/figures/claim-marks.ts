/** The papers' claims as marks on charts, from the places that the core gives with each figure. */

import type { FigureEntry } from '../../engine/core-types';
import type { ChartMark } from '../charts/claimed';

/** The marks of a figure's claims, in their order; `divided_by` is what sizes are divided by in its experiments. */
export const marksOf = ({ places }: Pick<FigureEntry, 'places'>, divided_by = 1): ChartMark[] =>
  places.map((place) => ({
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    ...place,
    ...(place.level !== undefined && place.is_size ? { level: place.level / divided_by } : {}),
  }));
