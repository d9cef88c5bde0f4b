/** Brings the draft into the state. */

import { NO_DRAFT } from '../../lessons/draft';
import type { App } from '../commands';
import { keptDraft } from './keep';
import { guardLeaving } from './unsaved';

/** The draft as it was left, here or at an earlier visit. */
export function bringDraft(app: App): void {
  if (app.store.get().lesson_draft) return;
  const kept = keptDraft();
  const said = kept ? 'Your draft is as you left it.' : '';
  app.store.update({
    lesson_draft: {
      ...(kept ?? { draft: NO_DRAFT, selected: null, saved: null, past: [] }),
      open: true,
      future: [],
      tried: null,
      kept: true,
      said,
      attention: null,
    },
  });
  guardLeaving(app.store);
}
