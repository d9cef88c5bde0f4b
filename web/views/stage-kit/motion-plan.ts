/**
 * What moves when: operations → moves with times. Cause comes before effect: a connector is drawn, the page travels it, the new
 * cell fills, and only then is the old copy struck out. Moves with one cause overlap, a few at a time.
 */

import { TRAVEL_MAX } from '../../app/speed';
import type { Operation } from '../../engine/protocol';

/** Connectors of one step run side by side: which one this is, of how many. */
export interface Lane {
  at: number;
  of: number;
}

export const ONLY_LANE: Lane = { at: 0, of: 1 };

export interface Span {
  start_ms: number;
  end_ms: number;
}

/** Where a written page comes from: a page of flash, the row of logical pages, or nowhere in particular. */
export type Source = { page: number } | { lpn: number } | null;

export type Move =
  | {
      kind: 'write';
      source: Source;
      to: number;
      lpn: number | null;
      /** Connectors of one step run side by side. */
      lane: Lane;
      connector: Span;
      travel: Span;
      fill: Span;
      /** Pages this traveller stands for: 1, more for a bundle, 0 when it goes along in another's bundle. */
      carries: number;
    }
  | { kind: 'read'; page: number; lpn: number | null; span: Span }
  | { kind: 'invalidate'; page: number; span: Span }
  | { kind: 'erase'; block: number; span: Span }
  | { kind: 'choose'; block: number; span: Span }
  | { kind: 'touch'; lpn: number; span: Span };

export interface MotionPlan {
  moves: readonly Move[];
  end_ms: number;
  /** Connectors fade while the plan runs, instead of staying until the next step. */
  connectors_fade: boolean;
}

/** `travel`: pages are seen to move. `flash`: source and target light up, the connector fades. `none`: only the result. */
export type MotionMode = 'travel' | 'flash' | 'none';

export const NO_MOTION: MotionPlan = { moves: [], end_ms: 0, connectors_fade: false };

const CONNECTOR_MS = 80;
const TRAVEL_MS = 420;
const FILL_MS = 260;
const READ_MS = 260;
const BLINK_MS = 120;
const ERASE_MS = 380;
const CHOOSE_MS = 380;
const STAGGER_MS = 60;
const IN_THE_AIR_MAX = 8;
const STEP_MAX_MS = 1600;
const FLASH_MAX_PER_S = 60;
/** More operations than this in one frame are not told one by one. */
const OPERATIONS_MAX = 256;

/** How operations are shown at a speed; a single step is always shown in full. */
export function motionMode(playing: boolean, operations_per_s: number): MotionMode {
  if (!playing || operations_per_s <= TRAVEL_MAX) return 'travel';
  return operations_per_s <= FLASH_MAX_PER_S ? 'flash' : 'none';
}

/** The moves of `operations`, `speed` times as fast as at rest (1 to 4). */
export function planMotion(operations: readonly Operation[], mode: MotionMode, speed = 1): MotionPlan {
  if (mode === 'none' || operations.length === 0 || operations.length > OPERATIONS_MAX) return NO_MOTION;
  const moves = sideBySide(mode === 'travel' ? travelling(operations) : operations.flatMap(flashing));
  const end_ms = endOf(moves);
  if (end_ms === 0) return NO_MOTION;
  const faster = mode === 'flash' ? 1 : Math.min(TRAVEL_MAX, Math.max(1, speed));
  const factor = Math.min(1, STEP_MAX_MS / end_ms) / faster;
  return {
    moves: moves.map((move) => scaled(move, factor)),
    end_ms: end_ms * factor,
    connectors_fade: mode === 'flash',
  };
}

/** Gives each connector of a step a lane of its own: those of earlier batches are still there when later ones are drawn. */
function sideBySide(moves: readonly Move[]): Move[] {
  const of = moves.filter((move) => move.kind === 'write' && move.carries > 0).length;
  let at = 0;
  return moves.map((move) => (move.kind === 'write' && move.carries > 0 ? { ...move, lane: { at: at++, of } } : move));
}

