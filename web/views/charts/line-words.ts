/** What charts and headline say of claims and leads, from the numbers. */

import type { FigureAxis, FigureMetric } from '../../engine/core-types';
import { share } from '../../render/format';
import { valueWords, xShort, xWords } from './axis';
import { type ChartMark, workOf } from './claimed';
import { isGain } from './cost';
import type { Lane } from './lanes';
import type { Comparison } from './leads';

/** Where the subject is ahead, so short that it stands beside a strip: `from 42 %`. */
export function leadWords({ ahead, known }: Comparison, axis: FigureAxis): string {
  if (!known) return '';
  const [stretch, ...others] = ahead;
  if (!stretch) return 'nowhere';
  const begins = stretch.from === known.from;
  const ends = stretch.to === known.to;
  if (begins && ends) return 'everywhere';
  // Of cases side by side none comes before another.
  if (others.length > 0 || (axis.names && !axis.over)) return 'in parts';
  if (ends) return `from ${xShort(axis, stretch.from)}`;
  return begins ? `up to ${xShort(axis, stretch.to)}` : 'in between';
}

/** What the paper claims of a chart: `paper: ahead of B from 40 %`, `thesis: C behind D up to 8 MiB`. */
export function claimedWords(mark: ChartMark, { x, metric, of, rival }: Spoken): string {
  return `${workOf(mark)}: ${of ? `${of.letter} ` : ''}${saidOf(mark, x, metric, rival?.letter ?? '')}`;
}

/** What a mark speaks of. `of`: where that is not the paper's own system. */
export interface Spoken {
  x: FigureAxis;
  metric: Pick<FigureMetric, 'id' | 'unit'>;
  of?: Lane | undefined;
  rival?: Pick<Lane, 'letter'> | undefined;
}

function saidOf(mark: ChartMark, axis: FigureAxis, metric: Spoken['metric'], whom: string): string {
  const where = placeWords(mark, axis);
  switch (mark.says) {
    case 'ahead':
      if (mark.gain === undefined) return `ahead of ${whom} ${where}`;
      return `${mark.gain} ${isGain(metric) ? 'above' : 'below'} ${whom} ${where}`;
    case 'behind':
      return `behind ${whom} ${where}`;
    case 'equal':
      return `meets ${whom} ${where}`;
    case 'near':
      return `close to ${whom} ${where}`;
    case 'flat':
      return mark.from === mark.to ? `hardly any ${where}` : 'does not change';
    case 'at least':
    case 'at most':
      if (mark.share !== undefined) return `${mark.says} ${share(mark.share)} of ${whom} ${where}`;
      return levelWords(mark, metric, where);
    case 'about':
      return levelWords(mark, metric, where);
  }
}

const levelWords = ({ says, level, from, to }: ChartMark, metric: Spoken['metric'], where: string): string =>
  `${says} ${valueWords(metric, level ?? 0)}${from === to ? ` ${where}` : ''}`;

function placeWords({ from, to }: ChartMark, axis: FigureAxis): string {
  if (from === to) return `at ${xWords(axis, from)}`;
  if (Number.isFinite(from)) return `from ${xWords(axis, from)}`;
  return Number.isFinite(to) ? `up to ${xWords(axis, to)}` : 'throughout';
}
