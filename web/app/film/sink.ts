/** Where pictures go: a file that grows with each of them. */

import type { PictureSource } from './picture-source';
import type { FilmKind } from './state';

export interface Sink {
  /** Takes what is on stage now. */
  add(): Promise<void>;
  finish(): Promise<Blob>;
}

export interface SinkContext {
  pictures: PictureSource;
  frames_per_s: number;
}

/** Each is loaded when a film of its kind is first made. Rejects with a `FilmError` where the browser cannot make one. */
export const SINKS: Readonly<Record<FilmKind, (context: SinkContext) => Promise<Sink>>> = {
  gif: async (context) => (await import('./gif')).gifSink(context),
  webm: async (context) => (await import('./webm')).webmSink(context),
  png: async (context) => (await import('./slides')).pngSlides(context),
  svg: async (context) => (await import('./slides')).svgSlides(context),
};
