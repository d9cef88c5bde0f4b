/** What can happen in the device that was opened: which moments there are to step to and to stop at, and what they are called. */

import { MOMENTS, type Moment } from '../engine/core-types';
import type { Breakpoint, OperationKind, StepUnit } from '../engine/protocol';
import { isComparing, laneInFocus } from './lanes/side-by-side';
import type { AppState } from './state';

/** What a step can be: a moment of a lane's own, or where lanes part. */
export type Unit = StepUnit | 'divergence';

/** All that a step can be, in the order of a choice. */
export const UNITS: readonly Unit[] = ['operation', 'request', ...(Object.keys(MOMENTS) as Moment[]), 'divergence'];

const isMoment = (unit: Unit): unit is Moment => unit in MOMENTS;

/** What a step is called: a moment as the core calls it, what the page has of its own by its word. */
export const unitName = (unit: Unit): string => (isMoment(unit) ? MOMENTS[unit].title : unit);

/** The operations that a step of a sort lands on; none where it lands on any. */
export const landsOn = (unit: Unit): readonly OperationKind[] => (isMoment(unit) ? MOMENTS[unit].kinds : []);

type Opened = Pick<AppState, 'opened'>;

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
