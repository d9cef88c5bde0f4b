/** What charts and headline say of claims and leads, from the numbers. */

import type { FigureAxis } from '../../engine/figures';
import { share } from '../../render/format';
import { xShort, xWords } from './axis';
import type { Claimed } from './claimed';
import type { Lane } from './lanes';
import type { Comparison } from './leads';

/** Where the subject is ahead, so short that it stands beside a strip: `from 42 %`. */
export function leadWords({ ahead, known }: Comparison, axis: FigureAxis): string {
  if (!known) return '';
  const [stretch, ...others] = ahead;
  if (!stretch) return 'nowhere';
  if (others.length > 0) return 'in parts';
  const begins = stretch.from === known.from;
  const ends = stretch.to === known.to;
  if (begins && ends) return 'everywhere';
  if (ends) return `from ${xShort(axis, stretch.from)}`;
  return begins ? `up to ${xShort(axis, stretch.to)}` : 'in between';
}

/** What the paper claims of a chart: `paper: ahead of B from 40 %`. */
export function claimedWords(mark: Claimed, axis: FigureAxis, rival: Lane | undefined): string {
  const whom = rival?.letter ?? '';
  const where = placeWords(mark, axis);
  switch (mark.says) {
    case 'ahead':
      return mark.gain === undefined
        ? `paper: ahead of ${whom} ${where}`
        : `paper: ${share(mark.gain)} below ${whom} ${where}`;
    case 'behind':
      return `paper: behind ${whom} ${where}`;
    case 'equal':
      return `paper: meets ${whom} ${where}`;
    case 'flat':
      return mark.from === mark.to ? `paper: hardly any ${where}` : 'paper: does not change';
  }
}

function placeWords({ from, to }: Claimed, axis: FigureAxis): string {
  if (from === to) return `at ${xWords(axis, from)}`;
  if (Number.isFinite(from)) return `from ${xWords(axis, from)}`;
  return Number.isFinite(to) ? `up to ${xWords(axis, to)}` : 'throughout';
}
