/** A film of what is on stage: what was asked for, and how far its making is. */

import type { AppState } from '../state';

export const FILM_KINDS = ['gif', 'webm', 'png', 'svg'] as const;
export type FilmKind = (typeof FILM_KINDS)[number];

export interface FilmOptions {
  kind: FilmKind;
  /** Operations carried out in the first picture, and in the last. */
  from: number;
  to: number;
  /** Width of a picture in dots; even, as a video's has to be. */
  width: number;
  frames_per_s: number;
  /** Operations between two pictures; where `motion` is shown, one. */
  operations_per_frame: number;
  /** Pictures also of pages on their way. */
  motion: boolean;
  theme: AppState['theme'];
  headline: boolean;
}

/** The film dialog; `from` and `to` are what it proposes. */
export interface FilmState {
  from: number;
  to: number;
  /** Operations that are filmed, of so many; null while nothing is made. */
  work: { done: number; total: number } | null;
  /** What came of the last one, or why there is none. */
  said: string | null;
}
