/** What is in sight of a lesson that is being written: the draft, or the lesson that it is so far. */

import type { AppState } from '../state';

/** Whether a draft is in sight, and what is done on the workbench is for it. */
export const isWriting = ({ lesson_draft, lesson, screen }: AppState): boolean =>
  lesson_draft?.open === true && lesson === null && screen === 'workbench';

/** Whether the lesson that is taken is the one that is being written. */
export const isTrying = ({ lesson_draft, lesson }: Pick<AppState, 'lesson_draft' | 'lesson'>): boolean =>
  lesson_draft?.open === true && lesson !== null && lesson.packed !== null && lesson.packed === lesson_draft.tried;
