/** The marks charts are made of. */

import { svg } from '../../ui/dom';
import { AXIS_WIDTH, RIGHT_MARGIN } from './panel';

type Anchor = 'start' | 'middle' | 'end';

export const label = (x: number, y: number, text: string, anchor: Anchor = 'start', kind = ''): SVGTextElement =>
  svg('text', { x, y, 'text-anchor': anchor, class: `chart-label ${kind}`.trim() }, text);

/** A grid line with its value left of it. */
export function gridLine(y: number, text: string, width: number): SVGElement[] {
  const line = svg('path', { class: 'chart-grid', d: `M${AXIS_WIDTH} ${y}H${width - RIGHT_MARGIN}` });
  return text === '' ? [line] : [line, label(AXIS_WIDTH - 5, y + 4, text, 'end', 'chart-tick')];
}

export const path = (kind: string, d: string | null): SVGPathElement => svg('path', { class: kind, d });

export const rect = (kind: string, x: number, y: number, width: number, height: number): SVGRectElement =>
  svg('rect', { class: kind, x, y, width: Math.max(0, width), height: Math.max(0, height) });

/** Where the run stands, through the whole height of a chart. */
export const playhead = (x: number, top: number, bottom: number): SVGPathElement =>
  path('chart-playhead', `M${x} ${top}V${bottom}`);
