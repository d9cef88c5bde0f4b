/** The cell under the cursor, and all other places of its page. */

import type { Colours } from '../../../render/colours';
import { centre } from '../../../render/geometry';
import { paintRing } from '../../stage-kit/marks';
import type { ClashCell } from './scene';

export function paintSelection(
  g: CanvasRenderingContext2D,
  here: ClashCell,
  cells: readonly ClashCell[],
  colours: Colours,
): void {
  const same = here.lpn === null ? [here] : cells.filter(({ lpn, part }) => lpn === here.lpn && part !== 'tag');
  for (const [at, { rect }] of same.entries()) {
    const next = same[at + 1];
    if (!next) continue;
    const [from, to] = [centre(rect), centre(next.rect)];
    g.beginPath();
    g.moveTo(from.x, from.y);
    g.lineTo(to.x, to.y);
    g.strokeStyle = colours.ink;
    g.lineWidth = 1;
    g.stroke();
  }
  for (const { rect } of same) paintRing(g, rect, colours, { width: 2.2, halo: 2.8 });
}
