/** What a picture of the page is painted with: on a canvas, or as SVG. All places are in CSS pixels. */

import type { Point } from '../../render/geometry';

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Type {
  family: string;
  size: string;
  weight: string;
  style: string;
  letter_spacing: string;
  colour: string;
}

export interface Line {
  colour: string;
  width: number;
  dashes: readonly number[];
}

export interface Pen {
  /** From here on everything is painted so far to the right and down. */
  moveTo(x: number, y: number): void;
  /** Opacity of what is painted from here on. */
  alpha(opacity: number): void;
  box(area: Area, colour: string): void;
  edge(from: Point, to: Point, line: Line): void;
  /** Words from the left edge of a line on, with their baseline where the browser puts it in a line of that height. */
  text(words: string, line: Omit<Area, 'width'>, type: Type): void;
  picture(canvas: HTMLCanvasElement, area: Area): void;
  drawing(element: SVGSVGElement, area: Area): Promise<void>;
  /** Nothing is painted outside, until `unclip`. */
  clip(area: Area): void;
  unclip(): void;
}
