/** Marks that the charts of the stage are made of. Colours and sizes of text are the style sheet's. */

import type { Rect } from '../../render/geometry';
import { svg } from '../../ui/dom';

export type Anchor = 'start' | 'middle' | 'end';

export const text = (x: number, y: number, words: string, anchor: Anchor = 'start', kind = ''): SVGTextElement =>
  svg('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor, class: `buffer-text ${kind}`.trim() }, words);

export const path = (kind: string, d: string): SVGPathElement => svg('path', { class: kind, d });

export const rect = (kind: string, x: number, y: number, width: number, height: number): SVGRectElement =>
  svg('rect', {
    class: kind,
    x: x.toFixed(1),
    y: y.toFixed(1),
    width: Math.max(0, width).toFixed(1),
    height: Math.max(0, height).toFixed(1),
  });

export const boxed = (kind: string, { x, y, width, height }: Rect): SVGRectElement => rect(kind, x, y, width, height);

export const dot = (kind: string, x: number, y: number, r: number): SVGCircleElement =>
  svg('circle', { class: kind, cx: x.toFixed(1), cy: y.toFixed(1), r });

export const point = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Places as dots of one path, as wide as the path's line is: a thousand cost no more than one. */
export const dots = (places: readonly { x: number; y: number }[]): string =>
  places.map((place) => `M${point(place)}h0`).join('');
