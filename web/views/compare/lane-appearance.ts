/** How lanes are told apart: a letter first, a dash second, a colour third. */

import { LANE_LETTERS } from '../../app/lanes/side-by-side';
import { h } from '../../ui/dom';
import { dashAt } from '../charts/lanes';

export const dashOf = dashAt;
export const letterOf = (lane: number): string => LANE_LETTERS[lane] ?? '';
export const colourOf = (lane: number): string => `var(--lane-${letterOf(lane).toLowerCase()})`;

/** A lane's letter on a disc of its colour. */
export const disc = (lane: number): HTMLElement => {
  const element = h('i', { class: 'lane-disc', 'aria-hidden': 'true' }, letterOf(lane));
  element.style.setProperty('--lane', colourOf(lane));
  return element;
};
