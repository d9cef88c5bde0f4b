/** What a stage of log blocks consists of: cells and lines for the canvas, words for the page. Pixels of the stage's box. */

import type { CellAppearance } from '../../../render/cell';
import type { Paint } from '../../../render/colours';
import type { Point, Rect } from '../../../render/geometry';
import type { Pattern } from '../../../render/pattern';
import { type Ink, labelSize, ownerOf } from '../page-appearance';
import type { Title, Word } from '../words-layer';

/** Where a cell stands: a log block, a data block at rest, or one of the three stations of a rebuild. */
export type Part = 'log' | 'home' | 'from' | 'old' | 'new' | 'tag';

export interface SceneCell {
  part: Part;
  rect: Rect;
  appearance: CellAppearance;
  /** Logical page it holds, held or waits for. */
  lpn: number | null;
  /** Physical page it stands for, where that is known. */
  page: number | null;
  /** What it is, in words. */
  words: string;
  /** A place that a page has left or will come to. */
  ghost?: boolean;
  /** Marks a page that came from a log block, or from the host. */
  corner?: string;
}

export interface Box {
  rect: Rect;
  kind: 'victim' | 'running' | 'frame' | 'street' | 'slot';
}

/** A line that joins two places; curves leave and arrive level. */
export interface Line {
  from: Point;
  to: Point;
  colour: string;
  width: number;
  curved: boolean;
  arrow: boolean;
  /** Of the owner it leads to: the line is cut accordingly, and split in two for a double outline. */
  pattern?: Pattern;
}

/** A stretch of a bar. */
export interface Stretch {
  rect: Rect;
  paint: Paint;
  pattern: Pattern | null;
  /** Still to come. */
  ahead: boolean;
  lbn: number | null;
}

export interface Scene {
  height: number;
  titles: Title[];
  boxes: Box[];
  lines: Line[];
  cells: SceneCell[];
  stretches: Stretch[];
  words: Word[];
  /** Where the present moment stands on the cost bar. */
  now: { x: number; top: number; bottom: number } | null;
}

export const emptyScene = (height: number): Scene => ({
  height,
  titles: [],
  boxes: [],
  lines: [],
  cells: [],
  stretches: [],
  words: [],
  now: null,
});

const TAG_FILL = 1.45;

/** "B21", in its hue. */
export function tagCell(ink: Ink, lbn: number, rect: Rect): SceneCell {
  const label = `B${lbn}`;
  // A tag is nothing but its label: it may fill the tag's height.
  const label_px = labelSize(label, { ...rect, height: rect.height * TAG_FILL }, ink.text_px, 1.28);
  return {
    part: 'tag',
    rect,
    appearance: {
      mark: 'valid',
      ...ownerOf(ink, lbn),
      label,
      label_px,
    },
    lpn: null,
    page: null,
    words: `logical block ${lbn}`,
  };
}

/** Room that a tag takes. */
export const tagWidth = ({ text_px }: Ink, highest_lbn: number): number =>
  text_px * (1.1 + 0.8 * (1 + String(highest_lbn).length));
