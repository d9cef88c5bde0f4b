/** How far a run is, and how far it goes, where several lanes have one timeline. Pure. */

import type { Ended } from '../../engine/protocol';
import type { Place } from '../lane';
import type { AppState } from '../state';
import { laneInFocus } from './side-by-side';

export interface Extent {
  request: number;
  requests: number;
  /** Nobody can go on. */
  is_over: boolean;
}

/**
 * Of the lane in sight; of lanes side by side as far as any of them is, since one that stops early stays behind. Lanes held together
 * by time stand at lane A's request, for as long as that goes on.
 */
export function extentOf(state: Pick<AppState, 'frame' | 'beside' | 'focus' | 'meet_by'>): Extent | null {
  const { frame, meet_by } = state;
  if (!frame) return null;
  const { request, requests, ended } = frame.position;
  const is_one = laneInFocus(state) !== null;
  const places = is_one ? [frame.position] : framesOf(state).map(({ position }) => position);
  const leads = is_one || (meet_by === 'time' && !isCutShort(ended));
  return {
    request: leads ? request : Math.max(...places.map((place) => place.request)),
    requests: leads ? requests : Math.max(...places.map((place) => place.requests)),
    is_over: places.every((place) => place.ended !== null),
  };
}

/** The moment in sight, to be gone back to; null at the start of a run, and where there is none. */
export function placeInSight(state: Pick<AppState, 'frame' | 'beside' | 'focus' | 'meet_by'>): Place | null {
  const op = state.frame?.position.op ?? 0;
  const request = extentOf({ ...state, focus: null })?.request ?? 0;
  if (state.beside.length > 0) return request > 0 ? { request } : null;
  return op > 0 ? { op } : null;
}

const framesOf = ({ frame, beside }: Pick<AppState, 'frame' | 'beside'>) =>
  [frame, ...beside.map((lane) => lane.frame)].filter((each) => each !== null);

/** Whether a run ended before all its requests were served. */
const isCutShort = (ended: Ended | null): boolean => ended !== null && ended.kind !== 'done';
