/** Numbered pictures in a zip file, one for each slide. */

import { type Zippable, zipSync } from 'fflate/browser';
import { pngOf } from '../export/picture';
import type { Sink, SinkContext } from './sink';

const DIGITS = 4;
/** A fixed time in the zip: the same film is the same file. */
const TIME = '2000-01-01T00:00:00';

export const pngSlides = ({ pictures }: SinkContext): Sink =>
  slides('png', 0, async () => new Uint8Array(await (await pngOf(await pictures.canvas())).arrayBuffer()));

export const svgSlides = ({ pictures }: SinkContext): Sink =>
  slides('svg', 6, async () => new TextEncoder().encode(await pictures.svg()));

/** `level` of compression: a PNG is compressed already. */
function slides(ending: string, level: 0 | 6, picture: () => Promise<Uint8Array>): Sink {
  const files: Zippable = {};
  let taken = 0;
  return {
    async add() {
      const name = `flashlab-${String(++taken).padStart(DIGITS, '0')}.${ending}`;
      files[name] = [await picture(), { level, mtime: TIME }];
    },
    finish: async () => new Blob([zipSync(files) as Uint8Array<ArrayBuffer>], { type: 'application/zip' }),
  };
}
