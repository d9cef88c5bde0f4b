/** Merges so far, by price: switch, partial, full; and how many logical blocks the emptied log blocks held. */

import type { Charts } from '../../../engine/protocol';
import { count, plural, share } from '../../../render/format';
import { label, type Plot } from '../../charts/marks';
import { BAR_HEIGHT, splitBar } from '../../charts/split-bar';
import { type Drawing, plotIn, type RailChart } from '../panel';

type Merges = NonNullable<Charts['merges']>;

const KINDS = ['switch', 'partial', 'full'] as const;

export const CHART: RailChart = {
  name: 'merges',
  title: 'Merges',
  height: 36,
  draw: ({ charts: { merges } }, width) => merges && drawMerges(merges, width),
};

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
      ...parts(merges, all, plotIn(width, BAR_HEIGHT)),
      ...(reclaims === 0
        ? []
        : [
            label(
              0,
              BAR_HEIGHT + 19,
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

function parts(merges: Merges, all: number, { left, right }: Plot): Node[] {
  const named = KINDS.map((kind) => ({ count: merges[kind], name: kind, kind: `merge-${kind}` }));
  return splitBar(named, left, (right - left) / Math.max(1, all), 0);
}
