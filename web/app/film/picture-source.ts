/** Pictures of what is on stage, all of one size. */

import { canvasPen } from '../export/canvas-pen';
import { extentOf, paintElements } from '../export/picture';
import { svgPen } from '../export/svg-pen';

export interface PictureSource {
  /** In dots; both are even. */
  readonly width: number;
  readonly height: number;
  /** Paints what is on stage now; the canvas is the same each time. */
  canvas(): Promise<HTMLCanvasElement>;
  svg(): Promise<string>;
}

const even = (dots: number): number => Math.max(2, 2 * Math.round(dots / 2));

/** The parts of the page that `elements` are, as they stand now: what becomes higher later is cut. */
export function pictureSource(elements: readonly Element[], wanted_width: number): PictureSource {
  const extent = extentOf(elements);
  const width = even(wanted_width);
  const scale = width / extent.width;
  const height = even(extent.height * scale);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const pen = canvasPen(canvas, scale);
  const view = { ...extent, height: height / scale };
  return {
    width,
    height,
    async canvas() {
      await paintElements(pen, elements, view);
      return canvas;
    },
    async svg() {
      const drawn = svgPen();
      await paintElements(drawn, elements, view);
      return drawn.document(width, height, view);
    },
  };
}
