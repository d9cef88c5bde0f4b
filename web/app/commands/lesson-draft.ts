/** Lessons of one's own: writing one. What does it is loaded with the first. */

import type { App, Command } from '../command';
import { isWriting } from '../lesson-draft/in-sight';
import type { AppState } from '../state';

const perform = () => import('../lesson-draft/perform');
const has = ({ lesson_draft }: AppState): boolean => lesson_draft !== null;

/** Something that is done to the draft, by its name in `perform.ts`. */
const act = (what: 'record' | 'close' | 'back') => async (app: App) => (await perform()).ACTIONS[what](app, undefined);

export const LESSON_DRAFT_COMMANDS: readonly Command[] = [
  {
    id: 'draft.open',
    title: 'Write a lesson',
    keys: ['i'],
    group: 'Lesson',
    enabled: (state) => !state.embedded && !state.presenting && !isWriting(state) && state.lesson === null,
    run: async (app, args) => (await perform()).openDraft(app, args),
  },
  {
    id: 'draft.record',
    title: 'Record the present state as a step of the lesson that is written',
    keys: ['i'],
    group: 'Lesson',
    enabled: (state) => isWriting(state) && !state.presenting && state.screen === 'workbench' && state.frame !== null,
    run: act('record'),
  },
  {
    id: 'draft.copy',
    title: 'Write on in a copy of the lesson',
    enabled: ({ lesson, embedded }) => lesson !== null && !embedded,
    run: async (app) => (await perform()).copyLesson(app),
  },
  { id: 'draft.back', title: 'Back to the lesson that is written', enabled: has, run: act('back') },
  { id: 'draft.close', title: 'Close the lesson that is written; it is kept', enabled: has, run: act('close') },
  {
    id: 'draft.do',
    title: 'Change the lesson that is written',
    enabled: has,
    run: async (app, args) => (await perform()).act(app, args),
  },
];
