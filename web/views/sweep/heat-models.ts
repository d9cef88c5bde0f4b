/** What the planes of cells show: a metric of each policy on one scale, or which policy comes best. */

import { scaleLinear } from 'd3-scale';
import type { SweepMetric } from '../../app/sweep/metrics';
import { indexOf, type SweepState, sizeOf } from '../../app/sweep/state';
import type { SweepPlan } from '../../engine/sweep';
import { tokensOf } from '../../render/colours';
import { significant } from '../../render/format';
import { valueShort, valueWords } from '../charts/axis';
import { axisModels, placeWords, type SweepAxisModel } from './axes';
import type { HeatCell, HeatModel } from './heat-picture';
import { sweepLanes, valueAt, winnerAt } from './models';

export interface Scale {
  low: number;
  high: number;
  /** From 0 to 1 along the ramp. */
  place: (value: number) => number;
}

/** One scale for all policies; null before anything is measured. */
export function scaleOf({ results, log }: Pick<SweepState, 'results' | 'log'>, metric: SweepMetric): Scale | null {
  const values = results.flatMap((result) => valueAt(result, metric.id) ?? []);
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const onLog = log && low > 0;
  const on = onLog ? Math.log : (value: number) => value;
  const reach = on(high) - on(low);
  return { low, high, place: (value) => (reach > 0 ? (on(value) - on(low)) / reach : 0.5) };
}

export interface Ramp {
  fill: (place: number) => string;
  on: (place: number) => string;
}

const STEPS = 7;

/** The ramp of the theme in force. */
export function rampOf(element: Element): Ramp {
  const token = tokensOf(element);
  const steps = Array.from({ length: STEPS }, (_, i) => token(`age-${i}`) || '#888888');
  const between = scaleLinear<string>()
    .domain(steps.map((_, i) => i / (STEPS - 1)))
    .range(steps);
  const [paper, ink] = [token('paper'), token('ink')];
  const [on_paper, on_ink] = [luminanceOf(paper), luminanceOf(ink)];
  /** Whichever of the two is easier to read there. */
  const on = (place: number): string => {
    const ground = luminanceOf(between(place));
    return contrast(ground, on_paper) > contrast(ground, on_ink) ? paper : ink;
  };
  return { fill: (place) => between(place), on };
}

/** Relative luminance of `#rrggbb` or `rgb(r, g, b)`, as WCAG has it. */
function luminanceOf(colour: string): number {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  const parts = hex
    ? hex.slice(1).map((part) => Number.parseInt(part, 16))
    : (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

const side = (model: SweepAxisModel): { name: string; words: string[] } => ({
  name: model.axis.name,
  words: model.places.map((_, at) => placeWords(model, at)),
});

export function heatModels(plan: SweepPlan, sweep: SweepState, metric: SweepMetric, ramp: Ramp): HeatModel[] {
  const { x, y, across } = axisModels(plan);
  const scale = scaleOf(sweep, metric);
  return sweepLanes(plan).map((lane, policy) => ({
    title: lane.title,
    note: metric.unit ? `${metric.title.toLowerCase()}, ${metric.unit}` : metric.title.toLowerCase(),
    letter: across ? null : { text: lane.letter, colour: lane.colour },
    x: side(x),
    y: side(y),
    cells: y.places.map((_, row) =>
      x.places.map((_, column): HeatCell | null => {
        const index = across ? column : indexOf(plan, { policy, x: column, y: row });
        const result = sweep.results[index];
        const value = valueAt(result, metric.id);
        if (!result) return null;
        const where = `${placeWords(x, column)}${y.path === null ? '' : `, ${placeWords(y, row)}`}`;
        if (value === null || !scale)
          return {
            index,
            fill: 'none',
            on: 'currentColor',
            text: '–',
            strong: false,
            words: `${where}: ${result.refused ? 'refused' : 'none'}`,
          };
        const place = scale.place(value);
        const text = `${valueShort(value)}${result.refused === null && result.saturated ? '*' : ''}`;
        return {
          index,
          fill: ramp.fill(place),
          on: ramp.on(place),
          text,
          strong: false,
          words: `${where}: ${valueWords(metric, value)}`,
        };
      }),
    ),
  }));
}

/** One plane: each cell has the colour and the letter of the policy that comes best there. */
export function bestModel(plan: SweepPlan, sweep: SweepState, metric: SweepMetric, element: Element): HeatModel {
  const { x, y, across } = axisModels(plan);
  const lanes = sweepLanes(plan);
  const token = tokensOf(element);
  const size = sizeOf(plan);
  return {
    title: `Who has ${metric.better === 'less' ? 'the lowest' : 'the highest'} ${metric.title.toLowerCase()}`,
    note: size.policy > 1 ? 'and by what factor it leads' : 'one policy has no rival',
    letter: null,
    x: side(x),
    y: side(y),
    cells: y.places.map((_, row) =>
      x.places.map((_, column): HeatCell | null => {
        const best = across ? null : winnerAt(plan, sweep, metric, column, row);
        const lane = best && lanes[best.policy];
        if (!best || !lane) return null;
        const where = `${placeWords(x, column)}${y.path === null ? '' : `, ${placeWords(y, row)}`}`;
        if (best.tie)
          return {
            index: best.index,
            fill: 'none',
            on: token('ink'),
            text: '=',
            strong: true,
            words: `${where}: a tie`,
          };
        const lane_colour = token(`lane-${lane.letter.toLowerCase()}`);
        const tint = scaleLinear<string>().range([token('paper') || '#ffffff', lane_colour || '#888888'])(0.34);
        const ratio = best.second && best.value > 0 ? best.second.value / best.value : null;
        const by = ratio === null ? '' : ` ${significant(metric.better === 'less' ? ratio : 1 / ratio, 3)}×`;
        return {
          index: best.index,
          fill: tint,
          on: token('ink'),
          text: `${lane.letter}${by}`,
          short: lane.letter,
          strong: true,
          words: `${where}: ${lane.title}${by}`,
        };
      }),
    ),
  };
}
