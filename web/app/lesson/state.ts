/** A lesson that is being taken. */

import type { ChartName, Device, Hideable, LaneFigure, Lesson, Step } from '../../lessons/lesson';
import { backWords, isBefore } from '../../lessons/path';
import type { ReadingName } from '../../lessons/readings';

export interface LessonState {
  lesson: Lesson;
  /** The lesson's whole file as its address holds it; null of a lesson that is listed. */
  packed: string | null;
  /** The step that is shown, from 0. */
  step: number;
  /** What was predicted, by step. A step that asks nothing has none. */
  predicted: Readonly<Record<number, Predicted>>;
}

/** A prediction beside what the simulator did, null while it is doing it. Of a choice both are numbers of options, from 0. */
export interface Predicted {
  /** Null where the answer was shown without one. */
  guess: number | null;
  actual: number | null;
  /** The numbers that stood above the question when it was asked, in their order. */
  above: readonly (number | null)[];
}

export const stepOf = ({ lesson, step }: LessonState): Step | null => lesson.steps[step] ?? null;

/** Whether the step still waits for a prediction. */
export const isAsking = (state: LessonState): boolean =>
  stepOf(state)?.prediction != null && state.predicted[state.step] === undefined;

/** The options of the step's question while it is open; none where it asks for something else. */
export function openOptions(state: LessonState | null): number {
  const answer = state !== null && isAsking(state) ? stepOf(state)?.prediction?.answer : null;
  return answer?.kind === 'choice' ? answer.options.length : 0;
}

/** Whether the step's question, if it has one, is answered by what the simulator did. */
export const isAnswered = (state: LessonState): boolean =>
  stepOf(state)?.prediction == null || state.predicted[state.step]?.actual != null;

/** Whether the step's question is answered by choosing a block. */
export const picks = (state: LessonState): boolean => {
  const answer = stepOf(state)?.prediction?.answer;
  return answer?.kind === 'value' && answer.input === 'block';
};

/** Where the run has gone back to for this step, after the step before it on the same device, in words; null where it has not. */
export function wentBackTo({ lesson, step }: LessonState): string | null {
  const [now, before] = [lesson.steps[step], lesson.steps[step - 1]];
  if (!now || !before) return null;
  const devices = [now, before].map(({ scene: { device, beside } }) => JSON.stringify([device, beside]));
  const ended = before.prediction?.moves_to ?? before.scene.at;
  if (devices[0] !== devices[1] || !isBefore(now.scene.at, ended)) return null;
  return backWords(now.scene.at, ended, onlyWrites(now.scene.device) ? 'write' : 'request');
}

function onlyWrites(device: Device): boolean {
  const workload = 'experiment' in device ? (device.experiment.workload as Record<string, unknown> | undefined) : null;
  return workload?.write_ratio === 1;
}

/** What is out of sight while the step's question is open; null where none is. */
export const hiddenIn = (state: LessonState | null): readonly Hideable[] | null =>
  state !== null && isAsking(state) ? (stepOf(state)?.prediction?.hides ?? []) : null;

/** Whether the step shows a chart, or a figure of its lanes; without a lesson all are shown, but for those that want to be explained. */
export const showsChart = (state: LessonState | null, chart: ChartName): boolean =>
  (state && stepOf(state)?.scene.charts)?.includes(chart) ?? !EXPLAINED_CHARTS.includes(chart);
export const showsFigure = (state: LessonState | null, figure: LaneFigure): boolean =>
  !tells(state, figure) && ((state && stepOf(state)?.scene.figures)?.includes(figure) ?? true);

/** Charts that say nothing without the words of a step. */
const EXPLAINED_CHARTS: readonly ChartName[] = ['room'];

/** What the reader predicted in this step for a reading of one of its lanes; null where nothing. */
export function guessOf(state: LessonState | null, reading: ReadingName): { lane: number; value: number } | null {
  const answer = state && stepOf(state)?.prediction?.answer;
  const guess = state?.predicted[state.step]?.guess ?? null;
  return answer?.kind === 'value' && answer.reading === reading && guess !== null
    ? { lane: answer.lane, value: guess }
    : null;
}

const READ_BY: Readonly<Record<LaneFigure, ReadingName>> = {
  mean: 'mean-response',
  p99: 'p99',
  erases: 'erases',
  amplification: 'write-amplification',
  ram: 'ram',
};

/** Whether a question is open whose answer the figure shows already, since the run goes nowhere for it. */
function tells(state: LessonState | null, figure: LaneFigure): boolean {
  const prediction = state !== null && isAsking(state) ? stepOf(state)?.prediction : null;
  if (!prediction || prediction.moves_to !== null) return false;
  const { answer } = prediction;
  const held = answer.holds.flatMap(({ left, right }) => (typeof right === 'number' ? [left] : [left, right]));
  return [...held, ...(answer.kind === 'value' ? [answer] : [])].some(({ reading }) => reading === READ_BY[figure]);
}

/** Whether a question is open of what will be emptied next: nothing else on the page may tell. */
export const asksForVictim = (state: LessonState | null): boolean =>
  state !== null && isAsking(state) && stepOf(state)?.prediction?.is_of_victim === true;
