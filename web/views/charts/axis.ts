/** Axes: what they reach over, the round values that are named on them, and numbers as they are said. */

import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import type { FigureAxis, FigureMetric } from '../../engine/core-types';
import { bytes, countShort, share, significant, time } from '../../render/format';
import { isCost } from './cost';
import { evenly } from './scales';

const NO_BREAK_SPACE = '\u00a0';

export interface Axis {
  (value: number): number;
  invert(place: number): number;
  /** Round values, and what stands beside each; the unit is said once. */
  ticks: { value: number; text: string }[];
}

/** Least room between names on the x axis, and for each letter of them. */
const X_GAP = 14;
const X_LETTER = 6.5;
/** A longer unit is said beside the title instead. */
export const TICK_UNIT_MAX = 3;

export function xAxis(axis: FigureAxis, values: readonly number[], range: [number, number]): Axis {
  const [first = 0, last = 1] = [values[0], values.at(-1)];
  const domain: [number, number] = first === last ? [first, first + 1] : [first, last];
  const scale = axis.scale === 'log' ? scaleLog(domain, range) : scaleLinear(domain, range);
  // Up to 1 GiB a size is in MiB, which need not be said every time.
  const each_unit = axis.unit === 'MiB' && last >= 1024;
  const longest = Math.max(...values.map((value) => xTick(axis, value, each_unit).length));
  const room = Math.max(2, Math.floor((range[1] - range[0]) / (longest * X_LETTER + X_GAP)) + 1);
  const round = axis.scale === 'log' || axis.names || axis.unit === 'B' ? values : scale.ticks(5);
  const places = evenly(round, room);
  const named = places.map((value, i) => ({ value, text: xTick(axis, value, each_unit || i === places.length - 1) }));
  return axisOf(scale, apart(named, scale));
}

/** Names that leave room between each other, from the last on: places need not be even. */
function apart(names: Axis['ticks'], place: (value: number) => number): Axis['ticks'] {
  const kept: Axis['ticks'] = [];
  let left_of_next = Number.POSITIVE_INFINITY;
  for (const name of names.toReversed()) {
    const half = (name.text.length * X_LETTER) / 2;
    if (place(name.value) + half + X_GAP / 2 > left_of_next) continue;
    left_of_next = place(name.value) - half;
    kept.unshift(name);
  }
  return kept;
}

/** On a logarithmic axis nothing is zero: values of zero stand on its foot. */
export function yAxis(metric: FigureMetric, values: readonly number[], range: [number, number]): Axis {
  if (metric.scale === 'log') return logAxis(metric, values, range);
  const [foot, top] = [footOf(metric, values), Math.max(...values, 0)];
  const scale = scaleLinear([foot, top > foot ? top : foot + 1], range).nice(4);
  const ticks = scale.ticks(4);
  return axisOf(
    scale,
    ticks.map((value, i) => ({ value, text: yTick(metric, value, i === ticks.length - 1) })),
  );
}

/** Costs are measured from nothing; of other numbers that differ little it is the difference that is looked at. */
function footOf(metric: FigureMetric, values: readonly number[]): number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return !isCost(metric) && values.length > 0 && least > most / 2 ? least : Math.min(least, 0);
}

function logAxis(metric: FigureMetric, values: readonly number[], range: [number, number]): Axis {
  const some = values.filter((value) => value > 0);
  const low = some.length ? Math.min(...some) : 1;
  const high = some.length ? Math.max(...some) : 10;
  const zeros = values.length > some.length;
  const foot = zeros ? low / 4 : low * 0.9;
  const scale = scaleLog([foot, Math.max(high * 1.1, foot * 3)], range).clamp(true);
  const round = roundOnLog(low, high);
  const ticks = round.map((value, i) => ({ value, text: yTick(metric, value, i === round.length - 1) }));
  return axisOf(scale, zeros ? [{ value: foot, text: '0' }, ...ticks] : ticks);
}

/** Powers of ten, and values between them where there are too few. */
function roundOnLog(low: number, high: number): number[] {
  const decades = Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, i) => 10 ** (Math.floor(Math.log10(low)) + i),
  );
  const by = (steps: readonly number[]): number[] =>
    decades.flatMap((decade) => steps.map((step) => step * decade)).filter((v) => v >= low * 0.9 && v <= high * 1.1);
  return [by([1]), by([1, 3]), by([1, 2, 5])].find((ticks) => ticks.length >= 3) ?? by([1, 1.5, 2, 3, 5, 7]);
}

