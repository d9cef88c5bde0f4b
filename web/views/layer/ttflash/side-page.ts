/** A page of the stripe in "without and with": read for another, lost with its plane, on a plane that collects, or none of that. */

import type { TtflashMember, TtflashView } from '../../../engine/core-types';
import { centre, grown, type Rect } from '../../../render/geometry';
import { leastLabel } from '../../../render/label';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { svg } from '../../../ui/dom';
import { rect } from '../../stage-kit/svg-marks';
import { pageNames } from './names';
import type { SidePlaces } from './side-places';

export interface SidePage {
  member: TtflashMember;
  stripe: number;
  fate: 'read' | 'lost' | 'away' | 'still';
  is_parity: boolean;
}

const RING_PX = 3.5;
/** Room that a ring takes from a name, on all pages alike. */
const RINGED_PX = 8;
const LABEL_MIN_PX = 7;

export function pageNodes(page: SidePage, view: TtflashView, at: SidePlaces, text_px: number): SVGElement[] {
  const { fate, is_parity } = page;
  const cell = at.cells[page.member.channel];
  if (!cell) return [];
  const kind = `ttflash-page ${is_parity ? 'is-parity' : 'is-valid'} is-${fate}`;
  const has_ring = fate === 'read' && !is_parity && cell.width > 14;
  return [
    ...(fate === 'away' ? [boxed('ttflash-hatched', grown(cell, 4))] : []),
    svg(
      'g',
      { class: kind },
      boxed('ttflash-fill', cell),
      ...(has_ring ? [boxed('ttflash-ring', grown(cell, -RING_PX))] : []),
      nameOf(page, view, cell, at.upright, text_px),
      ...(fate === 'lost' ? [struckOut(cell)] : []),
    ),
  ];
}

function boxed(kind: string, { x, y, width, height }: Rect): SVGRectElement {
  const node = rect(kind, x, y, width, height);
  node.setAttribute('rx', '2');
  return node;
}

const struckOut = ({ x, y, width, height }: Rect): SVGPathElement =>
  svg('path', { class: 'ttflash-struck', d: `M${x} ${y}l${width} ${height}M${x + width} ${y}l${-width} ${height}` });

/** As large as there is room for, upright where it has none to lie. */
function nameOf(page: SidePage, view: TtflashView, cell: Rect, upright: boolean, text_px: number): SVGTextElement {
  const names = pageNames({ stripe: page.stripe, lpn: page.member.lpn }, view);
  // A page that would be the parity has no number of its own.
  const asked = page.is_parity && page.member.lpn !== null ? ['P'] : names;
  const room = upright ? cell.height - 4 : cell.width - RINGED_PX;
  const px = Math.min(text_px * 1.2, (upright ? cell.width : cell.height) * (upright ? 0.52 : 0.72));
  const label = asked.find((name) => wordsWidth(name, px * BOLD) <= room) ?? asked.at(-1) ?? '';
  const fit = Math.min(px, room / wordsWidth(label, BOLD));
  const { x, y } = centre(cell);
  const transform = upright
    ? `translate(${(x + fit * 0.35).toFixed(1)} ${y.toFixed(1)}) rotate(-90)`
    : `translate(${x.toFixed(1)} ${(y + fit * 0.36).toFixed(1)})`;
  const attributes = { class: 'ttflash-label', 'text-anchor': 'middle', 'font-size': fit.toFixed(1), transform };
  return svg('text', attributes, fit >= leastLabel(text_px, LABEL_MIN_PX) ? label : '');
}
