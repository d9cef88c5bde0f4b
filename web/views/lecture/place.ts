/** What presenting adds to the page: loaded when it is first presented. */

import type { View, ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createLecturePlace(context: ViewContext): View {
  let was_presented = false;
  return lazyView({
    context,
    element: h('div', { class: 'lecture' }),
    // Once loaded it is told of every state, since it has to end as well.
    isWanted({ presenting }) {
      was_presented ||= presenting;
      return was_presented;
    },
    load: async () => (await import('./lecture')).createLecture(context),
  });
}
