/** Presenting in front of a class: the keys of a clicker, notes, a pointer. What is behind them is loaded when it is wanted. */

import type { App, Command } from '../command';
import { notApproaching } from '../dwell';
import { isAnswered, isAsking } from '../lesson/state';
import { momentOf } from '../moments';
import type { AppState } from '../state';

const onStage = ({ presenting, screen, opened }: AppState): boolean =>
  presenting && screen === 'workbench' && opened !== null;
const withoutLesson = (state: AppState): boolean => onStage(state) && state.lesson === null;

function toMoment({ store, lane }: App, direction: 1 | -1): Promise<void> {
  store.update({ playing: false, ...notApproaching(store.get()) });
  return lane.step(momentOf(store.get()), direction);
}

export const LECTURE_COMMANDS: readonly Command[] = [
  {
    id: 'lecture.reveal',
    title: 'Presenting: show the answer to the step’s question',
    keys: ['PageDown'],
    group: 'Lecture',
    enabled: (state) => onStage(state) && state.lesson !== null && !isAnswered(state.lesson),
    run: async (app) => {
      const { lesson } = app.store.get();
      // Whoever asks again while the answer is being played to wants to be there.
      if (lesson && isAsking(lesson)) await (await import('../lesson/player')).predict(app, null);
      else app.store.update({ playing: false });
    },
  },
  {
    id: 'lecture.next',
    title: 'Presenting without a lesson: next GC run, merge or swap',
    keys: ['PageDown'],
    group: 'Lecture',
    enabled: withoutLesson,
    run: (app) => toMoment(app, 1),
  },
  {
    id: 'lecture.back',
    title: 'Presenting without a lesson: the one before',
    keys: ['PageUp'],
    group: 'Lecture',
    enabled: withoutLesson,
    run: (app) => toMoment(app, -1),
  },
  {
    id: 'lecture.notes',
    title: 'Presenting: notes and next step in a second window',
    keys: ['n'],
    group: 'Lecture',
    enabled: onStage,
    run: async ({ lecture }) => (await lecture()).openNotes(),
  },
  {
    id: 'lecture.pointer',
    title: 'Presenting: large pointer',
    keys: ['j'],
    group: 'Lecture',
    enabled: ({ presenting }) => presenting,
    run: ({ store }) => {
      const { lecture } = store.get();
      store.update({ lecture: { ...lecture, pointer: !lecture.pointer } });
    },
  },
];
