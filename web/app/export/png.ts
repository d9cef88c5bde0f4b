/** A drawing as a picture. */

import type { Drawing } from './drawing';

/** `scale` dots for each of the drawing's own. */
export async function svgToPng(
  { svg, width, height }: Pick<Drawing, 'svg' | 'width' | 'height'>,
  scale: number,
): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser draws no pictures');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('the picture is too large for this browser');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
