/** The formula of density, with the numbers of one group in it, and what decides between equals. */

import { count, significant } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import { alphaText } from './alpha';
import { type Aged, isTie, reciprocal } from './density';
import { blockName, type DensityPicture, type Lens } from './model';
import { scoreText } from './score';
import './formula.css';

export function formula(): Display<[picture: DensityPicture, lens: Lens, group: Aged | null]> {
  const name = h('b', {});
  const [age_power, size_power] = [h('sup', {}), h('sup', {})];
  const [age, size] = [h('span', {}), h('span', {})];
  const result = h('b', { class: 'formula-result' });
  const values = h('span', { class: 'formula-values' }, ' = ', age, age_power, ' · ', size, size_power, ' = ', result);
  const rest = h('span', {});
  const element = h(
    'p',
    { class: 'density-formula' },
    h('span', { class: 'formula-rule' }, name, ': 1/θ = age', h('sup', {}, '1−α'), ' · size', h('sup', {}, '1+α')),
    values,
    ' ',
    rest,
  );
  return {
    element,
    show({ buffer, convert_threshold }, { alpha, order }, group) {
      setText(name, group ? blockName(group.lbn) : 'density θ');
      values.hidden = group === null;
      if (group) {
        setText(age, count(group.age));
        setText(age_power, powerText(1 - alpha));
        setText(size, count(group.size));
        setText(size_power, powerText(1 + alpha));
        setText(result, scoreText(reciprocal(alpha, group)));
      }
      const [first, second] = order;
      const tied = first && second && isTie(alpha, first, second);
      const tie = tied
        ? `Tie with ${blockName(second.lbn)}: the older, then the lower number.`
        : 'Tie: the older, then the lower number.';
      const lists = buffer.groups.some(({ kept }) => kept !== null) && convert_threshold !== null;
      setText(
        rest,
        `α\u00a0=\u00a0${alphaText(alpha)}. ${tie}${lists ? ` Kept as a list up to ${count(convert_threshold)} records, then as bits.` : ''}`,
      );
    },
  };
}

/** An exponent: `1.25`, `2`, `0`. */
export const powerText = (power: number): string => significant(Math.round(power * 100) / 100, 3);
