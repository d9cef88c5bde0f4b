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
  /**
   * One run is a whole curve: a value for each session of a buffer that tunes itself, one for each of several shares of the reads,
   * or one for each of several numbers of free chunks. Of reads x is how many there are to one that takes longer.
   */
  over?: 'sessions' | 'reads' | 'chunks';
  /** What its values are called, where they are not numbers that say something. */
  names?: [number, string][];
}

export interface FigureMetric {
  /** A key of `FigureSeries`. */
  id: string;
  title: string;
  unit: string;
  scale: 'linear' | 'log';
  /** What it is made from: this field of a measure, of which so much makes one of the unit. */
  field: string;
  per_unit: number;
}

export interface FigureEntry {
  id: string;
  paper: string;
  title: string;
  system: string;
  /** Ids of the claims judged in it. */
  claims: string[];
  /** Where the paper puts them. */
  places: ClaimedPlace[];
  panels: { id: string; title: string }[];
  x: FigureAxis;
  metrics: FigureMetric[];
  /** What the paper did, in a sentence. */
  what: string;
  /** What is compared; what the paper proposes comes first. */
  systems: FigureSystem[];
  /** What the paper does not specify, and what was chosen. */
  assumptions: { open: string; chosen: string }[];
}

/** Where on its charts a paper puts a claim, as the paper puts it. How it is judged, and with which margin, is another matter. */
export interface ClaimedPlace {
  claim: string;
  metric: string;
  says: 'ahead' | 'behind' | 'equal' | 'near' | 'flat' | 'at least' | 'at most' | 'about';
  /** Only in this panel. */
  panel?: string;
  /** The system that it is about; the paper's own where none is named. */
  of?: string;
  /** The rival; none where the claim is about one system alone. */
  against?: string;
  /** The first and the last x; absent where it reaches to the end of the axis. */
  from?: number;
  to?: number;
  /** At least how much less than the rival's, as a share. */
  gain?: number;
  /** The value that is meant, in the metric's unit, where the claim names one. */
  level?: number;
  /** The same as a share of the rival's. */
  share?: number;
  /** Whether that value is a size, divided where experiments of a part of the size are made. */
  is_size?: boolean;
}

export interface FigureSystem {
  id: string;
  title: string;
  /** It has no runs: at each point it is whichever of these comes to least. */
  least?: { of: string[]; by: string };
  /** One run whatever x is: a level line. */
  level?: true;
}

/** One experiment of a figure. */
export interface FigureRun {
  panel: string;
  system: string;
  x_index: number;
  seed: number;
  /** What carries it out: a device, or less where that is all the figure asks for. */
  by: string;
  document: ExperimentDocument;
}

export interface FigurePlan {
  id: string;
  quick: boolean;
  x: number[];
  runs: FigureRun[];
}

/** What one run measured, field by field: null where it does not apply, a list where there is a value for each session. */
export interface FigureMeasure {
  readonly [field: string]: number | readonly number[] | boolean | null;
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
  /** null where it speaks of all. */
  panel: string | null;
  metric: string;
  /** The curve it is about, and the one it is compared with; null where it stands by itself. */
  system: string;
  than: string | null;
  /** First and last x. */
  claimed: [number, number];
  /** null until its points are there. */
  held: boolean | null;
  crossings: number[];
}

/** A curve, with the values of each metric under its id. */
export interface FigureSeries {
  readonly [metric: string]: string | readonly (number | boolean | null)[];
  panel: string;
  system: string;
  x: readonly number[];
}

/** What the runs of a result were. */
export interface FigureSettings {
  /** Of the core that carried them out. */
  version: string;
  seeds: number[];
  x: { path?: string };
  /** Sizes that were divided to make it quick. */
  divided: { by: number; fields: string[] } | null;
  /** What they have in common, as far as the figure states it; and what the panels and the systems set besides. */
  common: ExperimentDocument;
  panels: Record<string, ExperimentDocument>;
  systems: Record<string, ExperimentDocument>;
}

/** A figure drawn and judged: what `flashlab figures ID --json` prints. */
export interface FigureResult {
  id: string;
  paper: string;
  title: string;
  settings: FigureSettings;
  series: FigureSeries[];
  claims: FigureClaim[];
}
