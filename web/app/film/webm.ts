/** A WebM video, encoded by the browser. */

import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
} from 'mediabunny';
import { FilmError } from './limit';
import type { Sink, SinkContext } from './sink';

export async function webmSink({ pictures, frames_per_s }: SinkContext): Promise<Sink> {
  const { width, height } = pictures;
  const codec = 'VideoEncoder' in window ? await getFirstEncodableVideoCodec(['vp9', 'vp8'], { width, height }) : null;
  if (!codec)
    throw new FilmError('This browser encodes neither VP9 nor VP8, so it makes no WebM. GIF, PNG and SVG work here.');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(await pictures.canvas(), { codec, bitrate: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: frames_per_s });
  await output.start();
  let taken = 0;
  return {
    async add() {
      await pictures.canvas();
      await source.add(taken / frames_per_s, 1 / frames_per_s);
      taken++;
    },
    async finish() {
      await output.finalize();
      if (!target.buffer) throw new FilmError('The browser encoded nothing.');
      return new Blob([target.buffer], { type: 'video/webm' });
    },
  };
}
