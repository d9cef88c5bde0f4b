/** The place of the rail beside the stage: it comes with the first device that is opened. */

import type { View, ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createRailPlace(context: ViewContext): View {
  const element = h('aside', { class: 'rail', 'aria-label': 'Why, and what came of it' });
  return lazyView({
    element,
    isWanted: ({ opened }) => opened !== null,
    load: async () => (await import('./rail')).createRail(context, element),
  });
}
