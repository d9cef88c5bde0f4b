/**
 * An animated GIF that repeats. Of each picture only the dots are kept that have changed since the one before, with colours of their own;
 * a picture in which none has only lets the one before stand longer.
 */

import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { contextOf } from '../export/canvas-pen';
import { type Changes, changesOf } from './changes';
import type { Sink, SinkContext } from './sink';

/** One place of each palette stands for "as before". */
const COLOURS = 255;
const AS_BEFORE = 255;
/** The picture before stays where it is. */
const KEEP = 1;

export function gifSink({ pictures, frames_per_s }: SinkContext): Sink {
  const { width, height } = pictures;
  const gif = GIFEncoder();
  const delay = 1000 / frames_per_s;
  let shown: Uint32Array | null = null;
  let waiting: { changes: Changes; delay: number } | null = null;

  function write(): void {
    if (!waiting) return;
    const { places, dots } = waiting.changes;
    const colours = quantize(dots, COLOURS);
    const indexed = new Uint8Array(width * height).fill(AS_BEFORE);
    for (const [n, colour] of applyPalette(dots, colours).entries()) indexed[places[n] ?? 0] = colour;
    gif.writeFrame(indexed, width, height, {
      palette: Array.from({ length: AS_BEFORE + 1 }, (_, at) => colours[at] ?? [0, 0, 0]),
      delay: waiting.delay,
      transparent: true,
      transparentIndex: AS_BEFORE,
      dispose: KEEP,
    });
  }

  return {
    async add() {
      const { data } = contextOf(await pictures.canvas()).getImageData(0, 0, width, height);
      const now = new Uint32Array(data.buffer.slice(0));
      const changes = changesOf(shown, now);
      shown = now;
      if (waiting && changes.places.length === 0) waiting.delay += delay;
      else {
        write();
        waiting = { changes, delay };
      }
    },
    async finish() {
      write();
      gif.finish();
      return new Blob([gif.bytes()], { type: 'image/gif' });
    },
  };
}
