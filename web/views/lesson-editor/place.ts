/** Where a lesson is written, beside the stage; what draws it is loaded with the first. */

import { wasOpen } from '../../app/lesson-draft/reopen';
import type { View, ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { lazyView } from '../lazy';
// The column stands before the editor is in it: nothing moves when it comes.
import './lesson-editor.css';
import './question.css';
import './scene.css';
import './answers.css';
import './guide.css';
import './narrow.css';

export function createLessonEditorPlace(context: ViewContext): View {
  // In a tab that is loaded again the draft is in sight as before.
  if (wasOpen() && context.state().screen === 'workbench') context.run('draft.open', { again: true });
  return lazyView({
    element: h('aside', { class: 'lesson-editor-place', 'aria-label': 'Write a lesson' }),
    isWanted: ({ lesson_draft, screen }) => lesson_draft?.open === true && screen === 'workbench',
    load: async () => (await import('./editor')).createLessonEditor(context),
  });
}
