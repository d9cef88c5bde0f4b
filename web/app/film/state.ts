/** A film of what is on stage: what is proposed, and how far its making is. */

/** What a film counts: of lanes side by side, requests. */
export type FilmUnit = 'operation' | 'request';

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
