/** The place of the share dialog, which is loaded when it is first opened. */

import type { LinkForm } from '../../app/page';
import type { View, ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { lazyView } from '../lazy';

export function createSharePlace(context: ViewContext, link: (form: LinkForm) => string): View {
  let was_opened = false;
  return lazyView({
    element: h('div', { class: 'share-place' }),
    // Once loaded it is told of every state, since it has to close as well.
    isWanted({ share_open }) {
      was_opened ||= share_open;
      return was_opened;
    },
    load: async () => (await import('./share')).createShare(context, link),
  });
}