function travelling(operations: readonly Operation[]): Move[] {
  const moves: Move[] = [];
  let clock_ms = 0;
  for (const batch of batches(operations)) {
    const rest = batch.length - IN_THE_AIR_MAX;
    for (const [i, operation] of batch.entries()) {
      const slot = Math.min(i, IN_THE_AIR_MAX);
      const carries = i < IN_THE_AIR_MAX ? 1 : i === IN_THE_AIR_MAX ? rest : 0;
      moves.push(...movesOf(operation, clock_ms + slot * STAGGER_MS, carries));
    }
    clock_ms = endOf(moves);
  }
  return moves;
}

/** Writes in a row with one cause go together; everything else waits for what came before it. */
function batches(operations: readonly Operation[]): Operation[][] {
  const found: Operation[][] = [];
  for (const operation of operations) {
    const last = found.at(-1);
    const first = last?.[0];
    if (last && first && isWrite(operation) && isWrite(first) && first.cause === operation.cause) last.push(operation);
    else found.push([operation]);
  }
  return found;
}

const isWrite = ({ kind }: Operation): boolean => kind === 'program' || kind === 'copy';

function movesOf(operation: Operation, start_ms: number, carries: number): Move[] {
  const during = (length_ms: number): Span => ({ start_ms, end_ms: start_ms + length_ms });
  const { kind, from, to, stale, block, lpn } = operation;
  switch (kind) {
    case 'program':
    case 'program-failed':
    case 'copy': {
      if (to === null) return [];
      // Copied to the block that is to take the place of its own: it stays where it is.
      if (from === to) return [{ kind: 'read', page: to, lpn, span: during(READ_MS) }];
      const connector = during(CONNECTOR_MS);
      const travel = after(connector, TRAVEL_MS);
      const fill = after(travel, FILL_MS);
      const lane = ONLY_LANE;
      const write: Move = {
        kind: 'write',
        source: sourceOf(operation),
        to,
        lpn,
        lane,
        connector,
        travel,
        fill,
        carries,
      };
      return stale === null ? [write] : [write, { kind: 'invalidate', page: stale, span: after(fill, BLINK_MS) }];
    }
    case 'read':
      return from === null ? [] : [{ kind: 'read', page: from, lpn, span: during(READ_MS) }];
    case 'erase':
      return block === null ? [] : [{ kind: 'erase', block, span: during(ERASE_MS) }];
    case 'gc-start':
    case 'wear-start':
      return block === null ? [] : [{ kind: 'choose', block, span: during(CHOOSE_MS) }];
    case 'trim':
      return stale === null ? [] : [{ kind: 'invalidate', page: stale, span: during(BLINK_MS) }];
    case 'host-write':
    case 'host-read':
    case 'host-trim':
    case 'read-unmapped':
      return lpn === null ? [] : [{ kind: 'touch', lpn, span: during(BLINK_MS) }];
    default:
      return [];
  }
}

function sourceOf({ from, lpn, purpose }: Operation): Source {
  if (from !== null) return { page: from };
  return lpn !== null && purpose === 'host' ? { lpn } : null;
}

function flashing(operation: Operation): Move[] {
  const flash: Span = { start_ms: 0, end_ms: BLINK_MS };
  const still: Span = { start_ms: 0, end_ms: 0 };
  return movesOf(operation, 0, 0).map((move) =>
    move.kind === 'write'
      ? { ...move, carries: 1, connector: still, travel: still, fill: flash }
      : { ...move, span: flash },
  );
}

const after = ({ end_ms }: Span, length_ms: number): Span => ({ start_ms: end_ms, end_ms: end_ms + length_ms });

/** The time in which a move changes what its page or block is. */
export const effectOf = (move: Move): Span => (move.kind === 'write' ? move.fill : move.span);

const endOf = (moves: readonly Move[]): number => Math.max(0, ...moves.map((move) => effectOf(move).end_ms));

function scaled(move: Move, factor: number): Move {
  const span = ({ start_ms, end_ms }: Span): Span => ({ start_ms: start_ms * factor, end_ms: end_ms * factor });
  if (move.kind !== 'write') return { ...move, span: span(move.span) };
  return { ...move, connector: span(move.connector), travel: span(move.travel), fill: span(move.fill) };
}

/** How far into a span a moment is, from 0 to 1. */
export function progress({ start_ms, end_ms }: Span, at_ms: number): number {
  if (at_ms >= end_ms) return 1;
  return at_ms <= start_ms ? 0 : (at_ms - start_ms) / (end_ms - start_ms);
}

/** Speeds up out of the start and settles into the end: the curve of everything that travels. */
export function easeTravel(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
}
