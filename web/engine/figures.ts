/**
 * The papers' figures as the core tells them: what there is, what must be run for one, what a run measured, and what came of it.
 * Mirrors `sim-core/src/figures/`.
 */

import type { ExperimentDocument } from './protocol';

export interface FigureAxis {
  name: string;
  /** Empty where it has none: a ratio, a count. */
  unit: string;
  scale: 'linear' | 'log';
}

export interface FigureMetric {
  /** A key of `FigureSeries`. */
  id: MetricId;
  title: string;
  unit: string;
  scale: 'linear' | 'log';
}

export type MetricId = 'mean_response_ms' | 'erases' | 'erase_std_dev' | 'erase_cv';

export interface FigureEntry {
  id: string;
  paper: string;
  title: string;
  system: string;
  /** Ids of the claims judged in it. */
  claims: string[];
  panels: { id: string; title: string }[];
  x: FigureAxis;
  metrics: FigureMetric[];
  /** What the paper did, in a sentence. */
  what: string;
  /** What is compared; the first is what the paper proposes. */
  systems: { id: string; title: string }[];
}

/** One experiment of a figure. */
export interface FigureRun {
  panel: string;
  system: string;
  x_index: number;
  seed: number;
  document: ExperimentDocument;
}

export interface FigurePlan {
  id: string;
  quick: boolean;
  x: number[];
  runs: FigureRun[];
}

/** What one run measured. */
export interface FigureMeasure {
  mean_response_ns: number;
  erases: number;
  erase_std_dev: number;
  /** null without an erase. */
  erase_cv: number | null;
  /** Requests came faster than they could be served: responses then tell the length of the run. */
  saturated: boolean;
}

export interface FigureClaim {
  id: string;
  statement: string;
  /** What must hold for it; null where it cannot be tested. */
  claimed: string | null;
  /** null where nothing was measured. */
  measured: string | null;
  /** null where it cannot be tested, or not yet. */
  held: boolean | null;
  /** Told, but known not to be reproduced at the paper's position. */
  report_only: boolean;
  note: string | null;
  /** One for each condition that must hold. */
  marks: ClaimMark[];
}

/** Where on the charts a condition speaks, and what came of it. */
export interface ClaimMark {
  panel: string;
  metric: MetricId;
  /** The curve it is about, and the one it is compared with; null where it stands by itself. */
  system: string;
  than: string | null;
  /** First and last x. */
  claimed: [number, number];
  /** null until its points are there. */
  held: boolean | null;
  crossings: number[];
}

export type FigureSeries = { panel: string; system: string; x: number[] } & Record<MetricId, (number | null)[]>;

/** A figure drawn and judged: what `flashlab figures ID --json` prints. */
export interface FigureResult {
  id: string;
  paper: string;
  title: string;
  settings: unknown;
  series: FigureSeries[];
  claims: FigureClaim[];
}
