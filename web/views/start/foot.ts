/** The last line of the start page: whether it can be used without network, which version it is, and what of it others wrote. */

import { isNewer, offlineInWords } from '../../app/offline/state';
import { FORGETS } from '../../app/storing';
import type { View, ViewContext } from '../../app/view';
import { h, setAttribute, setText } from '../../ui/dom';

export function createFoot({ run }: ViewContext): View {
  const version = h('span');
  const offline = h('span');
  const forgets = h('span', { hidden: true }, FORGETS);
  const update = h(
    'button',
    { class: 'link', type: 'button', hidden: true, onclick: () => run('page.update') },
    'Reload into it',
  );
  return {
    element: h(
      'footer',
      { class: 'start-foot note' },
      offline,
      update,
      forgets,
      version,
      h(
        'a',
        { class: 'link', href: 'licences.txt', title: 'Packages of others that are part of this page' },
        'Licences',
      ),
    ),
    render(now) {
      setText(version, now.schema ? `Flashlab ${now.schema.core_version}` : '');
      setText(offline, offlineInWords(now.offline));
      setAttribute(update, 'hidden', !isNewer(now.offline));
      setAttribute(forgets, 'hidden', !now.forgets);
    },
  };
}
