/** What a step can be, and what it is called. */

import { MOMENTS, type Moment } from '../engine/core-types';
import type { OperationKind, StepUnit } from '../engine/protocol';

/** A moment of a lane's own, or where lanes part. */
export type Unit = StepUnit | 'divergence';

/** All that a step can be, in the order of a choice. */
export const UNITS: readonly Unit[] = ['operation', 'request', ...(Object.keys(MOMENTS) as Moment[]), 'divergence'];

const isMoment = (unit: Unit): unit is Moment => unit in MOMENTS;

/** What a step is called: a moment as the core calls it, what the page has of its own by its word. */
export const unitName = (unit: Unit): string => (isMoment(unit) ? MOMENTS[unit].title : unit);

/** The operations that a step of a sort lands on; none where it lands on any. */
export const landsOn = (unit: Unit): readonly OperationKind[] => (isMoment(unit) ? MOMENTS[unit].kinds : []);
