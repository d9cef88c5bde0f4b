/** What a chart is made from. */

import type { FigureAxis, FigureMetric } from '../../engine/core-types';
import { type Axis, xAxis, yAxis } from './axis';
import type { ChartMark } from './claimed';
import { isGain } from './cost';
import type { Curve, Point } from './curve';
import type { Lane } from './lanes';
import { type Comparison, compare } from './leads';
import type { ChartLayout } from './line-layout';

export interface ChartModel {
  metric: FigureMetric;
  x: FigureAxis;
  /** What is to be known of its values; may be empty. */
  x_note: string;
  x_values: readonly number[];
  lanes: readonly Lane[];
  /** One a lane, as far as measured. */
  curves: readonly Curve[];
  /** Rivals that the subject is compared with under the chart. */
  rivals: readonly Lane[];
  /** What all charts that share this one's axis reach over; empty where it has its own. */
  shared: readonly number[];
  /** What the papers claim of this chart. */
  marks: readonly ChartMark[];
  /** Curves of which every crossing is ringed and named, where that is not for the claims to say. */
  pairs?: readonly { of: string; against: string }[];
  /** The claim looked at: its marks alone are shown. */
  claim: string | null;
}

/** The point under the pointer or the keyboard cursor. */
export interface Cursor {
  x_index: number;
  system: string;
}

export interface Axes {
  x: Axis;
  y: Axis;
}

export const pointsOf = ({ curves }: Pick<ChartModel, 'curves'>, system: string): readonly Point[] =>
  curves.find((curve) => curve.system === system)?.points ?? [];

export const subjectOf = ({ lanes }: Pick<ChartModel, 'lanes'>): Lane | undefined =>
  lanes.find(({ subject }) => subject);

export const laneOf = ({ lanes }: Pick<ChartModel, 'lanes'>, system: string | undefined): Lane | undefined =>
  lanes.find((lane) => lane.system === system);

/** Where requests came faster than they were served: there a mean response tells how long the run was, no more. */
export const overruns = ({ metric }: ChartModel, points: readonly Point[]): readonly Point[] =>
  metric.unit === 'ms' ? points.filter(({ saturated }) => saturated) : [];

/** The subject, or another system, against one rival, as the chart draws them: ahead is below, or above where more is better. */
export function comparisonWith(model: ChartModel, rival: string, of = subjectOf(model)?.system ?? ''): Comparison {
  const axes = { x: model.x.scale, y: model.metric.scale };
  const [lower, upper] = isGain(model.metric) ? [rival, of] : [of, rival];
  return compare(pointsOf(model, lower), pointsOf(model, upper), axes);
}

/** The value that a claim names at a mark, or a share of the rival's there; none where it names none, or it is not known yet. */
export function levelOf(model: ChartModel, { level, share, against, from, to }: ChartMark): number | undefined {
  if (level !== undefined || share === undefined || against === undefined) return level;
  const rival = pointsOf(model, against).find(({ x }) => x >= from && x <= to);
  return rival && share * rival.value;
}

/** All values that a chart has to have room for. */
export const reachOf = ({ curves, marks }: Pick<ChartModel, 'curves' | 'marks'>): number[] => [
  ...curves.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high])),
  ...marks.flatMap(({ level }) => level ?? []),
];

export function axesOf(model: ChartModel, { left, right, top, foot }: ChartLayout): Axes {
  const values = model.shared.length > 0 ? model.shared : reachOf(model);
  return { x: xAxis(model.x, model.x_values, [left, right]), y: yAxis(model.metric, values, [foot, top]) };
}
