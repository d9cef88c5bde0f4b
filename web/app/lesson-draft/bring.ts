/** Brings the draft into the state. */

import { NO_DRAFT } from '../../lessons/draft';
import type { App } from '../command';
import { keptDraft, onReplaced } from './keep';
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
      kept: 'kept',
      said,
      attention: null,
    },
  });
  guardLeaving(app.store);
  heedOthers(app.store);
}

/** Of two tabs that write, the one that wrote last has its draft kept: the other says so, and does not write over it before somebody goes on there. */
function heedOthers(store: App['store']): void {
  onReplaced(() => {
    const { lesson_draft } = store.get();
    if (lesson_draft) store.update({ lesson_draft: { ...lesson_draft, kept: 'replaced' } });
  });
}
