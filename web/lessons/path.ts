/** The way to where a step of a lesson stands in its run: `request 6, then 2 gc` is two GC runs on from the beginning of the seventh request. */

import { MOMENTS, type Moment } from '../engine/core-types';
import type { StepUnit } from '../engine/protocol';
import { quoted } from '../render/quoted';
import { LessonError } from './lesson-error';

/** First `from`, and then so many steps of each unit, in order. Always from the start of the run, so that it is the same however it is reached. */
export interface Path {
  from: { op: number } | { request: number } | 'end';
  moves: readonly { count: number; unit: StepUnit }[];
}

export const START: Path = { from: { op: 0 }, moves: [] };

/** Whether a place lies before another, as far as their own words tell. */
export function isBefore(a: Path, b: Path): boolean {
  const [x, y] = [a.from, b.from];
  if (x === 'end' || y === 'end') return x !== 'end' && y === 'end';
  if (isStart(x) && isStart(y)) return isOnTheWay(a.moves, b.moves);
  if (isStart(x)) return a.moves.length === 0;
  if (isStart(y)) return false;
  if ('request' in x && 'request' in y && x.request !== y.request) return x.request < y.request;
  if ('op' in x && 'op' in y && x.op !== y.op) return x.op < y.op;
  return JSON.stringify(x) === JSON.stringify(y) && isOnTheWay(a.moves, b.moves);
}

const isStart = (from: Exclude<Path['from'], 'end'>): boolean => ('request' in from ? from.request : from.op) === 0;

/** Whether whoever makes the moves `b` comes past where `a` ends, and goes on. */
function isOnTheWay(a: Path['moves'], b: Path['moves']): boolean {
  const last = a.at(-1);
  const beside = b[a.length - 1];
  const is_same = a.slice(0, -1).every(({ count, unit }, at) => b[at]?.count === count && b[at]?.unit === unit);
  if (!last) return b.length > 0;
  if (!is_same || beside?.unit !== last.unit) return false;
  return last.count < beside.count || (last.count === beside.count && a.length < b.length);
}

/** Where a run goes back to after it has been at `ended`: "the start", "just before that write", "operation 34". `request` is what it is called. */
export function backWords({ from, moves }: Path, ended: Path, request: 'write' | 'request'): string {
  if (from === 'end') return 'the end';
  if ('op' in from) return from.op === 0 ? 'the start' : `operation ${from.op}`;
  if (from.request === 0) return 'the start';
  const next = from.request + 1;
  const is_that = ended.from !== 'end' && 'request' in ended.from && isWithin(ended.from.request, ended.moves, next);
  const named = is_that ? `that ${request}` : `${request} ${next}`;
  return moves.length === 0 ? `just before ${named}` : `the middle of ${named}`;
}

/** Whether a place lies in request `next`, or at its end. */
const isWithin = (request: number, moves: Path['moves'], next: number): boolean =>
  request === next || (request === next - 1 && moves.length > 0);

export const PATH_UNITS: readonly StepUnit[] = ['operation', 'request', ...(Object.keys(MOMENTS) as Moment[])];
const EXPECTED_PATH =
  'expected "start", "end", "request N" or "operation N", and after it, if anything, ", then N UNIT" with one of ' +
  PATH_UNITS.join(', ');

/** Null where `text` names no place. */
export function pathOf(text: string): Path | null {
  const [first = '', ...rest] = text.split(/,\s*then\s+/);
  const from = originOf(first.trim());
  const moves = rest.map(moveOf);
  return from !== null && moves.every((move) => move !== null) ? { from, moves } : null;
}

/** @throws LessonError where `text` names no place. */
export function pathFrom(text: string): Path {
  const found = pathOf(text);
  if (!found) throw new LessonError(`"${quoted(text)}" is no place in a run: ${EXPECTED_PATH}`);
  return found;
}

/** As a lesson spells it; `pathOf` reads it back. */
export function pathText({ from, moves }: Path): string {
  const first =
    from === 'end'
      ? 'end'
      : 'request' in from
        ? `request ${from.request}`
        : from.op === 0
          ? 'start'
          : `operation ${from.op}`;
  return [first, ...moves.map(({ count, unit }) => (count === 1 ? unit : `${count} ${unit}`))].join(', then ');
}

function originOf(text: string): Path['from'] | null {
  if (text === 'start') return { op: 0 };
  if (text === 'end') return 'end';
  const [, unit, number] = /^(request|operation) (\d+)$/.exec(text) ?? [];
  if (number === undefined || !Number.isSafeInteger(Number(number))) return null;
  return unit === 'request' ? { request: Number(number) } : { op: Number(number) };
}

function moveOf(text: string): Path['moves'][number] | null {
  const [, count = '1', word] = /^(?:(\d+) )?([a-z-]+)$/.exec(text.trim()) ?? [];
  const unit = PATH_UNITS.find((known) => known === word);
  return unit === undefined || !Number.isSafeInteger(Number(count)) ? null : { count: Number(count), unit };
}
