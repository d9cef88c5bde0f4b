/** A film of what is on stage: what was asked for, and how far its making is. */

import type { AppState } from '../state';

export const FILM_KINDS = ['gif', 'webm', 'png', 'svg'] as const;
export type FilmKind = (typeof FILM_KINDS)[number];

/** What a film counts: of lanes side by side, requests. */
export type FilmUnit = 'operation' | 'request';

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

/** The film dialog; `from` and `to` are what it proposes. */
export interface FilmState {
  unit: FilmUnit;
  from: number;
  to: number;
  /** Operations, or requests, that are filmed, of so many; null while nothing is made. */
  work: { done: number; total: number } | null;
  /** What came of the last one, or why there is none. */
  said: string | null;
}
