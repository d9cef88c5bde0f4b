/** How firm a claim is, as bars: one a choice, from the least to the largest margin that its values leave, the bound at 0. */

import type { Sensitivity, SensitivityChoice, SensitivityValue } from '../../engine/core-types';
import { svg } from '../../ui/dom';
import { dot, label, path, rect } from '../charts/marks';

/** Heights of a row: its name, where it tips, its bar, what stands at the bar's ends. */
const NAME = 14;
const TIPS = 14;
const BAR = 12;
const ENDS = 15;
const GAP = 8;
const HEAD = 14;
const SIDE = 7;
/** Farther inside or outside than its bound is large says no more. */
const MARGIN_MAX = 1;

/** Where margins stand: pixels by margin, and the range that is drawn. */
export interface MarginScale {
  low: number;
  high: number;
  place: (margin: number) => number;
}

const marginsOf = ({ values }: SensitivityChoice): number[] => values.flatMap(({ margin }) => margin ?? []);

/** From the least to the largest of all margins, the bound among them, with a little room. */
export function marginScale(choices: readonly SensitivityChoice[], width: number): MarginScale {
  const clipped = choices.flatMap(marginsOf).map((margin) => Math.max(-MARGIN_MAX, Math.min(MARGIN_MAX, margin)));
  const [least, most] = [Math.min(0, ...clipped), Math.max(0, ...clipped)];
  const room = (most - least || MARGIN_MAX) * 0.06;
  const [low, high] = [least - room, most + room];
  const place = (margin: number): number =>
    SIDE + ((Math.max(low, Math.min(high, margin)) - low) / (high - low)) * (width - 2 * SIDE);
  return { low, high, place };
}

/** `+3.4 %`, `−1.2 %` */
export const marginWords = (margin: number): string =>
  `${margin < 0 ? '−' : '+'}${(Math.abs(margin) * 100).toFixed(1)}\u00a0%`;

/** What came of a value, in a line. */
export function valueWords({ label: name, held, margin, measured, refused }: SensitivityValue): string {
  if (refused !== null) return `${name}: cannot be judged, ${refused}`;
  if (held === null) return `${name}: not computed yet`;
  const by = margin === null ? '' : ` by ${marginWords(margin)}`;
  return `${name}: ${held ? 'holds' : 'fails'}${by}; ${measured ?? ''}`;
}

export function firmnessBars({ choices }: Pick<Sensitivity, 'choices'>, width: number): SVGSVGElement {
  const scale = marginScale(choices, width);
  const bound = Math.round(scale.place(0)) + 0.5;
  const tops = [HEAD];
  for (const choice of choices) tops.push((tops.at(-1) ?? HEAD) + heightOf(choice));
  const height = tops.at(-1) ?? HEAD;
  const near_end = bound > width / 2;
  return svg(
    'svg',
    { class: 'firm-bars', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    label(
      near_end ? bound - 5 : bound + 5,
      HEAD - 4,
      near_end ? 'fails ◂ bound ▸' : '◂ bound ▸ holds',
      near_end ? 'end' : 'start',
      'chart-tick',
    ),
    ...choices.flatMap((choice, row) => bar(choice, scale, tops[row] ?? HEAD, width)),
  );
}

const tipsOf = ({ tips }: SensitivityChoice): string =>
  tips.length > 0 ? `tips near ${tips.map((tip) => tip.label).join(' and ')}` : '';
const heightOf = (choice: SensitivityChoice): number => NAME + (tipsOf(choice) === '' ? 0 : TIPS) + BAR + ENDS + GAP;

function bar(choice: SensitivityChoice, { place }: MarginScale, top: number, width: number): SVGElement[] {
  const { values, title, own } = choice;
  const tips = tipsOf(choice);
  const name = label(SIDE, top + NAME - 2, title, 'start', 'chart-strong');
  const known = values.flatMap((value) => (value.margin === null ? [] : [{ ...value, margin: value.margin }]));
  const bar_top = top + NAME + (tips === '' ? 0 : TIPS) + 1;
  const foot = bar_top + BAR + ENDS - 4;
  const middle = bar_top + BAR / 2;
  const tipped = tips === '' ? [] : [label(SIDE, top + NAME + TIPS - 3, tips, 'start', 'chart-words')];
  if (known.length === 0) return [name, ...tipped];
  const sorted = [...known].sort((a, b) => a.margin - b.margin);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most) return [name];
  const [from, bound, to] = [least.margin, 0, most.margin].map(place) as [number, number, number];
  const ends =
    least.label === most.label
      ? []
      : [
          label(SIDE, foot, `from ${least.label}`, 'start', 'chart-tick'),
          label(width - SIDE, foot, `to ${most.label}`, 'end', 'chart-tick'),
        ];
  return [
    name,
    ...tipped,
    rect('firm-out', from, bar_top, Math.min(bound, to) - from, BAR),
    rect('firm-in', Math.max(bound, from), bar_top, to - Math.max(bound, from), BAR),
    path('firm-bound', `M${Math.round(bound) + 0.5} ${bar_top - 2}v${BAR + 4}`),
    ...values.flatMap((value, at): SVGElement[] => {
      // What fails by no number stands at the end.
      if (value.margin === null)
        return value.held === false ? [label(SIDE, middle + 4, '✕', 'middle', 'chart-tick')] : [];
      const mark = dot(place(value.margin), middle, at === own ? 'firm-own' : 'firm-dot');
      mark.append(svg('title', {}, valueWords(value)));
      return [mark];
    }),
    ...ends,
  ];
}
