/** The place of the papers' figures on the page. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createFiguresScreen(context: ViewContext): View {
  const element = h('div', { class: 'figures' });
  const view = lazyView({
    element,
    isWanted: ({ screen }) => screen === 'figures',
    load: async () => (await import('./figures')).createFiguresView(context),
  });
  return {
    element,
    render(now, previous) {
      setAttribute(element, 'hidden', now.screen !== 'figures');
      view.render(now, previous);
    },
  };
}
