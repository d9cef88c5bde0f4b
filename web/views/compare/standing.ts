/** How each lane stands against the others: its figures, those it leads in, and how often lane A's they are. Pure. */

import type { FullRunsState } from '../../app/lanes/full-runs-state';
import { LANE_LETTERS, lanesOf } from '../../app/lanes/side-by-side';
import type { AppState } from '../../app/state';
import {
  againstA,
  comparable,
  FIGURES,
  type FigureName,
  figuresOfFullRun,
  figuresSoFar,
  type LaneFigures,
  leaders,
} from './lane-figures';

/** Figures up to where lanes stand, or of their full runs. */
export type Span = 'so-far' | 'whole';

export interface Standing {
  figures: LaneFigures | null;
  leads: Partial<Record<FigureName, boolean>>;
  times: Partial<Record<FigureName, string>>;
}

export function standings(state: AppState, span: Span): readonly Standing[] {
  const figures =
    span === 'whole'
      ? lanesOf(state).map((_, lane) => figuresOfFullRun(state.full_runs.runs[lane] ?? null))
      : lanesOf(state).map(({ frame }) => figuresSoFar(frame));
  // Where each lane has come to a request of its own, nothing is compared.
  const by_time =
    span === 'so-far' && state.meet_by === 'time' && new Set(figures.map((own) => own?.requests)).size > 1;
  const alike = by_time ? figures.map(() => null) : comparable(figures);
  const leading = FIGURES.map(({ name }) => ({ name, lanes: leaders(alike, name) }));
  return figures.map((own, lane) => ({
    figures: own,
    leads: Object.fromEntries(leading.map(({ name, lanes }) => [name, lanes.includes(lane)])),
    times: Object.fromEntries(FIGURES.map(({ name }) => [name, againstA(alike, lane, name)])),
  }));
}

/** Who does best in each figure but the mean: "lowest p99: D, 90.2 ms". Where several do, all of them. */
export function bestsInWords(standing: readonly Standing[]): readonly string[] {
  return FIGURES.filter(({ name }) => name !== 'mean_ns').flatMap(({ name, best, words }) => {
    const leading = standing.flatMap(({ leads }, lane) => (leads[name] ? [lane] : []));
    const value = standing[leading[0] ?? -1]?.figures?.[name] ?? null;
    return value === null ? [] : [`${best}: ${leading.map((lane) => LANE_LETTERS[lane]).join(', ')}, ${words(value)}`];
  });
}

/** What is said of full runs while they are made, or why there are none; null once they are there. */
export function fullRunsInWords({ work, refused, runs }: FullRunsState): string | null {
  if (refused !== null) return `The lanes could not be run to the end: ${refused}`;
  if (work !== null) return `Running all lanes to the end: ${Math.floor(work * 100)}\u00a0%`;
  return runs.length === 0 || runs.some((run) => run === null) ? 'The lanes have not been run to the end yet.' : null;
}
