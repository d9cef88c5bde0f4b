/** The canvases that stages of layers are drawn on, one above the other. */

import type { Colours } from '../../render/colours';
import type { Rect } from '../../render/geometry';

/** A canvas to draw on, in CSS pixels. */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const g = canvas.getContext('2d');
  g?.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  return g;
}

/** Gives canvases their size, in CSS pixels. */
export function resize(canvases: readonly HTMLCanvasElement[], width: number, height: number): void {
  const pixels = { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) };
  // Setting a canvas's size makes a new one, even when it is the old size.
  for (const canvas of canvases) {
    if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  }
}

const COUNT_GAP_PX = 8;

/** How many pages travel as one, written beside it. */
export function paintCount(g: CanvasRenderingContext2D, carries: number, beside: Rect, colours: Colours): void {
  const [text, x, y] = [`× ${carries}`, beside.x + beside.width + COUNT_GAP_PX, beside.y + beside.height / 2];
  g.font = `700 14px ${colours.sans}`;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.lineWidth = 4;
  g.lineJoin = 'round';
  g.strokeStyle = colours.paper;
  g.fillStyle = colours.ink;
  g.strokeText(text, x, y);
  g.fillText(text, x, y);
}
