/** What came of an entry at each seed, along a scale that all entries share: a dot a seed, a tick at their mean. */

import type { ChallengeRow } from '../../engine/challenge';
import { svg } from '../../ui/dom';

const WIDTH = 200;
const HEIGHT = 18;
const EDGE = 6;
/** As many of the entries the scale holds; who is further behind stands at its edge, else the others would lie on one another. */
const SHARE = 0.7;

export interface Scale {
  least: number;
  most: number;
}

/** The scale of those that have a place; null where there are none. Exported for its tests. */
export function scaleOf(rows: readonly ChallengeRow[], target: number | null): Scale | null {
  const spreads = rows.flatMap(({ standing, spread }) => (standing === 'ranked' && spread ? [spread] : []));
  if (spreads.length === 0) return null;
  const marks = target === null ? [] : [target];
  const least = Math.min(...spreads.map((spread) => spread.least), ...marks);
  const ends = spreads.map((spread) => spread.most).sort((one, other) => one - other);
  const most = Math.max(ends[Math.min(ends.length - 1, Math.floor(ends.length * SHARE))] ?? 0, ...marks);
  return { least, most: most > least ? most : least + 1 };
}

export function spreadPicture(
  { spread, values, entry }: ChallengeRow,
  scale: Scale,
  target: number | null,
): SVGElement {
  const x = (value: number): number => {
    const share = (value - scale.least) / (scale.most - scale.least);
    return EDGE + Math.min(1, Math.max(0, share)) * (WIDTH - 2 * EDGE);
  };
  const middle = HEIGHT / 2;
  const is_beyond = spread !== null && spread.least > scale.most;
  const dots = values.flatMap((value) =>
    value === null || value > scale.most ? [] : [svg('circle', { cx: x(value), cy: middle, r: 2.6 })],
  );
  const [least, mean, most] = spread?.shown ?? ['', '', ''];
  return svg(
    'svg',
    {
      class: 'known' in entry.policy ? 'spread' : 'spread is-formula',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': spread ? `${least} to ${most}, mean ${mean}` : 'no result yet',
    },
    svg('line', { class: 'spread-scale', x1: EDGE, x2: WIDTH - EDGE, y1: middle, y2: middle }),
    target === null ? null : svg('line', { class: 'spread-target', x1: x(target), x2: x(target), y1: 0, y2: HEIGHT }),
    spread && !is_beyond
      ? svg('line', { class: 'spread-mean', x1: x(spread.mean), x2: x(spread.mean), y1: 2, y2: HEIGHT - 2 })
      : null,
    ...dots,
    is_beyond ? svg('text', { class: 'spread-beyond', x: WIDTH - 2, y: middle + 4, 'text-anchor': 'end' }, '›') : null,
  );
}