function axisOf(scale: ScaleContinuousNumeric<number, number>, ticks: Axis['ticks']): Axis {
  return Object.assign((value: number) => scale(value), { invert: (place: number) => scale.invert(place), ticks });
}

/** An axis of ratios is read in percent, as the papers' own. */
export const inPercent = (axis: FigureAxis, values: readonly number[]): FigureAxis =>
  axis.unit === '' && values.every((value) => value >= 0 && value <= 1) ? { ...axis, unit: '%' } : axis;

/** Of a named value its name, of one between them the nearest; of the tail of the reads the percentile. */
function nameOf({ names, over }: FigureAxis, value: number): string | null {
  if (over === 'reads') return `P${significant(100 * (1 - 1 / value), 4)}`;
  if (!names) return null;
  return names.reduce((near, name) => (Math.abs(name[0] - value) < Math.abs(near[0] - value) ? name : near))[1];
}

function xTick(axis: FigureAxis, value: number, last: boolean): string {
  const { unit } = axis;
  const name = nameOf(axis, value);
  if (name !== null) return name;
  if (unit === '%') return last ? share(value) : significant(value * 100, 3);
  if (unit === 'B') return bytes(value);
  if (unit === 'ns') return time(value, 3);
  if (unit === 'MiB') return last ? sizeWords(value, 3) : significant(value, 3);
  return plainNumber(value);
}

/** A place on the x axis in words: `40 %`, `6 pages`, `1 GiB`. */
export function xWords(axis: FigureAxis, value: number, digits = 3): string {
  const { unit } = axis;
  const name = nameOf(axis, value);
  if (name !== null) return name;
  const rounded = Number(value.toPrecision(digits));
  if (unit === '%') return share(value, digits);
  if (unit === 'B') return bytes(rounded);
  if (unit === 'ns') return time(rounded, digits);
  if (unit === 'MiB') return sizeWords(value, digits);
  const text = signed(rounded, (size) => significant(size, digits));
  if (unit === 'pages') return rounded === 1 ? `1${NO_BREAK_SPACE}page` : `${text}${NO_BREAK_SPACE}pages`;
  return withUnit(text, unit);
}

/** The same where room is short. */
export function xShort(axis: FigureAxis, value: number): string {
  if (axis.unit === '%' || axis.names) return xWords(axis, value, 2);
  if (axis.unit === 'MiB') return sizeWords(value, 2).slice(0, -2);
  return value >= 1e4 ? countShort(Number(value.toPrecision(2))) : significant(value, 2);
}

/** With the sign of subtraction, which is as wide as a digit. */
const signed = (value: number, words: (size: number) => string): string =>
  value < 0 ? `\u2212${words(-value)}` : words(value);

const plainNumber = (value: number): string =>
  signed(value, (size) => (Number.isInteger(size) ? countShort(size) : significant(size, 3)));

const sizeWords = (mebibytes: number, digits: number): string =>
  mebibytes < 1024
    ? `${significant(mebibytes, digits)}${NO_BREAK_SPACE}MiB`
    : `${significant(mebibytes / 1024, digits)}${NO_BREAK_SPACE}GiB`;

function yTick({ unit }: FigureMetric, value: number, last: boolean): string {
  const text = valueShort(value);
  return last && unit && unit.length <= TICK_UNIT_MAX ? `${text}${NO_BREAK_SPACE}${unit}` : text;
}

/** A measured value with its unit: `20.67 ms`, `30 877`. */
export function valueWords({ unit }: Pick<FigureMetric, 'unit'>, value: number): string {
  return withUnit(
    signed(value, (size) => significant(size, 4)),
    unit,
  );
}

/** The number alone, where room is short. */
export const valueShort = (value: number): string =>
  value >= 1e4 ? countShort(value) : signed(value, (size) => significant(size, 3));

const withUnit = (text: string, unit: string): string => (unit ? `${text}${NO_BREAK_SPACE}${unit}` : text);
