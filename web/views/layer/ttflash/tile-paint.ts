/** A plane's tile, in as much detail as it has room for. */

import type { TtflashPlane } from '../../../engine/core-types';
import { outline, rounded } from '../../../render/cell';
import type { Rect } from '../../../render/geometry';
import { dashed, hatch, struckOut } from './hatching';
import { full } from './tile-full';
import { type Brush, inset, type ShownPage } from './tile-parts';
import { brief, level, line, slim } from './tile-small';

export function paintTile(
  brush: Brush,
  plane: TtflashPlane,
  rect: Rect,
  pages: readonly ShownPage[],
  lit: boolean,
): void {
  ground(brush, plane, rect);
  switch (brush.layout.form) {
    case 'full':
      full(brush, plane, rect, pages);
      break;
    case 'brief':
      brief(brush, plane, rect);
      break;
    case 'line':
      line(brush, plane, rect);
      break;
    case 'slim':
      slim(brush, plane, rect);
      break;
    default:
      level(brush, plane, rect);
  }
  const { g, colours, layout } = brush;
  if (lit) outline(g, rect, colours.cells.reading.fill, layout.form === 'full' ? 3.5 : 2.5, 4);
  if (plane.state === 'dead') struckOut(g, rect, colours.ink, layout.form === 'full' ? 2.5 : 1.5);
}

function ground({ g, colours, layout }: Brush, { state }: TtflashPlane, rect: Rect): void {
  const dense = layout.form === 'dense';
  if (state === 'collects') hatch(g, rect, colours, dense ? 0.5 : 4);
  else {
    rounded(g, rect, dense ? 0.5 : 4);
    g.fillStyle = state === 'dead' ? colours.rule : colours.sheet;
    g.fill();
    if (!dense) outline(g, rect, colours.rule2, 1.2, 4);
  }
  if (state === 'waits' && !dense) dashed(g, inset(rect, layout.form === 'full' ? 3 : 1.5), colours.cells.erasing.fill);
}
