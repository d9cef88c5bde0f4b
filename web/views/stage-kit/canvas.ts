/** The canvases that stages are drawn on, one above the other. */

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
