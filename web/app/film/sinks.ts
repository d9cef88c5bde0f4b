/** What makes a film of each kind. */

import type { FilmKind } from './options';
import type { Sink, SinkContext } from './sink';

/** Each is loaded when a film of its kind is first made. Rejects with a `FilmError` where the browser cannot make one. */
export const SINKS: Readonly<Record<FilmKind, (context: SinkContext) => Promise<Sink>>> = {
  gif: async (context) => (await import('./gif')).gifSink(context),
  webm: async (context) => (await import('./webm')).webmSink(context),
  png: async (context) => (await import('./slides')).pngSlides(context),
  svg: async (context) => (await import('./slides')).svgSlides(context),
};
