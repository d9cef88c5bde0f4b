/** The place of challenges on the page. What draws them is loaded when they are first wanted. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createChallengeScreen(context: ViewContext): View {
  const element = h('div', { class: 'challenge' });
  const view = lazyView({
    element,
    isWanted: ({ screen }) => screen === 'challenge',
    load: async () => (await import('./challenge')).createChallengeView(context),
  });
  return {
    element,
    render(now, previous) {
      setAttribute(element, 'hidden', now.screen !== 'challenge');
      view.render(now, previous);
    },
  };
}
