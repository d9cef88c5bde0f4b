/** The papers' claims as marks on charts, from the places that the core gives with each figure. */

import type { FigureEntry } from '../../engine/core-types';
import type { ChartMark } from '../charts/claimed';

/** The marks of a figure's claims, in their order; `divided_by` is what sizes are divided by in its experiments. */
export const marksOf = ({ places }: Pick<FigureEntry, 'places'>, divided_by = 1): ChartMark[] =>
  places
    .map((place) => ({
      from: Number.NEGATIVE_INFINITY,
      to: Number.POSITIVE_INFINITY,
      ...place,
      ...(place.level !== undefined && place.is_size ? { level: place.level / divided_by } : {}),
    }))
    .reduce(joined, []);

/** A paper's one statement may be told in two parts, a stretch and the point after it, whose numbers differ; on a chart it is one. */
function joined(before: ChartMark[], mark: ChartMark): ChartMark[] {
  const last = before.at(-1);
  const goesOn = last && mark.from === mark.to && last.to < mark.from && isSame(last, mark);
  return goesOn ? [...before.slice(0, -1), { ...last, to: mark.to }] : [...before, mark];
}

const isSame = (one: ChartMark, other: ChartMark): boolean =>
  JSON.stringify({ ...one, from: 0, to: 0 }) === JSON.stringify({ ...other, from: 0, to: 0 });
