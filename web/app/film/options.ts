/** What is asked for of a film. */

import type { AppState } from '../state';

export type FilmKind = 'gif' | 'webm' | 'png' | 'svg';

export interface FilmOptions {
  kind: FilmKind;
  /** Operations carried out in the first picture, and in the last; of lanes side by side, requests served. */
  from: number;
  to: number;
  /** Width of a picture in dots; even, as a video's has to be. */
  width: number;
  frames_per_s: number;
  /** Operations, or requests, between two pictures; where `motion` is shown, one. */
  steps_per_frame: number;
  /** Pictures also of pages on their way. */
  motion: boolean;
  theme: AppState['theme'];
  headline: boolean;
}
