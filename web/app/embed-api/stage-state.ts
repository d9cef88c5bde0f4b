/** What the stage in a frame tells the page around it. */

import type { ExperimentDocument } from '../../engine/protocol';
import { READINGS } from '../../lessons/readings';
import { isAnswered } from '../lesson/state';
import type { AppState } from '../state';

export interface StageState {
  /** Requests begun, and how many the whole run has. */
  request: number;
  requests: number;
  /** Operations carried out. */
  operation: number;
  playing: boolean;
  /** Why the run cannot go on; null while it can. */
  ended: string | null;
  /** What just happened, and why: the headline as plain text. */
  headline: string;
  /** Only what differs from the defaults. */
  experiment: ExperimentDocument;
  /** The numbers of the moment, by the names that lessons use (`web/lessons/readings.ts`); null where the device has no such thing. */
  readings: Readonly<Record<string, number | null>>;
  lesson: LessonPlace | null;
}

/** Where a lesson stands. */
export interface LessonPlace {
  id: string;
  /** From 1. */
  step: number;
  steps: number;
  /** Whether its question, if it has one, is answered. */
  answered: boolean;
  /** What the simulator answered to the step's question, of a choice the number of the option from 0; null before, and where nothing is asked. */
  answer: number | null;
}

/** Null while no device is open. */
export function stageStateOf(state: AppState): StageState | null {
  const { frame, opened, playing, document } = state;
  if (!frame || !opened) return null;
  const moment = { frame, opened };
  const readings = Object.entries(READINGS).map(([name, reading]) => [name, reading.of(moment)] as const);
  return {
    request: frame.position.request,
    requests: frame.position.requests,
    operation: frame.position.op,
    playing,
    ended: frame.position.ended?.kind ?? null,
    headline: frame.headline.text.replaceAll('**', ''),
    experiment: document,
    readings: Object.fromEntries(readings),
    lesson: lessonPlaceOf(state),
  };
}

const lessonPlaceOf = ({ lesson }: AppState): LessonPlace | null =>
  lesson && {
    id: lesson.lesson.id,
    step: lesson.step + 1,
    steps: lesson.lesson.steps.length,
    answered: isAnswered(lesson),
    answer: lesson.predicted[lesson.step]?.actual ?? null,
  };
