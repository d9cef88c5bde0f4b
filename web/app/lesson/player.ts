/** Takes a lesson: reads its file, sets the simulator to what a step shows, and holds a prediction against what happens. */

import { failureOf } from '../../engine/failure';
import { LessonError } from '../../lessons/lesson-error';
import { parseLesson } from '../../lessons/parse';
import { readingAt } from '../../lessons/readings';
import { quoted } from '../../render/quoted';
import { argument, textArgument } from '../arguments';
import type { App } from '../command';
import { tellStored } from '../storing';
import { actualOf, momentsOf, readingsAbove, wrongIn } from './answer';
import { LESSON_HEADS } from './list';
import { keepProgress } from './progress';
import { playTo, setScene } from './scene';
import { isAnswered, type LessonState, stepOf } from './state';

/**
 * Opens a lesson at a step: one that is listed by its `id`, any other by its file's `name` and `text`, or `packed` as an address holds it.
 * One that cannot be read says why.
 */
export async function openLesson(app: App, source: unknown, step: number): Promise<void> {
  await orSayWhy(app, async () => beginLesson(app, await found(app, source), step));
}

/** Keeps the way back to a step of a lesson, which an address names as `openLesson` takes it. */
export async function leaveBehind(app: App, source: unknown, step: number): Promise<void> {
  await orSayWhy(app, async () => {
    const lesson = await found(app, source);
    app.store.update({ left_lesson: { ...lesson, step: stepIn(lesson, step), predicted: {} } });
  });
}

async function found(app: App, source: unknown): Promise<Found> {
  const packed = argument(source, 'packed');
  if (typeof packed === 'string') return ownFrom('lesson', { packed });
  if (argument(source, 'text') === undefined) return listedLesson(app, textArgument(source, 'id'));
  return ownFrom(textArgument(source, 'name'), { text: textArgument(source, 'text') });
}

/** The step nearest to the one wanted. */
const stepIn = ({ lesson }: Found, step: number): number => Math.min(Math.max(step, 0), lesson.steps.length - 1);

/** Opens the lesson in a file; one that cannot be read says why. */
export async function importLesson(app: App, file: unknown): Promise<void> {
  if (!(file instanceof File)) throw new TypeError('file: not a file');
  await orSayWhy(app, async () => {
    (await import('./own')).checkSize(file.name, file.size);
    await beginLesson(app, await ownFrom(file.name, { text: await file.text() }), 0);
  });
}

async function orSayWhy(app: App, open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch (thrown) {
    if (!(thrown instanceof LessonError)) throw thrown;
    app.store.update({ failure: failureOf('document', thrown.message) });
  }
}

type Found = Pick<LessonState, 'lesson' | 'packed'>;

async function listedLesson(app: App, id: string): Promise<Found> {
  if (!LESSON_HEADS.some((head) => head.id === id))
    throw new LessonError(
      `There is no lesson "${quoted(id)}"; there are ${LESSON_HEADS.map((head) => head.id).join(', ')}`,
    );
  const file = await app.page.fetchFile(`lessons/${encodeURIComponent(id)}.md`);
  return { lesson: parseLesson(id, await file.text()), packed: null };
}

async function ownFrom(name: string, from: { text: string } | { packed: string }): Promise<Found> {
  const { ownLesson, packLesson, unpackLesson } = await import('./own');
  const text = 'text' in from ? from.text : unpackLesson(from.packed);
  return { lesson: ownLesson(name, text), packed: packLesson(text) };
}

async function beginLesson(app: App, lesson: Found, step: number): Promise<void> {
  app.store.update({
    lesson: { ...lesson, step: stepIn(lesson, step), predicted: {} },
    left_lesson: null,
    drawer_open: false,
  });
  await showStep(app, null);
}

/** Goes to another step of the lesson, if there is one. */
export async function toStep(app: App, step: number): Promise<void> {
  const { lesson: state } = app.store.get();
  if (!state?.lesson.steps[step]) return;
  app.store.update({ lesson: { ...state, step } });
  await showStep(app, state);
}

/** Goes back to the step that was left for the workbench, whose device may be another now. */
export async function returnToLesson(app: App): Promise<void> {
  const { left_lesson } = app.store.get();
  if (!left_lesson) return;
  app.store.update({ lesson: left_lesson, left_lesson: null, drawer_open: false });
  await showStep(app, null);
}

/** Takes a prediction, or shows the answer without one: plays to where it shows, and keeps both. */
export async function predict(app: App, guess: number | null): Promise<void> {
  const { lesson: state } = app.store.get();
  const step = state && stepOf(state);
  if (!state || !step?.prediction) return;
  const { moves_to, answer } = step.prediction;
  const before = momentsOf(app.whole.get());
  const above = readingsAbove(step).map((reading) => readingAt(reading, before));
  const keep = (actual: number | null): LessonState => {
    const lesson = { ...state, predicted: { ...state.predicted, [state.step]: { guess, actual, above } } };
    app.store.update({ lesson });
    return lesson;
  };
  const asked = keep(null);
  if (moves_to) await playTo(app, moves_to);
  // Whoever has gone to another step meanwhile has left the question.
  if (app.store.get().lesson !== asked) return;
  const moments = momentsOf(app.whole.get());
  if (sayIfWrong(app, state)) keep(actualOf(answer, moments));
}

/** Shows what the present step shows. `before`: the lesson as it was, whose lanes may be the same. */
async function showStep(app: App, before: LessonState | null): Promise<void> {
  const { lesson: state } = app.store.get();
  const step = state && stepOf(state);
  if (!state || !step) return;
  const { scene, prediction } = step;
  const answered = isAnswered(state);
  const at = (answered && prediction?.moves_to) || scene.at;
  await setScene(app, scene, at, before && (stepOf(before)?.scene ?? null));
  const done = state.step === state.lesson.steps.length - 1;
  // What is listed nowhere is begun by whoever opens it.
  if (state.packed === null)
    tellStored(app.store, keepProgress(state.lesson.id, { step: done ? 0 : state.step, done }));
  if (answered && app.store.get().lesson === state) sayIfWrong(app, state);
}

/** Whether the simulator bears out the lesson at the end of a step; where it does not, the reader is told. */
function sayIfWrong({ store, whole }: App, state: LessonState): boolean {
  const text = wrongIn(state, momentsOf(whole.get()));
  if (text !== null) store.update({ failure: failureOf('document', text) });
  return text === null;
}
