/** Where pictures go: a file that grows with each of them. */

import type { PictureSource } from './picture-source';

export interface Sink {
  /** Takes what is on stage now. */
  add(): Promise<void>;
  finish(): Promise<Blob>;
}

export interface SinkContext {
  pictures: PictureSource;
  frames_per_s: number;
}
