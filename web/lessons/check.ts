/** What one part of a lesson says of another has to be there: lanes that are read, steps that are spoken of. */

import { quoted } from '../render/quoted';
import type { Step } from './lesson';
import { LessonError } from './lesson-error';
import type { Path } from './path';
import { type Claim, type Inline, linesOf, piecesOf } from './prose';
import { type LaneReading, sourceName } from './readings';

/** All pieces of text of a step that are shown to whoever takes the lesson. */
const piecesIn = ({ text, prediction, after }: Step): Inline[] => {
  const options = prediction?.answer.kind === 'choice' ? prediction.answer.options : [];
  const asked = prediction ? [prediction.question, ...options] : [];
  return [...text.flatMap(linesOf), ...asked, ...after.flatMap(linesOf)].flatMap(piecesOf);
};

/** What a step says of how another, or itself, ends, with the words in which it says so. */
export const claimsIn = (step: Step): { said: string; claim: Claim }[] =>
  piecesIn(step).flatMap((piece) =>
    piece.kind === 'plain' && piece.claims ? [{ said: piece.text, claim: piece.claims }] : [],
  );

function sourcesIn(step: Step): LaneReading[] {
  const readings = piecesIn(step).flatMap((piece) =>
    piece.kind === 'reading' ? [{ reading: piece.name, lane: piece.lane }] : [],
  );
  const answer = step.prediction?.answer;
  const held = answer?.holds.flatMap(({ left, right }) => (typeof right === 'number' ? [left] : [left, right])) ?? [];
  return [...readings, ...held, ...(answer?.kind === 'value' ? [answer] : [])];
}

/** Lanes stand together between requests, and only lanes that are there can be read. */
export function checkLanes(step: Step): Step {
  const lanes = step.scene.beside.length + 1;
  for (const source of sourcesIn(step))
    if (source.lane >= lanes)
      throw new LessonError(`"${sourceName(source)}": the step has ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}`);
  const answer = step.prediction?.answer;
  if (lanes > 1 && answer?.kind === 'value' && answer.input === 'block')
    throw new LessonError('predict: pick: blocks are chosen on a device alone, without "beside"');
  for (const path of [step.scene.at, step.prediction?.moves_to])
    if (lanes > 1 && path && !isOfRequests(path))
      throw new LessonError('lanes side by side stand between requests: expected "start", "end" or "request N"');
  return step;
}

const isOfRequests = ({ from, moves }: Path): boolean =>
  moves.length === 0 && (from === 'end' || 'request' in from || from.op === 0);

/** What is said of a step is said of one that there is. */
export function checkSteps(step: Step, steps: number): void {
  for (const { said, claim } of claimsIn(step))
    if (claim.step < 0 || claim.step >= steps)
      throw new LessonError(`{{${quoted(said)} = …, step ${claim.step + 1}}}: there are steps 1 to ${steps}`);
}
