/** Where a lesson stands beside the stage; what draws it is loaded with the first. */

import type { View, ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { lazyView } from '../lazy';
// The column stands before the lesson is in it: nothing moves when it comes.
import './lesson.css';
import './question.css';
import './lanes.css';
import './narrow.css';

export const createLessonPlace = (context: ViewContext): View =>
  lazyView({
    element: h('aside', { class: 'lesson', 'aria-label': 'Lesson' }),
    isWanted: ({ lesson, screen }) => lesson !== null && screen === 'workbench',
    load: async () => (await import('./reader')).createReader(context),
  });
