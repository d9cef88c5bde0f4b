/**
 * Paints as SVG: words, boxes, lines and drawings stay what they are. What a stage has drawn on canvas is in it as a picture, since a
 * canvas does not know what was drawn on it.
 */

import { baseline, contextOf, setType } from './canvas-pen';
import { drawingOf } from './drawing';
import { escaped } from './escape';
import type { Area, Pen } from './pen';

export interface SvgPen extends Pen {
  /** All that was painted, as an SVG document. */
  document(width: number, height: number, view: { width: number; height: number }): string;
}

export function svgPen(): SvgPen {
  const parts: string[] = [];
  const measure = contextOf(document.createElement('canvas'));
  let [x, y, opacity, clips, open_clips] = [0, 0, 1, 0, 0];

  const fade = (): string => (opacity < 1 ? ` opacity="${short(opacity)}"` : '');
  const place = ({ left, top, width, height }: Area): string =>
    `x="${short(left + x)}" y="${short(top + y)}" width="${short(width)}" height="${short(height)}"`;

  return {
    moveTo: (across, down) => {
      [x, y] = [across, down];
    },
    alpha: (now) => {
      opacity = now;
    },
    box: (area, colour) => void parts.push(`<rect ${place(area)} fill="${escaped(colour)}"${fade()}/>`),
    edge(from, to, { colour, width, dashes }) {
      const dashed = dashes.length > 0 ? ` stroke-dasharray="${dashes.map(short).join(' ')}"` : '';
      const ends = `x1="${short(from.x + x)}" y1="${short(from.y + y)}" x2="${short(to.x + x)}" y2="${short(to.y + y)}"`;
      parts.push(`<line ${ends} stroke="${escaped(colour)}" stroke-width="${short(width)}"${dashed}${fade()}/>`);
    },
    text(words, { left, top, height }, type) {
      setType(measure, type);
      const at = `x="${short(left + x)}" y="${short(baseline(measure, words, top, height) + y)}"`;
      const { family, size, weight, style, letter_spacing, colour } = type;
      const font = `font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}" font-style="${style}" letter-spacing="${letter_spacing}"`;
      parts.push(`<text ${at} ${font} fill="${escaped(colour)}"${fade()}>${escaped(words)}</text>`);
    },
    picture: (canvas, area) =>
      void parts.push(`<image ${place(area)} preserveAspectRatio="none" href="${canvas.toDataURL()}"${fade()}/>`),
    async drawing(element, area) {
      const { svg } = drawingOf(element, '', 'transparent');
      const head = svg.slice(0, svg.indexOf('>'));
      const bare = head.replaceAll(/ (?:x|y|width|height|opacity)="[^"]*"/g, '');
      parts.push(`${bare} ${place(area)}${fade()}${svg.slice(head.length)}`);
    },
    clip(area) {
      const id = `clip-${++clips}`;
      open_clips++;
      parts.push(`<clipPath id="${id}"><rect ${place(area)}/></clipPath><g clip-path="url(#${id})">`);
    },
    unclip() {
      open_clips--;
      parts.push('</g>');
    },
    document(width, height, view) {
      if (open_clips !== 0) throw new Error(`${open_clips} areas are still clipped`);
      const size = `width="${width}" height="${height}" viewBox="0 0 ${short(view.width)} ${short(view.height)}"`;
      return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">${parts.join('')}</svg>`;
    },
  };
}

const short = (value: number): string => String(Math.round(value * 100) / 100);
