/** A bar in parts, one a sort of thing: its name in front, its total behind, the name of a part in it where there is room. */

import { count } from '../../render/format';
import { label, rect } from './marks';
import { AXIS_WIDTH, RIGHT_MARGIN } from './panel';

const BAR_HEIGHT = 13;
const VALUE_ROOM = 46;
const LABEL_MIN = 44;
/** From one bar to the next. */
export const LINE = 19;

export interface Bar {
  name: string;
  counts: readonly number[];
}

export const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

/** Bars one below the other, on one scale. `sort` is in the names of the parts' colours: `chart-SORT-0` and so on. */
export function splitBars(bars: readonly Bar[], parts: readonly string[], sort: string, width: number): Node[] {
  const most = Math.max(1, ...bars.map(({ counts }) => sum(counts)));
  const scale = (width - AXIS_WIDTH - RIGHT_MARGIN - VALUE_ROOM) / most;
  return bars.flatMap((bar, i) => splitBar(bar, parts, sort, scale, i * LINE));
}

function splitBar({ name, counts }: Bar, parts: readonly string[], sort: string, scale: number, y: number): Node[] {
  let x = AXIS_WIDTH;
  const pieces = counts.flatMap((n, i) => {
    const part = n * scale;
    const left = x;
    x += part;
    if (n === 0) return [];
    const words =
      part < LABEL_MIN
        ? []
        : [label(left + part / 2, y + BAR_HEIGHT - 3, parts[i] ?? '', 'middle', `chart-on-${sort}-${i}`)];
    return [rect(`chart-${sort}-${i}`, left, y, Math.max(1, part - 1), BAR_HEIGHT), ...words];
  });
  return [
    label(AXIS_WIDTH - 5, y + BAR_HEIGHT - 2, name, 'end', 'chart-tick'),
    ...pieces,
    label(x + 5, y + BAR_HEIGHT - 2, count(sum(counts)), 'start', 'chart-note'),
  ];
}
