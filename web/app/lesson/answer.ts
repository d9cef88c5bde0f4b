/** What a lesson says, held against what the simulator shows. */

import { claimsIn } from '../../lessons/check';
import type { Expected, Held, Step } from '../../lessons/lesson';
import { linesOf, piecesOf } from '../../lessons/prose';
import { type LaneReading, type Moments, READINGS, readingAt, shownValue, sourceName } from '../../lessons/readings';
import { lanesOf } from '../lanes/side-by-side';
import type { AppState } from '../state';
import type { LessonState } from './state';

/** What can be read off the lanes now. */
export const momentsOf = (state: AppState): Moments =>
  lanesOf(state).map(({ frame, opened }) => (frame && opened ? { frame, opened } : null));

/** The readings that stand above a question and in it, in their order. */
export const readingsAbove = ({ text, prediction }: Step): LaneReading[] =>
  [...text.flatMap(linesOf), ...(prediction ? [prediction.question] : [])]
    .flatMap(piecesOf)
    .flatMap((piece) => (piece.kind === 'reading' ? [{ reading: piece.name, lane: piece.lane }] : []));

/** The answer that the simulator gives; null where it gives none. */
export const actualOf = (expected: Expected, moments: Moments): number | null =>
  expected.kind === 'choice' ? expected.right : readingAt(expected, moments);

/** In what the simulator does not bear out the lesson at the end of its present step, in words; null where it does. */
export function wrongIn({ lesson, step }: LessonState, moments: Moments): string | null {
  const answer = lesson.steps[step]?.prediction?.answer;
  const wrong = [
    ...(answer?.holds.flatMap((held) => wrongHeld(held, moments)) ?? []),
    ...(answer?.kind === 'value' && readingAt(answer, moments) === null ? [`${answer.reading} cannot be read`] : []),
    ...lesson.steps.flatMap(claimsIn).flatMap(({ said, claim }) => {
      const value = shownValue(claim.reading, readingAt(claim, moments));
      return claim.step !== step || asTyped(value) === said ? [] : [`${sourceName(claim)} is ${value}, not ${said}`];
    }),
  ];
  return wrong.length > 0 ? `This lesson is wrong here. By the simulator, ${wrong.join('; ')}.` : null;
}

function wrongHeld({ left, is, right }: Held, moments: Moments): string[] {
  const value = readingAt(left, moments);
  const other = typeof right === 'number' ? right : readingAt(right, moments);
  const holds =
    value !== null && other !== null && (is === '<' ? value < other : is === '>' ? value > other : value === other);
  if (holds) return [];
  const than = typeof right === 'number' ? String(right) : `${sourceName(right)}, ${other ?? 'which cannot be read'}`;
  return [`${READINGS[left.reading].title} (${sourceName(left)}) ${value ?? 'none'}, not ${is} ${than}`];
}

/** Numbers are shown with spaces that do not break, which nobody types. */
const asTyped = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
