/** An animated GIF that repeats, each picture with its own 256 colours. */

import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { contextOf } from '../export/canvas-pen';
import type { Sink, SinkContext } from './sink';

const COLOURS = 256;

export function gifSink({ pictures, frames_per_s }: SinkContext): Sink {
  const { width, height } = pictures;
  const gif = GIFEncoder();
  return {
    async add() {
      const { data } = contextOf(await pictures.canvas()).getImageData(0, 0, width, height);
      const palette = quantize(data, COLOURS);
      gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: 1000 / frames_per_s });
    },
    async finish() {
      gif.finish();
      return new Blob([gif.bytes()], { type: 'image/gif' });
    },
  };
}
