/** Scales of charts over the run and over times: how far they reach, and the round values that are named on them. */

import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import { countShort } from '../../render/format';
import { type Anchor, anchorAt, label, type Plot } from './marks';

export type Scale = ScaleContinuousNumeric<number, number>;

/**
 * Where a run's x axis ends. It follows the run in steps of 1, 2, 5, so that the first requests are not squeezed into a
 * pixel and the axis does not creep with every one.
 */
export function reach(request: number, requests: number): number {
  const decade = 10 ** Math.floor(Math.log10(Math.max(request, 1)));
  const round = [1, 2, 5, 10].map((step) => step * decade).find((end) => end >= request) ?? requests;
  return Math.max(1, Math.min(requests, Math.max(round, 10)));
}

/** The x axis: requests, shared by all charts over the run. Of several runs it reaches as far as the furthest. */
export const requestScale = (
  runs: readonly { request: number; requests: number }[],
  { left, right }: Pick<Plot, 'left' | 'right'>,
): Scale =>
  scaleLinear([0, Math.max(1, ...runs.map(({ request, requests }) => reach(request, requests)))], [left, right]);

/** The ends of that axis, at the baseline `y`; without the unit where the row has no room for it and the heading says it. */
export const requestEnds = (x: Scale, y: number, unit: 'requests' | '' = 'requests'): SVGTextElement[] => [
  label(x.range()[0] ?? 0, y, '0', 'start', 'chart-tick'),
  label(x.range()[1] ?? 0, y, `${countShort(x.domain()[1] ?? 0)} ${unit}`.trimEnd(), 'end', 'chart-tick'),
];

/** Times upwards, a decade to each of its ticks, from a little below the least. */
export function timeScale(low_ns: number, high_ns: number, { top, foot }: Plot): { y: Scale; ticks_ns: number[] } {
  const ticks = decades(low_ns, Math.max(2 * low_ns, high_ns));
  const least = 0.8 * low_ns;
  const y = scaleLog([least, ticks.at(-1) ?? high_ns], [foot, top]).clamp(true);
  return { y, ticks_ns: ticks.filter((ns) => ns >= least) };
}

/** As many of `ticks` as there is room for, the last among them; the outer ones stand within the axis. */
export function ticksApart(ticks: readonly number[], room: number): { value: number; anchor: Anchor }[] {
  const placed = ticks.map((value, i) => ({ value, anchor: anchorAt(i, ticks.length) }));
  return evenly(placed, room);
}

/** At most `room` of a list, evenly taken, the last among them. */
export function evenly<T>(list: readonly T[], room: number): T[] {
  const step = Math.ceil(list.length / room);
  return list.filter((_, i) => (list.length - 1 - i) % step === 0);
}

const TIME_UNITS = [
  { name: 's', ns: 1e9 },
  { name: 'ms', ns: 1e6 },
  { name: 'µs', ns: 1e3 },
  { name: 'ns', ns: 1 },
] as const;

/** Ascending times as tick labels: all in the unit of the last, which alone says it. */
export function timeTicks(ticks_ns: readonly number[]): string[] {
  const top = ticks_ns.at(-1) ?? 0;
  const unit = TIME_UNITS.find(({ ns }) => top >= ns) ?? { name: 'ns', ns: 1 };
  return ticks_ns.map((ns, i) => {
    const number = String(Number((ns / unit.ns).toPrecision(3)));
    return i === ticks_ns.length - 1 ? `${number} ${unit.name}` : number;
  });
}

/** Powers of ten from below `low` to above `high`. */
export function decades(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.max(first + 1, Math.ceil(Math.log10(high)));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
}

/** Every n-th of a list, so that at most `max` are left. */
export function thinned<T>(list: readonly T[], max: number): T[] {
  const step = Math.ceil(list.length / max);
  return list.filter((_, i) => i % Math.max(1, step) === 0);
}
