/**
 * What a lesson is: steps, each of which sets the simulator to a moment, says one thing, and may ask for a prediction that the simulator
 * then answers. `parse.ts` reads it from Markdown.
 */

import type { ColourBy, ExperimentDocument, PageState } from '../engine/protocol';
import type { LessonHead } from './front-matter';
import type { Path } from './path';
import type { Block, Text } from './prose';
import type { LaneReading } from './readings';

export interface Lesson extends LessonHead {
  steps: readonly Step[];
}

export interface Step {
  title: string;
  scene: Scene;
  text: readonly Block[];
  /** What is asked before `after` is shown; null where nothing is. */
  prediction: Prediction | null;
  after: readonly Block[];
  /** What a lecturer says or asks here: never on the page that the audience sees. */
  notes: readonly Block[];
}

/** What the simulator shows in a step. Whatever a step leaves out is as in the step before. */
export interface Scene {
  device: Device;
  /** Lanes B, C and D: the step's device with some fields changed. None: the device alone. */
  beside: readonly Changes[];
  at: Path;
  /** Parts of the workbench beside the stage, which is always there. */
  shows: readonly Part[];
  /** Charts of the rail, or of lanes side by side, and figures of each lane; null: all that there are. */
  charts: readonly ChartName[] | null;
  figures: readonly LaneFigure[] | null;
  stage: 'buffer' | 'layer' | 'flash';
  colour_by: ColourBy;
  /** What is lit; of this step alone. */
  highlight: Highlight | null;
}

export type Device = { example: string } | { experiment: ExperimentDocument };

/** Fields of an experiment by dotted path, each with its value, in the order in which they are chosen. */
export type Changes = readonly (readonly [path: string, value: unknown])[];

export const PARTS = ['headline', 'transport', 'rail', 'times'] as const;
export type Part = (typeof PARTS)[number];

export const CHART_NAMES = [
  'decision',
  'reads',
  'blocked',
  'response',
  'hits',
  'map-cache',
  'ram',
  'buffer',
  'merges',
  'amplification',
  'tail',
  'wear',
  'room',
] as const;
export type ChartName = (typeof CHART_NAMES)[number];

export const LANE_FIGURES = ['mean', 'p99', 'erases', 'amplification', 'ram'] as const;
export type LaneFigure = (typeof LANE_FIGURES)[number];

/** What may tell an answer: the headline, and parts of stages. `views/lesson/hidden.css` says which elements each is. */
export const HIDEABLE = [
  'headline',
  'steps',
  'costs',
  'updates',
  'choice',
  'read',
  'leaving',
  'memory',
  'differences',
  'curve',
  'candidates',
] as const;
export type Hideable = (typeof HIDEABLE)[number];

/** A logical page wherever it lives, or all pages of one state. */
export type Highlight = { lpn: number } | { state: PageState };

/** A question that the simulator answers after it has gone to `moves_to`. */
export interface Prediction {
  question: Text;
  answer: Expected;
  /** Where the answer shows; null: where the step stands already. */
  moves_to: Path | null;
  /** What is out of sight until it is answered. */
  hides: readonly Hideable[];
  /** It asks what is chosen to be emptied, which nothing else on the page may tell before. */
  is_of_victim: boolean;
}

/**
 * One of some answers, of which the right one is known; or a value that the simulator tells. What the simulator then has to show is in
 * `holds`, and a lesson that it does not bear out is wrong; none where the answer is mere arithmetic, or the value says it all.
 */
export type Expected = ({ kind: 'choice'; options: readonly Text[]; right: number } | Told) & {
  holds: readonly Held[];
};

export interface Told extends LaneReading {
  kind: 'value';
  /** A share by which a prediction may be off and yet be near. */
  within: number;
  input: Input;
}

/** How a value is predicted: typed, by choosing a block on the stage, or by dragging it on a scale. */
export type Input = 'number' | 'block' | Scale;

export interface Scale {
  from: number;
  to: number;
  step: number;
}

/** What the simulator shows, against a number or against what it shows elsewhere. */
export interface Held {
  left: LaneReading;
  is: '=' | '<' | '>';
  right: LaneReading | number;
}
