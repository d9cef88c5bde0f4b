/**
 * Lanes side by side. The state's own fields are those of lane A; the others stand in `beside`, in order. Whoever knows one lane
 * alone is given the state as that lane sees it.
 */

import type { AppState } from '../state';
import { type LaneState, NEW_LANE } from './state';

/** As many as can be told apart on one screen. */
export const LANES_MAX = 4;
export const LANE_LETTERS = ['A', 'B', 'C', 'D'] as const;

export const isComparing = ({ beside }: Pick<AppState, 'beside'>): boolean => beside.length > 0;

/** How many lanes there are. */
export const laneCount = ({ beside }: Pick<AppState, 'beside'>): number => beside.length + 1;

/** The lane whose stage is in sight; null where all of them stand side by side. */
export const laneInFocus = ({ beside, focus }: Pick<AppState, 'beside' | 'focus'>): number | null =>
  beside.length === 0 ? 0 : focus;

/** The state as lane `index` sees it. */
export const asLane = (state: AppState, index: number): AppState => {
  const lane = state.beside[index - 1];
  return lane ? { ...state, ...lane } : state;
};

/** The state as the lane in focus sees it, or lane A where none is. */
export const asFocused = (state: AppState): AppState => asLane(state, laneInFocus(state) ?? 0);

/** All lanes, A first. */
export const lanesOf = (state: AppState): readonly LaneState[] => [state, ...state.beside];

/** `state` with a change to lane `index`: what is the lane's own goes there, the rest to the page. */
export function changeOfLane(state: AppState, index: number, change: Partial<AppState>): Partial<AppState> {
  const lane = state.beside[index - 1];
  if (!lane) return change;
  const own = Object.entries(change).filter(([key]) => isLaneField(key));
  const rest = Object.entries(change).filter(([key]) => !isLaneField(key));
  const same = own.every(([key, value]) => Object.is(lane[key as keyof LaneState], value));
  const beside = same ? state.beside : state.beside.with(index - 1, { ...lane, ...Object.fromEntries(own) });
  return { ...Object.fromEntries(rest), beside };
}

const isLaneField = (key: string): boolean => Object.hasOwn(NEW_LANE, key);
