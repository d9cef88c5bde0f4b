/** Takes a lesson on the real simulator, question by question: its figures, its numbers, and the answers that the lesson's player finds. */

import type { Lesson, Step } from '../../lessons/lesson';
import type { StageFrame } from './stage-frame';

/** A step that asks something, before the answer and after it. */
export interface Question {
  /** From 1. */
  number: number;
  step: Step;
  asked: Moment;
  answered: Moment;
  /** Of a choice the option's number from 0, else the reading's value. */
  answer: number;
}

export interface Moment {
  /** A PNG as a `data:` address. */
  picture: string;
  readings: Readonly<Record<string, number | null>>;
}

export const questionSteps = ({ steps }: Lesson): { number: number; step: Step }[] =>
  steps.flatMap((step, at) => (step.prediction ? [{ number: at + 1, step }] : []));

/** `progress` is told after each question. Rejects where the stage refuses something, such as a lesson that the simulator does not bear out. */
export async function collect(
  lesson: Lesson,
  stage: StageFrame,
  progress: (done: number) => void,
): Promise<readonly Question[]> {
  const questions: Question[] = [];
  for (const { number, step } of questionSteps(lesson)) {
    await stage.ask({ type: 'lesson', lesson: lesson.id, step: number });
    const asked = await momentOf(stage);
    const { state } = await stage.ask({ type: 'predict', guess: 0 });
    const answer = state.lesson?.answer;
    if (answer == null) throw new Error(`Step ${number}, "${step.title}": the simulator gave no answer.`);
    questions.push({ number, step, asked, answered: await momentOf(stage), answer });
    progress(questions.length);
  }
  return questions;
}

async function momentOf(stage: StageFrame): Promise<Moment> {
  const { picture, state } = await stage.ask({ type: 'picture' });
  if (!picture) throw new Error('The stage gave no picture.');
  return { picture: await asAddress(picture), readings: state.readings };
}

const asAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The picture could not be read.')));
    reader.readAsDataURL(file);
  });
