/** The place of sweeps on the page. What draws them is loaded when they are first wanted. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createSweepScreen(context: ViewContext): View {
  const element = h('div', { class: 'sweep' });
  const view = lazyView({
    element,
    isWanted: ({ screen }) => screen === 'sweep',
    load: async () => (await import('./sweep')).createSweepView(context),
  });
  return {
    element,
    render(now, previous) {
      setAttribute(element, 'hidden', now.screen !== 'sweep');
      view.render(now, previous);
    },
  };
}
