/** Where groups stand in the picture of age against size, and which of their names there is room for. */

import { count } from '../../../render/format';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { type Aged, isoLine, touching } from './density';

export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Largest age and size on the axes. */
  age_max: number;
  size_max: number;
}

export interface Placed extends Aged {
  x: number;
  y: number;
}

/** Room round the plot, in sizes of text. */
const LEFT = 3.1;
const TOP = 0.7;
const RIGHT = 0.8;
const FOOT = 2.9;

export function plotOf(
  size: { width: number; height: number },
  text_px: number,
  groups: readonly Aged[],
  block_sectors: number,
): Plot {
  const oldest = groups.reduce((most, { age }) => Math.max(most, age), 10);
  return {
    left: LEFT * text_px,
    top: TOP * text_px,
    width: Math.max(40, size.width - (LEFT + RIGHT) * text_px),
    height: Math.max(40, size.height - (TOP + FOOT) * text_px),
    age_max: 10 ** Math.ceil(Math.log10(oldest * 1.05)),
    size_max: Math.max(2, block_sectors),
  };
}

/** Room above the largest size, so that its dot is whole: as a share of the axis. */
const HEADROOM = 1.04;

const spanOf = ({ age_max, size_max }: Plot): { x: number; y: number } => ({
  x: Math.log(age_max),
  y: Math.log(size_max) * HEADROOM,
});

export function placeOf(plot: Plot, { age, size }: Pick<Aged, 'age' | 'size'>): { x: number; y: number } {
  const span = spanOf(plot);
  return {
    x: plot.left + (Math.log(Math.max(1, age)) / span.x) * plot.width,
    y: plot.top + plot.height - (Math.log(Math.max(1, size)) / span.y) * plot.height,
  };
}

/** Lines of equal density: the one that touches the group that leaves first, and some that lie behind it. */
export function linesOf(plot: Plot, groups: readonly Aged[], alpha: number): { d: string; touches: boolean }[] {
  const span = spanOf(plot);
  const most = touching(groups, alpha);
  if (most <= 0) return [];
  return [1, 0.78, 0.56, 0.34].flatMap((share, i) => {
    const line = isoLine(alpha, most * share, span.x, span.y);
    if (!line) return [];
    const at = ({ x, y }: { x: number; y: number }): string =>
      `${(plot.left + (x / span.x) * plot.width).toFixed(1)} ${(plot.top + plot.height - (y / span.y) * plot.height).toFixed(1)}`;
    return [{ d: `M${at(line.from)}L${at(line.to)}`, touches: i === 0 }];
  });
}

export interface Named {
  lbn: number;
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

const NAMED_MAX = 5;
/** From a dot to its name. */
const ASIDE_PX = 9;
const VICTIM_ASIDE_PX = 15;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** How far names may reach beyond the plot: as far as the picture does, and a little more, as they are guessed a little wide. */
const BESIDE = 1;

/** Names of the first to leave, each where it covers no other name, nor the dot of the one that leaves. */
export function namesOf(plot: Plot, first: readonly Placed[], text_px: number): Named[] {
  const [victim] = first;
  const taken: Box[] = victim ? [{ x: victim.x - 11, y: victim.y - 11, width: 22, height: 22 }] : [];
  return first.slice(0, NAMED_MAX).flatMap((group, rank): Named[] => {
    const px = rank === 0 ? text_px * 1.25 : text_px;
    const text = `B${group.lbn}`;
    const aside = rank === 0 ? VICTIM_ASIDE_PX : ASIDE_PX;
    const width = wordsWidth(text, rank === 0 ? px * BOLD : px);
    const places = (['end', 'start'] as const).flatMap((anchor) =>
      [0, -px * 0.8, px * 0.8].map((dy) => ({
        anchor,
        x: group.x + (anchor === 'start' ? aside : -aside),
        y: group.y + dy,
      })),
    );
    // The name of the one that leaves stands outside the line, where nothing else is.
    if (rank === 0) places.reverse();
    for (const { anchor, x, y } of places) {
      const box = { x: anchor === 'start' ? x : x - width, y: y - px * 0.6, width, height: px * 1.2 };
      const inside =
        box.x >= plot.left &&
        box.x + width <= plot.left + plot.width + text_px * BESIDE &&
        box.y >= plot.top - 2 &&
        box.y + box.height <= plot.top + plot.height;
      if (!inside || taken.some((other) => meets(box, other))) continue;
      taken.push(box);
      return [{ lbn: group.lbn, text, x, y: y + px * 0.36, anchor }];
    }
    return [];
  });
}

/** The group nearest to a point, within reach. */
export function nearest(placed: readonly Placed[], x: number, y: number, reach_px: number): Placed | null {
  let best: Placed | null = null;
  let least = reach_px;
  for (const group of placed) {
    const away = Math.hypot(group.x - x, group.y - y);
    if (away < least) [best, least] = [group, away];
  }
  return best;
}

/** Powers of ten on the axis of ages, and sizes that halve the axis. */
export const ageTicks = ({ age_max }: Plot): number[] =>
  Array.from({ length: Math.round(Math.log10(age_max)) + 1 }, (_, i) => 10 ** i);

/** What the ages on the axis are called: the last always, of the others those that there is room for. */
export function ageLabels(plot: Plot, text_px: number): { x: number; words: string; anchor: 'middle' | 'end' }[] {
  const ticks = ageTicks(plot);
  const right = plot.left + plot.width;
  const last = count(plot.age_max);
  let end = right - wordsWidth(last, text_px) - text_px * 0.5;
  const others = ticks
    .slice(0, -1)
    .reverse()
    .flatMap((age) => {
      const [{ x }, words] = [placeOf(plot, { age, size: 1 }), count(age)];
      const half = wordsWidth(words, text_px) / 2;
      if (x + half > end) return [];
      end = x - half - text_px * 0.5;
      return [{ x, words, anchor: 'middle' as const }];
    });
  return [...others, { x: right, words: last, anchor: 'end' }];
}

export function sizeTicks({ size_max }: Plot): number[] {
  const steps = Math.max(1, Math.round(Math.log2(size_max)));
  const stride = Math.ceil(steps / 4);
  const ticks = Array.from({ length: Math.floor(steps / stride) + 1 }, (_, i) => 2 ** (i * stride));
  return ticks.at(-1) === size_max ? ticks : [...ticks.filter((tick) => tick * 3 < size_max), size_max];
}
