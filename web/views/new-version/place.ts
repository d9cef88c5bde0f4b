/** Where it is said that a new version is ready; loaded when there is one. */

import type { View, ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createNewVersionPlace(context: ViewContext): View {
  const element = h('div', { class: 'new-version', role: 'status', hidden: true });
  let was_told = false;
  return lazyView({
    element,
    // Once loaded it is told of every state, since it has to close as well.
    isWanted({ offline }) {
      was_told ||= offline === 'newer';
      return was_told;
    },
    load: async () => (await import('./new-version')).createNewVersion(context, element),
  });
}
