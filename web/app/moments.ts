/** What can happen in the device that was opened: which moments there are to step to and to stop at. */

import type { Breakpoint, StepUnit } from '../engine/protocol';
import { isComparing, laneInFocus } from './lanes/side-by-side';
import type { LaneState } from './lanes/state';
import type { AppState } from './state';
import type { Unit } from './step-units';

type Opened = Pick<LaneState, 'opened'>;

/** Whether pages stand in stripes across the channels, which leave RAM one by one. */
export const hasStripes = ({ opened }: Opened): boolean => opened?.observables.stages.layer === 'stripes';

/** What a step can be. */
export const unitsOf = ({ opened }: Opened): readonly StepUnit[] => [
  'operation',
  'request',
  ...(opened?.observables.moments ?? []),
];

/** The moment that people wait for: a collection, or where there is none, a merge, a swap or a flush. */
export const momentOf = ({ opened }: Opened): StepUnit => opened?.observables.awaited ?? 'gc';

/** What a step can be here: lanes side by side make whole requests, one that is looked into all that it has of its own. */
export function unitsOffered(state: Pick<AppState, 'opened' | 'beside' | 'focus'>): readonly Unit[] {
  if (!isComparing(state)) return unitsOf(state);
  return laneInFocus(state) === null ? ['request', 'divergence'] : [...unitsOf(state), 'divergence'];
}

/** What a step is: what was chosen, or, where the device has no such moment, the one it has instead. */
export function unitOf(state: Pick<AppState, 'opened' | 'unit' | 'beside' | 'focus'>): Unit {
  const offered = unitsOffered(state);
  if (offered.includes(state.unit)) return state.unit;
  if (!offered.includes('operation') || state.unit === 'divergence') return 'request';
  return state.unit === 'map-miss' || state.unit === 'session' ? 'request' : momentOf(state);
}

/** Whether a condition can come true, as far as the device is known. */
export const canHappen = (kind: Breakpoint['kind'], { opened }: Opened): boolean =>
  opened?.observables.breakpoints.includes(kind) ?? true;
