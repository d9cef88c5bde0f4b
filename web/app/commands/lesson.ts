/** Lessons: taking one, step by step. The player is loaded with the first. */

import { argument, numberArgument } from '../arguments';
import type { App, Command } from '../command';
import { isAnswered, isAsking, openOptions } from '../lesson/state';
import type { AppState } from '../state';

const player = () => import('../lesson/player');
const taking = ({ lesson }: AppState): boolean => lesson !== null;
const step = ({ store }: App): number => store.get().lesson?.step ?? 0;

/** What was presented before is left; whoever presents while the lesson is on its way presents the lesson. */
async function awaited({ store }: App, open: () => Promise<void>): Promise<void> {
  const { presenting, opened } = store.get();
  store.update({ presenting: presenting && opened === null, awaits_lesson: true });
  try {
    await open();
  } finally {
    const { presenting, screen } = store.get();
    store.update({ presenting: presenting && screen !== 'start', awaits_lesson: false });
  }
}

/** Options that have a key. */
const KEYED_OPTIONS = 6;

const answering: readonly Command[] = Array.from({ length: KEYED_OPTIONS }, (_, at) => ({
  id: `lesson.option-${at + 1}`,
  title: `Answer with option ${at + 1}`,
  keys: [String(at + 1)],
  group: 'Lesson',
  enabled: ({ lesson }) => openOptions(lesson) > at,
  run: async (app) => (await player()).predict(app, at),
}));

export const LESSON_COMMANDS: readonly Command[] = [
  ...answering,
  {
    id: 'lesson.open',
    title: 'Take a lesson',
    run: async (app, args) => {
      const at = argument(args, 'step');
      await awaited(app, async () => (await player()).openLesson(app, args, typeof at === 'number' ? at : 0));
    },
  },
  {
    id: 'lesson.import',
    title: 'Take a lesson from a file',
    run: (app, args) => awaited(app, async () => (await player()).importLesson(app, argument(args, 'file'))),
  },
  {
    id: 'lesson.next',
    title: 'Next step of the lesson',
    keys: ['PageDown'],
    group: 'Lesson',
    enabled: ({ lesson }) => lesson !== null && lesson.step < lesson.lesson.steps.length - 1 && isAnswered(lesson),
    run: async (app) => (await player()).toStep(app, step(app) + 1),
  },
  {
    id: 'lesson.back',
    title: 'Previous step of the lesson',
    keys: ['PageUp'],
    group: 'Lesson',
    enabled: ({ lesson }) => lesson !== null && lesson.step > 0,
    run: async (app) => (await player()).toStep(app, step(app) - 1),
  },
  {
    id: 'lesson.step',
    title: 'Go to a step of the lesson',
    enabled: taking,
    run: async (app, args) => (await player()).toStep(app, numberArgument(args, 'step')),
  },
  {
    id: 'lesson.predict',
    title: 'Predict what the simulator will do',
    enabled: ({ lesson }) => lesson !== null && isAsking(lesson),
    run: async (app, args) => (await player()).predict(app, numberArgument(args, 'guess')),
  },
  {
    id: 'lesson.leave',
    title: 'Leave the lesson; the device stays in the workbench',
    enabled: taking,
    run: ({ store }) => store.update({ lesson: null, left_lesson: store.get().lesson, lit_lpn: null, isolate: null }),
  },
  {
    id: 'lesson.leave-behind',
    title: 'Keep the way back to a step of a lesson',
    run: async (app, args) => (await player()).leaveBehind(app, args, numberArgument(args, 'step')),
  },
  {
    id: 'lesson.return',
    title: 'Back to the lesson that was left',
    keys: ['z'],
    group: 'Lesson',
    enabled: ({ left_lesson }) => left_lesson !== null,
    run: async (app) => (await player()).returnToLesson(app),
  },
];
