/** The marks of memory against bandwidth: grid, curves, the measured point, a probe. */

import { bytes, share, significant } from '../../../render/format';
import { clamp } from '../../../render/geometry';
import { wordsWidth } from '../../../render/text-width';
import { dot, path, text } from '../../stage-kit/svg-marks';
import { pointAt, type Tradeoff } from './tradeoff';

/** Grid lines at every fifth of the speed. */
const LEVELS = [0, 0.2, 0.4, 0.6, 0.8, 1];

export interface Area {
  left: number;
  right: number;
  top: number;
  foot: number;
  text_px: number;
  lowest: number;
  x(memory: number): number;
  y(perf: number): number;
}

export function areaOf(
  { full_bytes, curves, now }: Tradeoff,
  { width, height, text_px }: Pick<Area, 'text_px'> & { width: number; height: number },
): Area {
  const [left, right, top, foot] = [3.6 * text_px, width - 1.2 * text_px, 1.5 * text_px, height - 1.7 * text_px];
  const least = Math.min(1, ...curves.flatMap(({ points }) => points.map(({ perf }) => perf)), now?.perf ?? 1);
  // From the grid line below the least speed there is.
  const lowest = Math.min(0.8, Math.floor(least * 5) / 5);
  return {
    left,
    right,
    top,
    foot,
    text_px,
    lowest,
    x: (memory) => left + clamp(memory / full_bytes, 0, 1.02) * (right - left),
    y: (perf) => foot - ((perf - lowest) / (1 - lowest)) * (foot - top),
  };
}

export function tradeoffMarks(tradeoff: Tradeoff, area: Area, probe: number | null): SVGElement[] {
  const { curves, now, full_bytes } = tradeoff;
  const { left, right, foot, text_px: t, x, y, lowest } = area;
  const levels = LEVELS.filter((level) => level >= lowest - 1e-9);
  return [
    ...levels.flatMap((level) => [
      path('buffer-grid', `M${left} ${y(level)}H${right}`),
      text(left - 6, y(level) + t * 0.35, share(level), 'end', 'is-tick'),
    ]),
    ...sizeTicks(full_bytes).map(({ memory, words, anchor }) =>
      text(x(memory), foot + t * 1.35, words, anchor, 'is-tick'),
    ),
    ...curves
      .toSorted((a, b) => Number(a.own) - Number(b.own))
      .map(({ points, own }) =>
        path(
          `host-curve${own ? ' is-own' : ''}`,
          `M${points.map((one) => `${x(one.bytes).toFixed(1)} ${y(one.perf).toFixed(1)}`).join('L')}`,
        ),
      ),
    ...curves.flatMap((curve) => curveName(curve, area, full_bytes)),
    text(x(full_bytes) + t * 0.6, y(1) - t * 0.6, 'full table', 'end'),
    dot('host-full-dot', x(full_bytes), y(1), 4),
    ...(now ? nowNodes(now, tradeoff, area) : []),
    ...(probe === null ? [] : probeNodes(tradeoff, area, probe)),
  ];
}

/** Round sizes, the unit at the last. */
function sizeTicks(full_bytes: number): { memory: number; words: string; anchor: 'middle' | 'end' }[] {
  const unit = 1024 ** Math.floor(Math.log2(Math.max(1, full_bytes)) / 10);
  return [0, 0.25, 0.5, 1].map((part) => ({
    memory: part * full_bytes,
    words: part === 1 ? bytes(full_bytes) : significant((part * full_bytes) / unit, 3),
    anchor: part === 1 ? 'end' : 'middle',
  }));
}

/** A name stands right of its line's lower half, where that leaves room. */
function curveName(
  { name, own, points }: Tradeoff['curves'][number],
  { x, y, text_px: t, foot }: Area,
  full_bytes: number,
): SVGElement[] {
  const at = pointAt(points, full_bytes * (name === 'together' ? 0.6 : 0.72));
  if (!at) return [];
  const below = Math.min(foot - t * 0.4, y(at.perf) + t * (name === 'together' ? 1.5 : 1.6));
  return [text(x(at.bytes) + t * 0.6, below, name, 'start', own ? 'is-bold' : '')];
}

function nowNodes(
  now: NonNullable<Tradeoff['now']>,
  { full_bytes }: Tradeoff,
  { x, y, left, foot, text_px: t }: Area,
): SVGElement[] {
  const at = { x: x(now.bytes), y: y(now.perf) };
  const first = `${share(now.perf, 2)} of the speed`;
  const second = `from ${share(now.bytes / full_bytes, 2)} of the memory`;
  // Below the curves at the right there is nothing else.
  const words_x = x(full_bytes) - wordsWidth(second, t) - t * 0.4;
  const words_y = foot - t * 2.1;
  return [
    path('host-now-line', `M${at.x} ${foot}V${at.y}H${left}`),
    dot('host-now-dot', at.x, at.y, 6),
    dot('host-now-dot', words_x - t * 0.9, words_y + t * 0.3, 5),
    text(words_x, words_y, first, 'start', 'is-bold'),
    text(words_x, words_y + t * 1.25, second, 'start'),
  ];
}

function probeNodes({ curves, full_bytes }: Tradeoff, { x, y, top, foot }: Area, probe: number): SVGElement[] {
  const at = x(probe * full_bytes);
  const points = curves.flatMap(({ points: all }) => pointAt(all, probe * full_bytes) ?? []);
  return [
    path('host-probe', `M${at} ${top}V${foot}`),
    ...points.map((one) => dot('host-probe-dot', at, y(one.perf), 4)),
  ];
}
