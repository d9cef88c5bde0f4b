/** Merges so far, by price: switch, partial, full; and how many logical blocks the emptied log blocks held. */

import type { Charts } from '../../engine/protocol';
import { count, plural, share } from '../../render/format';
import { label, rect } from './marks';
import { AXIS_WIDTH, type Drawing, RIGHT_MARGIN } from './panel';

type Merges = NonNullable<Charts['merges']>;

const KINDS = ['switch', 'partial', 'full'] as const;
const BAR_HEIGHT = 14;
/** Narrower parts of the bar have no room for their name. */
const LABEL_MIN = 44;

export function drawMerges(merges: Merges, width: number): Drawing {
  const all = KINDS.reduce((sum, kind) => sum + merges[kind], 0);
  const { reclaims, associativity_sum, associativity_max } = merges;
  const mean = reclaims === 0 ? 0 : associativity_sum / reclaims;
  const words = KINDS.map((kind) => `${count(merges[kind])} ${kind}`).join(', ');
  return {
    note: '',
    figure: KINDS.map((kind) => `${kind} **${count(merges[kind])}**`).join(' · '),
    label: `Merges so far: ${words}`,
    nodes: [
      ...parts(merges, all, width),
      ...(reclaims === 0
        ? []
        : [
            label(
              0,
              BAR_HEIGHT + 18,
              `${plural(reclaims, 'log block')} emptied: ${mean.toFixed(2)} rebuilds each, at most ${count(associativity_max)}`,
              'start',
              'chart-note',
            ),
          ]),
    ],
    needs: all === 0 ? 'No merge yet.' : null,
    table: () => ({
      head: ['merge', 'times', 'share'],
      rows: KINDS.map((kind) => [kind, count(merges[kind]), share(merges[kind] / Math.max(1, all))]),
    }),
  };
}

function parts(merges: Merges, all: number, width: number): Node[] {
  const room = width - AXIS_WIDTH - RIGHT_MARGIN;
  let x = AXIS_WIDTH;
  return KINDS.flatMap((kind) => {
    const part = (room * merges[kind]) / Math.max(1, all);
    const left = x;
    x += part;
    const name = part < LABEL_MIN ? [] : [label(left + part / 2, BAR_HEIGHT - 3, kind, 'middle', `chart-on-${kind}`)];
    return part === 0 ? [] : [rect(`chart-merge-${kind}`, left, 0, Math.max(1, part - 1), BAR_HEIGHT), ...name];
  });
}
