/** Paints pages on their way, above everything else. */

import { drawCell, outline } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { grown } from '../../../render/geometry';
import { easeTravel, progress } from '../../stage/cells/motion-plan';
import { paintCount } from '../canvas';
import { along } from '../paths';
import type { ClashMotion, Flight } from './plan';

const FLYER_MIN = { width: 18, height: 14 };

export function paintFlights(
  g: CanvasRenderingContext2D,
  { flights }: ClashMotion,
  colours: Colours,
  at_ms: number,
): void {
  for (const flight of flights) {
    const share = progress(flight.span, at_ms);
    if (at_ms >= flight.span.start_ms && share < 1) paintFlight(g, flight, easeTravel(share), colours);
  }
}

function paintFlight(
  g: CanvasRenderingContext2D,
  { points, from, to, appearance, carries }: Flight,
  share: number,
  colours: Colours,
): void {
  const at = along(points, share);
  const mix = (a: number, b: number, least: number): number => Math.max(least, a + (b - a) * share);
  const width = mix(from.width, to.width, FLYER_MIN.width);
  const height = mix(from.height, to.height, FLYER_MIN.height);
  const rect = { x: at.x - width / 2, y: at.y - height / 2, width, height };
  // A bundle is a pile of pages.
  for (const nth of carries > 1 ? [2, 1] : []) {
    const below = { ...rect, x: rect.x + 3 * nth, y: rect.y - 3 * nth };
    drawCell(g, below, { ...appearance, label: '' }, colours);
    outline(g, below, colours.idEdge, 1);
  }
  const halo = grown(rect, 2);
  g.fillStyle = colours.paper;
  g.fillRect(halo.x, halo.y, halo.width, halo.height);
  drawCell(g, rect, { ...appearance, mark: 'valid' }, colours);
  outline(g, rect, colours.idEdge, 0.9);
  if (carries > 1) paintCount(g, carries, rect, colours);
}
