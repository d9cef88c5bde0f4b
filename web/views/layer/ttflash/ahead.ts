/** In the place of times and choice, while no read has met a collection: what there is to wait for. */

import { count } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import type { TtflashPicture } from './model';

export function ahead(): Display<[picture: TtflashPicture]> {
  const element = h('p', { class: 'ttflash-ahead' });
  return {
    element,
    show(picture) {
      element.hidden = picture.view.read !== null;
      setText(element, aheadWords(picture));
    },
  };
}

export function aheadWords({ view }: Pick<TtflashPicture, 'view'>): string {
  const { collections } = view.counts;
  if (view.blocking === 'none')
    return `Collections take no time in this series, ${count(collections)} of them so far: no read ever waits. It is what the others are measured against.`;
  const first = collections > 0 ? 'No read has met a collecting plane yet.' : 'No plane has had to collect yet.';
  if (!view.rebuilds)
    return `${first} The first that does will wait: this series reconstructs nothing. A step by “blocked read” leads there.`;
  return `${first} For the first that does, the other pages of its stripe and their parity will answer. A step by “reconstructed read” leads there.`;
}
