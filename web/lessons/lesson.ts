/**
 * What a lesson is: steps, each of which sets the simulator to a moment, says one thing, and may ask for a prediction that the simulator
 * then answers. `parse.ts` reads it from Markdown.
 */

import type { ColourBy, ExperimentDocument, PageState } from '../engine/protocol';
import type { Path } from './path';
import type { Block, Text } from './prose';
import type { ReadingName } from './readings';

export interface Lesson extends LessonHead {
  steps: readonly Step[];
}

/** What is known of a lesson before it is read whole. */
export interface LessonHead {
  /** The file's name without its ending. */
  id: string;
  title: string;
  minutes: number;
  /** What somebody who took it has seen, in a line. */
  seen: string;
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
  at: Path;
  /** Parts of the workbench beside the stage, which is always there. */
  shows: readonly Part[];
  stage: 'buffer' | 'layer' | 'flash';
  colour_by: ColourBy;
  /** What is lit; of this step alone. */
  highlight: Highlight | null;
}

export type Device = { example: string } | { experiment: ExperimentDocument };

export const PARTS = ['headline', 'transport', 'rail'] as const;
export type Part = (typeof PARTS)[number];

/** A logical page wherever it lives, or all pages of one state. */
export type Highlight = { lpn: number } | { state: PageState };

/** A question that the simulator answers after it has gone to `moves_to`. */
export interface Prediction {
  question: Text;
  answer: Expected;
  /** Where the answer shows; null: where the step stands already. */
  moves_to: Path | null;
}

/**
 * One of some answers, of which the right one is known, and what the simulator has to show for it unless it is mere arithmetic; or a value
 * that the simulator tells.
 */
export type Expected =
  | { kind: 'choice'; options: readonly Text[]; right: number; holds: Held | null }
  | { kind: 'value'; reading: ReadingName; within: number };

export interface Held {
  reading: ReadingName;
  value: number;
}
