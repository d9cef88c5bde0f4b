/** Cells of the table as the picture draws them: an entry with its page, or a page of a map block. Marks survive without colour. */

import { grown, type Rect } from '../../../render/geometry';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { svg } from '../../../ui/dom';
import { boxed } from '../../stage-kit/svg-marks';

export type Mark = 'map' | 'reading' | 'programming' | 'stale' | 'free';

export interface CellAppearance {
  mark: Mark;
  label: string;
  /** The entry that is looked for. */
  asked?: boolean;
}

/** How far a page being programmed has filled. */
const FILLED = 0.6;
const LABEL_MIN_PX = 8.5;
/** Beside the label of a cell. */
export const LABEL_PAD_PX = 6;
/** Smaller cells show their mark in its simple form. */
const SMALL_PX = 12;

export function cellNode(box: Rect, { mark, label, asked = false }: CellAppearance, text_px: number): SVGGElement {
  const small = Math.min(box.width, box.height) < SMALL_PX;
  return svg(
    'g',
    { class: `host-cell is-${mark}${asked ? ' is-asked' : ''}` },
    boxed('host-cell-body', box),
    mark === 'programming' ? boxed('host-cell-fill', filledPart(box)) : null,
    mark === 'reading' && !small ? boxed('host-cell-ring', grown(box, -3)) : null,
    labelNode(box, mark, label, text_px),
    mark === 'stale' ? slash(box) : null,
    asked ? boxed('host-cell-asked', grown(box, 1.5)) : null,
  );
}

const filledPart = ({ x, y, width, height }: Rect): Rect => ({
  x,
  y: y + height * (1 - FILLED),
  width,
  height: height * FILLED,
});

const slash = ({ x, y, width, height }: Rect): SVGPathElement =>
  svg('path', { class: 'host-cell-slash', d: `M${x + 2} ${y + 2}l${width - 4} ${height - 4}` });

/** As large as there is room for; without room for digits that can be read there is none. */
export function labelSize(label: string, { width, height }: Pick<Rect, 'width' | 'height'>, text_px: number): number {
  const px = Math.min(text_px * 1.45, height * 0.52, (width - LABEL_PAD_PX) / wordsWidth(label, BOLD));
  return px < LABEL_MIN_PX ? 0 : px;
}

function labelNode(box: Rect, mark: Mark, label: string, text_px: number): SVGTextElement | null {
  const part = mark === 'programming' ? filledPart(box) : box;
  const px =
    label === '' ? 0 : labelSize(label, mark === 'programming' ? { ...part, height: part.height * 1.5 } : box, text_px);
  if (px === 0) return null;
  const at = { x: (box.x + box.width / 2).toFixed(1), y: (part.y + part.height / 2 + px * 0.36).toFixed(1) };
  return svg('text', { class: 'host-cell-label', ...at, 'font-size': px.toFixed(1), 'text-anchor': 'middle' }, label);
}
