/** A group in words: for the card beside it, and for those who hear it. */

import { count, plural } from '../../../render/format';
import { alphaText } from './alpha';
import { type Aged, reciprocal } from './density';
import { powerText } from './formula';
import { blockName, type DensityPicture, groupOf, type Lens, pagesOf } from './model';
import { placesInWords } from './pages';
import { scoreText } from './score';

export interface Card {
  title: string;
  lines: string[];
}

export function groupCard({ buffer }: DensityPicture, { alpha, order, asks }: Lens, group: Aged): Card {
  const told = groupOf(buffer, group.lbn);
  const { pages, exact } = pagesOf(buffer, group);
  const rank = order.findIndex(({ lbn }) => lbn === group.lbn);
  const turn =
    rank === 0
      ? `${asks ? 'would leave' : 'leaves'} first`
      : `${count(rank)} ${asks ? 'would leave' : 'leave'} before it`;
  const size = told ? `${placesInWords(told.pages)}` : '';
  const score = scoreText(reciprocal(alpha, group));
  return {
    title: blockName(group.lbn),
    lines: [
      turn,
      `${exact ? '' : 'at least '}${plural(pages, 'page')}, ${plural(group.size, 'sector')}`,
      `untouched for ${plural(group.age, 'write')}`,
      `1/θ = ${count(group.age)}^${powerText(1 - alpha)} · ${count(group.size)}^${powerText(1 + alpha)} = ${score} (α = ${alphaText(alpha)})`,
      ...(size ? [size] : []),
      ...(told && told.partial.length > 0 ? [`${plural(told.partial.length, 'page')} partly held`] : []),
    ],
  };
}
