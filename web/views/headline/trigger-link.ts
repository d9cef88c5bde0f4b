/** The link that says what triggered the next one: words alone, since it has no moment to go to. */

import { h } from '../../ui/dom';

export const triggerLink = (because: string): HTMLElement =>
  h(
    'li',
    { class: 'because' },
    h('span', { class: 'because-words' }, h('span', { class: 'visually-hidden' }, 'because '), because),
  );
