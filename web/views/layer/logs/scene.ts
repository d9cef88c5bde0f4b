/** What a stage of log blocks consists of: cells and lines for the canvas, words for the page. Pixels of the stage's box. */

import type { PageState } from '../../../engine/protocol';
import type { CellLook } from '../../../render/cell';
import type { Colours, Paint } from '../../../render/colours';
import type { Point, Rect } from '../../../render/geometry';
import { patternOf } from '../../../render/pattern';

/** Where a cell stands: a log block, a data block at rest, or one of the three stations of a rebuild. */
export type Part = 'log' | 'home' | 'from' | 'old' | 'new' | 'tag';

export interface SceneCell {
  part: Part;
  rect: Rect;
  look: CellLook;
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
  kind: 'victim' | 'running' | 'frame' | 'street';
}

/** A line that joins two places; curves leave and arrive level. */
export interface Line {
  from: Point;
  to: Point;
  colour: string;
  width: number;
  curved: boolean;
  arrow: boolean;
}

/** A stretch of a bar. */
export interface Stretch {
  rect: Rect;
  fill: string;
  /** Still to come. */
  ahead: boolean;
  lbn: number | null;
}

export type Tone = 'plain' | 'bold' | 'quiet' | 'head' | 'tick' | 'total' | 'onbar';

export interface Word {
  x: number;
  /** Its middle. */
  y: number;
  text: string;
  align: 'left' | 'centre' | 'right';
  tone: Tone;
  /** Colour of a word on a coloured ground; the tone's own otherwise. */
  colour?: string;
}

/** The name of a part, over a rule that spans it. */
export interface Title {
  x: number;
  y: number;
  width: number;
  name: string;
  note: string;
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

/** What all parts draw with. */
export interface Ink {
  colours: Colours;
  text_px: number;
  pages_per_block: number;
}

/** Smallest number that can be read in a cell. */
const LABEL_MIN_PX = 8;
const DIGIT_WIDTH = 0.62;

/** Size of a label in a cell; 0 where it would be too small to read. */
export function labelSize(label: string, { width, height }: { width: number; height: number }, max_px: number): number {
  const size = Math.min(max_px, height * 0.54, (width * 0.88) / (Math.max(1, label.length) * DIGIT_WIDTH));
  return size >= LABEL_MIN_PX ? size : 0;
}

export const hueOf = ({ colours }: Ink, lbn: number): Paint =>
  colours.owners[lbn % colours.owners.length] ?? colours.cells.valid;

/** How a page looks whose fill says whose it is: dead ones are grey with a slash and keep a stripe of their owner's hue. */
export function pageLook(ink: Ink, state: PageState, lpn: number | null, label: string, rect: Rect): CellLook {
  const { colours, text_px, pages_per_block } = ink;
  if (state === 'free' || lpn === null) return { mark: state };
  const lbn = Math.floor(lpn / pages_per_block);
  const paint = hueOf(ink, lbn);
  const label_px = labelSize(label, rect, text_px * 1.36);
  const look: CellLook = { mark: state, label: label_px > 0 ? label : '', label_px };
  if (state === 'invalid') return { ...look, stripe: paint.fill };
  return state === 'valid' ? { ...look, paint, pattern: patternOf(lbn, colours.owners.length) } : look;
}

/** "B21", in its hue. */
export function tagCell(ink: Ink, lbn: number, rect: Rect): SceneCell {
  const label = `B${lbn}`;
  const label_px = labelSize(label, rect, ink.text_px * 1.28);
  return {
    part: 'tag',
    rect,
    look: {
      mark: 'valid',
      paint: hueOf(ink, lbn),
      pattern: patternOf(lbn, ink.colours.owners.length),
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

/** "21·3": page 3 of logical block 21. */
export const pageName = (lpn: number, pages_per_block: number): string =>
  `${Math.floor(lpn / pages_per_block)}·${lpn % pages_per_block}`;
