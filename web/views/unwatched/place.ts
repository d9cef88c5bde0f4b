/** Where a run that is not watched stands on the page. What draws it is loaded when there is one. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';

export function createUnwatchedPlace(context: ViewContext): View {
  const element = h('div', { class: 'unwatched-place', hidden: true });
  let view: View | null = null;
  let wanted = false;

  async function load(): Promise<void> {
    const { createUnwatchedView } = await import('./unwatched');
    view = createUnwatchedView(context);
    element.append(view.element);
    view.render(context.state(), null);
  }

  return {
    element,
    render(now, previous) {
      setAttribute(element, 'hidden', now.unwatched === null);
      if (now.unwatched && !wanted) void load();
      wanted ||= now.unwatched !== null;
      view?.render(now, previous);
    },
  };
}
