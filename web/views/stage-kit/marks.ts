/** Marks that several stages paint over their cells. */

import { rounded } from '../../render/cell';
import type { Colours } from '../../render/colours';
import { grown, type Rect } from '../../render/geometry';

/** How many pages travel as one, written beside it. */
export function paintCount(
  g: CanvasRenderingContext2D,
  carries: number,
  beside: Rect,
  { sans, paper, ink }: Colours,
  { px, gap_px } = { px: 14, gap_px: 8 },
): void {
  const [text, x, y] = [`× ${carries}`, beside.x + beside.width + gap_px, beside.y + beside.height / 2];
  g.font = `700 ${px}px ${sans}`;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.lineWidth = 4;
  g.lineJoin = 'round';
  g.strokeStyle = paper;
  g.fillStyle = ink;
  g.strokeText(text, x, y);
  g.fillText(text, x, y);
}

/** The selection: an ink outline with a halo of paper, the same in every view. */
export function paintRing(
  g: CanvasRenderingContext2D,
  rect: Rect,
  { paper, ink }: Colours,
  { width = 2.5, halo = 4 } = {},
): void {
  rounded(g, grown(rect, 2), 3);
  g.strokeStyle = paper;
  g.lineWidth = width + halo;
  g.stroke();
  g.strokeStyle = ink;
  g.lineWidth = width;
  g.stroke();
}
