/** Takes a lesson: reads its file, sets the simulator to what a step shows, and holds a prediction against what happens. */

import { failureOf } from '../../engine/failure';
import { LessonError } from '../../lessons/front-matter';
import type { Device, Expected, Lesson } from '../../lessons/lesson';
import { parseLesson } from '../../lessons/parse';
import type { Path } from '../../lessons/path';
import { READINGS } from '../../lessons/readings';
import { type App, runCommand } from '../commands';
import { FLASH_MAX } from '../speed';
import { LESSON_HEADS } from './list';
import { keepProgress } from './progress';
import { isAnswered, type LessonState, stepOf } from './state';

/** How long one watches on the way to an answer, and the least operations a second. */
const WATCHED_S = 5;
const LEAST_SPEED = 2;

/** Opens the lesson `id` at a step; one that cannot be read says why. */
export async function openLesson(app: App, id: string, step: number): Promise<void> {
  try {
    if (!LESSON_HEADS.some((head) => head.id === id))
      throw new LessonError(`There is no lesson "${id}"; there are ${LESSON_HEADS.map((head) => head.id).join(', ')}`);
    const file = await app.page.fetchFile(`lessons/${encodeURIComponent(id)}.md`);
    await beginLesson(app, parseLesson(id, await file.text()), step);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const text = thrown instanceof LessonError ? reason : `The lesson ${id} could not be loaded: ${reason}`;
    app.store.update({ failure: failureOf('document', text) });
  }
}

async function beginLesson(app: App, lesson: Lesson, step: number): Promise<void> {
  const at = Math.min(Math.max(step, 0), lesson.steps.length - 1);
  app.store.update({ lesson: { lesson, step: at, predicted: {} }, presenting: false, drawer_open: false });
  await setScene(app, null);
}

/** Goes to another step of the lesson, if there is one. */
export async function toStep(app: App, step: number): Promise<void> {
  const { lesson: state } = app.store.get();
  if (!state?.lesson.steps[step]) return;
  app.store.update({ lesson: { ...state, step } });
  await setScene(app, state);
}

/** Takes a prediction, or shows the answer without one: plays to where it shows, and keeps both. */
export async function predict(app: App, guess: number | null): Promise<void> {
  const { lesson: state } = app.store.get();
  const prediction = state && stepOf(state)?.prediction;
  if (!state || !prediction) return;
  const keep = (actual: number | null): LessonState => {
    const lesson = { ...state, predicted: { ...state.predicted, [state.step]: { guess, actual } } };
    app.store.update({ lesson });
    return lesson;
  };
  const asked = keep(null);
  if (prediction.moves_to) await playTo(app, prediction.moves_to);
  // Whoever has gone to another step meanwhile has left the question.
  if (app.store.get().lesson === asked) keep(actualOf(app, prediction.answer));
}

/** What the simulator says now; null, with a word to the reader, where it says nothing or not what the lesson says it does. */
function actualOf({ store }: App, expected: Expected): number | null {
  const is_choice = expected.kind === 'choice';
  const said = is_choice ? expected.holds : { reading: expected.reading, value: null };
  if (is_choice && said === null) return expected.right;
  const { frame, opened } = store.get();
  if (!said || !frame || !opened) return null;
  const value = READINGS[said.reading].of({ frame, opened });
  if (value !== null && (said.value === null || said.value === value)) return is_choice ? expected.right : value;
  const text = `This lesson is wrong here: ${READINGS[said.reading].title}: it says ${said.value ?? 'a number'}; the simulator shows ${value ?? 'none'}.`;
  store.update({ failure: failureOf('document', text) });
  return null;
}

/** Plays to a place that is near enough to be watched on the way; elsewhere it is jumped to. */
async function playTo(app: App, path: Path): Promise<void> {
  const { store, lane, page } = app;
  const op = (): number => store.get().frame?.position.op ?? 0;
  const there = page.motion() ? await lane.locate(path) : null;
  const speed = Math.max(LEAST_SPEED, ((there ?? 0) - op()) / WATCHED_S);
  if (there !== null && there > op() && speed <= FLASH_MAX) {
    store.update({ speed, approach: null, play_until: there, playing: true });
    await atRest(store);
    store.update({ play_until: null });
    // While it played, charts came now and then: the answer is read off those of this moment.
    await lane.complete();
  }
  // Whoever pauses on the way there wants to be there.
  if (there === null || op() !== there) await goTo(app, path);
}

/** Resolves when play is over. */
const atRest = (store: App['store']): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.subscribe(({ playing }) => {
      if (playing) return;
      stop();
      resolve();
    });
  });

/** Shows what the present step shows. `before`: the lesson as it was, whose device may be the same. */
async function setScene(app: App, before: LessonState | null): Promise<void> {
  const { lesson: state } = app.store.get();
  const step = state && stepOf(state);
  if (!state || !step) return;
  const { scene, prediction } = step;
  const same_device = before && isSame(scene.device, stepOf(before)?.scene.device ?? null);
  if (!same_device) await openDevice(app, scene.device);
  await goTo(app, (isAnswered(state) && prediction?.moves_to) || scene.at);
  app.store.update({
    stage_view: scene.stage,
    colour_by: scene.colour_by,
    lit_lpn: scene.highlight && 'lpn' in scene.highlight ? scene.highlight.lpn : null,
    isolate: scene.highlight && 'state' in scene.highlight ? scene.highlight.state : null,
  });
  const done = state.step === state.lesson.steps.length - 1;
  keepProgress(state.lesson.id, { step: done ? 0 : state.step, done });
}

const isSame = (device: Device, other: Device | null): boolean => JSON.stringify(device) === JSON.stringify(other);

const openDevice = (app: App, device: Device): Promise<void> =>
  'example' in device
    ? runCommand(app, 'experiment.example', { id: device.example, play: false })
    : runCommand(app, 'experiment.open', { document: device.experiment });

async function goTo({ store, lane }: App, { from, moves }: Path): Promise<void> {
  store.update({ playing: false, approach: null });
  if (from === 'end') await lane.runToEnd();
  else await lane.seek(from);
  for (const { unit, count } of moves) await lane.step(unit, count);
}
