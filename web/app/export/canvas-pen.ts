/** Paints on a canvas. */

import { drawingOf } from './drawing';
import type { Pen, Type } from './pen';

/** `scale` dots for each CSS pixel. Throws where the browser draws no pictures. */
export function canvasPen(canvas: HTMLCanvasElement, scale: number): Pen {
  const g = contextOf(canvas);
  return {
    moveTo: (x, y) => g.setTransform(scale, 0, 0, scale, x * scale, y * scale),
    alpha(opacity) {
      g.globalAlpha = opacity;
    },
    box({ left, top, width, height }, colour) {
      g.fillStyle = colour;
      g.fillRect(left, top, width, height);
    },
    edge(from, to, { colour, width, dashes }) {
      g.strokeStyle = colour;
      g.lineWidth = width;
      g.setLineDash([...dashes]);
      g.beginPath();
      g.moveTo(from.x, from.y);
      g.lineTo(to.x, to.y);
      g.stroke();
      g.setLineDash([]);
    },
    text(words, { left, top, height }, type) {
      setType(g, type);
      g.fillText(words, left, baseline(g, words, top, height));
    },
    picture: (source, { left, top, width, height }) => g.drawImage(source, left, top, width, height),
    async drawing(element, { left, top, width, height }) {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(element, '', 'transparent').svg)}`;
      await image.decode();
      g.drawImage(image, left, top, width, height);
    },
    clip({ left, top, width, height }) {
      g.save();
      g.beginPath();
      g.rect(left, top, width, height);
      g.clip();
    },
    unclip: () => g.restore(),
  };
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const g = canvas.getContext('2d', { willReadFrequently: true });
  if (!g) throw new Error('this browser draws no pictures');
  return g;
}

export function setType(
  g: CanvasRenderingContext2D,
  { style, weight, size, family, colour, letter_spacing }: Type,
): void {
  g.font = `${style} ${weight} ${size} ${family}`;
  g.fillStyle = colour;
  g.textBaseline = 'alphabetic';
  g.textAlign = 'left';
  g.letterSpacing = letter_spacing;
}

/** The baseline of words in a line that high, by the type that is set. */
export function baseline(g: CanvasRenderingContext2D, words: string, top: number, height: number): number {
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = g.measureText(words);
  return top + (height - up - down) / 2 + up;
}
