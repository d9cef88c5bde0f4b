/** A single page mark as a small picture, for words that explain it. */

import { h } from '../ui/dom';
import { drawCell } from './cell';
import type { CellMark, Colours } from './colours';
import type { Identity } from './identity';

const HALF_WAY = 0.58;

/** What a page looks like while it is in a state, perhaps in its owner's appearance; an operation is shown under way. */
export function markCanvas(
  mark: CellMark,
  size: { width: number; height: number },
  colours: Colours,
  owner: Partial<Identity> = {},
): HTMLCanvasElement {
  const { width, height } = size;
  const canvas = h('canvas', {
    width: width * devicePixelRatio,
    height: height * devicePixelRatio,
    'aria-hidden': 'true',
  });
  const g = canvas.getContext('2d');
  if (g) {
    g.scale(devicePixelRatio, devicePixelRatio);
    const progress = mark === 'programming' ? HALF_WAY : mark === 'erasing' ? 0 : 1;
    drawCell(g, { x: 0.5, y: 0.5, width: width - 1, height: height - 1 }, { mark, progress, ...owner }, colours);
  }
  return canvas;
}
