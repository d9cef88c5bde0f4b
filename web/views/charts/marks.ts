/** The marks that charts are made of. Sizes are pixels; what a mark looks like is in `charts.css`. */

import { legible } from '../../render/label';
import { wordsWidth } from '../../render/text-width';
import { svg } from '../../ui/dom';

/** Where data is drawn, in pixels. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  foot: number;
}

export type Anchor = 'start' | 'middle' | 'end';

export const label = (x: number, y: number, words: string, anchor: Anchor = 'start', kind = ''): SVGTextElement =>
  svg('text', { x, y, 'text-anchor': anchor, class: `chart-label ${kind}`.trim() }, words);

export const path = (kind: string, d: string | null): SVGPathElement => svg('path', { class: kind, d });

export const rect = (kind: string, x: number, y: number, width: number, height: number): SVGRectElement =>
  svg('rect', { class: kind, x, y, width: Math.max(0, width), height: Math.max(0, height) });

export const dot = (x: number, y: number, kind = 'chart-dot'): SVGCircleElement =>
  svg('circle', { class: kind, cx: x, cy: y, r: 3.5 });

/** From a value's name to the axis, and from its baseline to its middle, in parts of the type's size. */
const NAME_GAP = 0.4;
const NAME_DROP = 0.32;
const NAME_EM = 12.5;
/** Size of what stands along an axis, in sizes of type, as `charts.css` has it. */
const TICK = 0.88;

/** How wide words along an axis will be. */
export const tickWidth = (words: string, em: number): number => wordsWidth(words, legible(TICK * em, em));

/** A grid line with its value left of it; on whole pixels, so that it is as thin as can be. */
export function gridLine({ left, right }: Pick<Plot, 'left' | 'right'>, y: number, words: string, em = NAME_EM) {
  const at = Math.round(y) + 0.5;
  const line = path('chart-grid', `M${left} ${at}H${right}`);
  return words === '' ? [line] : [line, label(left - NAME_GAP * em, at + NAME_DROP * em, words, 'end', 'chart-tick')];
}

/** The x axis, under the data. */
export const baseline = ({ left, right, foot }: Pick<Plot, 'left' | 'right' | 'foot'>): SVGPathElement =>
  path('chart-axis', `M${left} ${foot + 0.5}H${right}`);

/** Where the run stands, through the whole height of a chart. */
export const playhead = (x: number, top: number, bottom: number): SVGPathElement =>
  path('chart-playhead', `M${x} ${top}V${bottom}`);

/** A lane's letter in its colour. */
export function letter(x: number, y: number, lane: { letter: string; colour: string }, anchor: Anchor): SVGTextElement {
  const name = label(x, y, lane.letter, anchor, 'chart-strong');
  name.style.fill = lane.colour;
  return name;
}

/** Of names in a row the outer ones stay within the axis. */
export const anchorAt = (i: number, many: number): Anchor => (i === 0 ? 'start' : i === many - 1 ? 'end' : 'middle');
