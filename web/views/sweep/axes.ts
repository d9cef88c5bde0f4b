/** What runs along the axes of a sweep's pictures, and how its values are said. */

import { valueInWords } from '../../app/parameters';
import { axesOf } from '../../app/sweep/state';
import type { FigureAxis } from '../../engine/core-types';
import type { SweepPlan, SweepValue } from '../../engine/sweep';
import { xWords } from '../charts/axis';

export interface SweepAxisModel {
  /** Null where nothing runs along it. */
  path: string | null;
  axis: FigureAxis;
  /** Where the values stand: they themselves, or 0, 1, 2 where they are no numbers. */
  places: readonly number[];
}

const NOTHING: SweepAxisModel = { path: null, axis: { name: '', unit: '', scale: 'linear' }, places: [0] };

/** Along x and from chart to chart. Where nothing but the policy varies, policies stand along x. */
export function axisModels(plan: SweepPlan): { x: SweepAxisModel; y: SweepAxisModel; across: boolean } {
  const [policies, x, y] = axesOf(plan);
  if (!x && policies) {
    const titles = policies.map(({ title }) => title);
    return { x: { ...named('policy', titles), path: null }, y: NOTHING, across: true };
  }
  return { x: x ? modelOf(x) : NOTHING, y: y ? modelOf(y) : NOTHING, across: false };
}

function modelOf({ path, values }: { path: string; values: readonly SweepValue[] }): SweepAxisModel {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < values.length || numbers.length === 0)
    return { ...named(nameOf(path), values.map(valueInWords)), path };
  const ascending = numbers.every((value, i) => i === 0 || value > (numbers[i - 1] ?? value));
  if (!ascending) return { ...named(nameOf(path), values.map(valueInWords)), path };
  return { path, places: numbers, axis: { name: nameOf(path), unit: unitOf(path, numbers), scale: scaleOf(numbers) } };
}

const named = (name: string, words: readonly string[]): Omit<SweepAxisModel, 'path'> => ({
  axis: { name, unit: '', scale: 'linear', names: words.map((word, i) => [i, word]) },
  places: words.map((_, i) => i),
});

/** `workload.write_ratio` → `write ratio`. */
export const nameOf = (path: string): string => {
  const words = path.split('.');
  const own =
    words.length > 2 || words.at(-1) === 'bytes' || words.at(-1) === 'kind' ? words.slice(-2) : words.slice(-1);
  return own
    .join(' ')
    .replaceAll('_', ' ')
    .replace('over provisioning', 'over-provisioning')
    .replace(/ (bytes|ns)$/, (unit) => (unit === ' bytes' ? ' size' : ''));
};

function unitOf(path: string, values: readonly number[]): string {
  if (/(^|[._])bytes$/.test(path)) return 'B';
  if (path.endsWith('_ns')) return 'ns';
  const shares = values.every((value) => value >= 0 && value <= 1) && values.some((value) => !Number.isInteger(value));
  return shares ? '%' : '';
}

/** Values that double rather than grow by steps are told apart on a logarithmic axis. */
function scaleOf(values: readonly number[]): 'linear' | 'log' {
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  if (first <= 0 || values.length < 3 || last / first < 8) return 'linear';
  const middle = values[values.length >> 1] ?? first;
  return middle - first < (last - first) / 3 ? 'log' : 'linear';
}

/** The value at a place, in words. */
export const placeWords = ({ axis, places }: SweepAxisModel, at: number): string => xWords(axis, places[at] ?? 0);
