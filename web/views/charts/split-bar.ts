/** A bar in parts, one a sort of thing: its name in front, its total behind, the name of a part in it where there is room. */

import { count } from '../../render/format';
import { label, type Plot, rect } from './marks';

export const BAR_HEIGHT = 13;
const VALUE_ROOM = 46;
/** Narrower parts have no room for their name. */
const LABEL_MIN = 44;
/** From one bar to the next. */
export const LINE = 19;

type Across = Pick<Plot, 'left' | 'right'>;

export interface Part {
  count: number;
  name: string;
  /** In the names of its colours: `chart-KIND`, and `chart-on-KIND` of what is written on it. */
  kind: string;
}

export interface Bar {
  name: string;
  counts: readonly number[];
}

export const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

/** Bars one below the other, on one scale. `sort` is in the names of the parts' colours: `chart-SORT-0` and so on. */
export function splitBars(bars: readonly Bar[], parts: readonly string[], sort: string, { left, right }: Across) {
  const most = Math.max(1, ...bars.map(({ counts }) => sum(counts)));
  const scale = (right - left - VALUE_ROOM) / most;
  return bars.flatMap(({ name, counts }, i) => {
    const [total, y] = [sum(counts), i * LINE];
    const named = counts.map((n, part) => ({ count: n, name: parts[part] ?? '', kind: `${sort}-${part}` }));
    return [
      label(left - 5, y + BAR_HEIGHT - 2, name, 'end', 'chart-tick'),
      ...splitBar(named, left, scale, y),
      label(left + total * scale + 5, y + BAR_HEIGHT - 2, count(total), 'start', 'chart-note'),
    ];
  });
}

/** The parts of one bar, `scale` pixels a thing. */
export function splitBar(parts: readonly Part[], left: number, scale: number, y: number): SVGElement[] {
  let end = left;
  return parts.flatMap(({ count: n, name, kind }) => {
    const width = n * scale;
    const begin = end;
    end += width;
    if (n === 0) return [];
    const part = rect(`chart-${kind}`, begin, y, Math.max(1, width - 1), BAR_HEIGHT);
    if (width < LABEL_MIN) return [part];
    return [part, label(begin + width / 2, y + BAR_HEIGHT - 3, name, 'middle', `chart-on-${kind}`)];
  });
}
