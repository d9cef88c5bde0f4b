/** What a draft has that its file has not. */

import { writeDraft } from '../../lessons/write';
import type { App } from '../command';
import type { DraftState } from './state';

export const isUnsaved = ({ draft, saved }: DraftState): boolean =>
  draft.steps.length > 0 && writeDraft(draft) !== saved;

/** Where the browser does not keep the draft, nobody leaves it without being asked. */
export function guardLeaving(store: App['store']): void {
  window.addEventListener('beforeunload', (event) => {
    const { lesson_draft } = store.get();
    if (lesson_draft && lesson_draft.kept !== 'kept' && isUnsaved(lesson_draft)) event.preventDefault();
  });
}
