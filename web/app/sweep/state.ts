/** A sweep as the page knows it. What can be told from these values is a function here or beside, never kept in them. */

import type { ExperimentDocument } from '../../engine/protocol';
import type { SweepPlan, SweepPolicy, SweepValue } from '../../engine/sweep';

/** What varies, as it is being written: it may be wrong. */
export interface VariedField {
  path: string;
  /** `0:1:0.2`, or a list. */
  text: string;
}

/** What is wanted: the sweep before the core has read it. */
export interface SweepDraft {
  /** What all runs have in common; null until one is taken. */
  experiment: ExperimentDocument | null;
  /** One or two: along x, and from chart to chart. */
  varied: readonly VariedField[];
  policies: readonly SweepPolicy[];
}

/** How results are looked at. */
export interface SweepDisplay {
  form: SweepForm;
  /** A key of `METRICS`. */
  metric: string;
  log: boolean;
}

export const FORMS = ['lines', 'map', 'best', 'table'] as const;
export type SweepForm = (typeof FORMS)[number];

/** A point that has been run: its figures by metric, or why it cannot be run. */
export type SweepResult =
  | { refused: null; figures: Readonly<Record<string, number | null>>; saturated: boolean }
  | { refused: string };

/** Why there is no plan, and at which part of the draft it is to be said. */
export interface SweepRefusal {
  at: { varied: number } | 'policies' | 'all';
  text: string;
}

export interface SweepState extends SweepDraft, SweepDisplay {
  /** null until the core has read the draft, or where it refused it. */
  plan: SweepPlan | null;
  /** By index of the plan's points; null where it has not been run. */
  results: readonly (SweepResult | null)[];
  /** What all points take, roughly, on all cores; null where it cannot be told. */
  expected_s: number | null;
  /** Points that were there already, kept from before. */
  restored: number;
  refusal: SweepRefusal | null;
  /** Runs under way. */
  work: { /** null until it can be told. */ left_ms: number | null } | null;
  /** Whether the browser keeps finished runs. */
  keeps: boolean;
}

export const NO_SWEEP: SweepState = {
  experiment: null,
  varied: [],
  policies: [],
  form: 'lines',
  metric: 'mean_ms',
  log: false,
  plan: null,
  results: [],
  expected_s: null,
  restored: 0,
  refusal: null,
  work: null,
  keeps: true,
};

export const runsDone = ({ results }: Pick<SweepState, 'results'>): number =>
  results.filter((result) => result !== null).length;

/** Where a point lies: its policy, and the place of its values along the varied fields; 0 where there is no such axis. */
export interface Place {
  policy: number;
  x: number;
  y: number;
}

/** Lengths of the axes, as the plan has them. */
export function sizeOf(plan: SweepPlan): Place {
  const [policies, x, y] = axesOf(plan);
  return { policy: policies?.length ?? 1, x: x?.values.length ?? 1, y: y?.values.length ?? 1 };
}

interface Values {
  path: string;
  values: readonly SweepValue[];
}

/** The axes of a plan that the page made: policies, if any, then one or two fields. */
export function axesOf({ axes }: SweepPlan): [SweepPolicy[] | null, Values | null, Values | null] {
  const policies = axes.flatMap((axis) => ('policies' in axis ? axis.policies : []));
  const [x = null, y = null] = axes.flatMap((axis) => ('path' in axis ? [axis] : []));
  return [policies.length > 0 ? policies : null, x, y];
}

export function placeOf(plan: SweepPlan, index: number): Place {
  const { x, y } = sizeOf(plan);
  return { policy: Math.floor(index / (x * y)), x: Math.floor(index / y) % x, y: index % y };
}

export function indexOf(plan: SweepPlan, { policy, x, y }: Place): number {
  const size = sizeOf(plan);
  return (policy * size.x + x) * size.y + y;
}
