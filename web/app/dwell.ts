/**
 * How long play stays with a sentence.
 *
 * A sentence that tells a decision of the sort that a step is holds play until it can be read; what follows from it goes on at the
 * chosen speed. An example opens a little before the moment that its title promises: it comes there at a speed that can be followed,
 * holds, and then goes on at its own.
 */

import type { Frame, Operation, OperationKind, StepUnit } from '../engine/protocol';
import { isComparing } from './lanes/side-by-side';
import { unitOf } from './moments';
import { TRAVEL_MAX } from './speed';
import type { Approach, AppState, Hold } from './state';
import { landsOn } from './step-units';

/** What a listener needs to look up, and words a second from there on. */
const BASE_MS = 1000;
const WORDS_PER_S = 3;
const LEAST_MS = 3000;
/** The speed at which that holds; slower and faster play dwell longer and shorter, but never too short to be read. */
const NORMAL_SPEED = 2;
const LONGEST = 1.25;
const SHORTEST = 0.75;
/** Operations a second on the way to an example's moment. */
const APPROACH_SPEED = 2;

/** Beside what a step lands on: what belongs to such a moment, and is a decision. */
const DECIDED_WITH: Readonly<Partial<Record<StepUnit, readonly OperationKind[]>>> = { 'map-miss': ['map-evict'] };

/** Moments that come in chains of the same: only what was decided is told at length. */
const IN_CHAINS: ReadonlySet<StepUnit> = new Set(['merge']);

/** The operation that a frame tells. */
function told({ operations, position }: Frame): Operation | null {
  const last = operations.at(-1);
  return last?.index === position.op - 1 ? last : null;
}

const isOf = (frame: Frame, kinds: readonly OperationKind[] = []): boolean => {
  const operation = told(frame);
  return operation !== null && kinds.includes(operation.kind);
};

/** Whether what the frame tells is a decision. */
export const isDecision = ({ decision, position }: Frame): boolean =>
  decision !== null && decision.op === position.op - 1;

/** Whether a sentence is one to dwell on, where a step is one `unit`. */
export function isKey(frame: Frame, unit: StepUnit): boolean {
  const kinds = landsOn(unit);
  if (kinds.length === 0) return isDecision(frame);
  if (isOf(frame, kinds)) return !IN_CHAINS.has(unit) || isDecision(frame);
  return isOf(frame, DECIDED_WITH[unit]) && isDecision(frame);
}

/** How long a sentence has to stand for a listener to read it. */
export function readingMs(text: string, speed: number): number {
  const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const whole = Math.max(LEAST_MS, BASE_MS + (words / WORDS_PER_S) * 1000);
  return whole * Math.min(LONGEST, Math.max(SHORTEST, Math.sqrt(NORMAL_SPEED / speed)));
}

type Told = Pick<AppState, 'frame' | 'approach' | 'play_until' | 'speed' | 'unit' | 'opened' | 'beside' | 'focus'>;

/** Whether the present frame is what an example was on the way to. */
const hasArrived = ({ frame, approach }: Pick<Told, 'frame' | 'approach'>): boolean =>
  frame !== null && approach !== null && told(frame)?.kind === approach.into;

/** How long play stays with the present frame; null where it goes on. */
export function holdOf(state: Told): Hold | null {
  const { frame, speed, play_until } = state;
  // What is on the way to a place of its own is explained there.
  if (!frame || play_until !== null || isComparing(state) || frame.position.ended) return null;
  if (hasArrived(state)) return { ms: readingMs(frame.headline.text, Math.min(speed, NORMAL_SPEED)) };
  const unit = unitOf(state);
  if (speed > TRAVEL_MAX || unit === 'divergence' || !isKey(frame, unit)) return null;
  return { ms: readingMs(frame.headline.text, speed) };
}

/** A state on the way to an example's moment. */
export function approaching({ into, speed }: Approach): Pick<AppState, 'approach' | 'speed'> {
  return { approach: { into, speed }, speed: Math.min(speed, APPROACH_SPEED) };
}

/** A state that is on the way to none: at the speed that it was to go on at. */
export const notApproaching = ({ approach }: Pick<AppState, 'approach'>): Partial<AppState> =>
  approach ? { approach: null, speed: approach.speed } : {};

/** The state after play has held. */
export const goneOn = (state: Pick<Told, 'frame' | 'approach'>): Partial<AppState> => ({
  hold: null,
  ...(hasArrived(state) ? notApproaching(state) : {}),
});
