/** The place of the worksheet, which is loaded with the first. */

import type { View, ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createWorksheetPlace(context: ViewContext): View {
  let was_opened = false;
  return lazyView({
    element: h('div', {}),
    // Once loaded it is told of every state, since it has to close as well.
    isWanted({ worksheet }) {
      was_opened ||= worksheet !== null;
      return was_opened;
    },
    load: async () => (await import('./worksheet')).createWorksheet(context),
  });
}
