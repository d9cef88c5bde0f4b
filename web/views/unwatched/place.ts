/** Where a run that is not watched stands on the page. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createUnwatchedPlace(context: ViewContext): View {
  const element = h('div', { class: 'unwatched-place', hidden: true });
  const view = lazyView({
    element,
    isWanted: ({ unwatched }) => unwatched !== null,
    load: async () => (await import('./unwatched')).createUnwatchedView(context),
  });
  return {
    element,
    render(now, previous) {
      setAttribute(element, 'hidden', now.unwatched === null);
      view.render(now, previous);
    },
  };
}
