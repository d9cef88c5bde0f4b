/** What was refused or went wrong, in words, with the ways on as buttons. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import './failure.css';
import { remediesOf } from './remedies';

export function createFailure({ run }: ViewContext): View {
  const element = h('div', { class: 'failure', role: 'alert', hidden: true });

  return {
    element,
    render(now, previous) {
      const { failure } = now;
      if (previous && previous.failure === failure && previous.opened === now.opened) return;
      setAttribute(element, 'hidden', failure === null);
      if (!failure) return element.replaceChildren();
      element.classList.toggle('trap', failure.kind === 'trap' || failure.kind === 'memory');
      element.replaceChildren(
        h('p', {}, ...failure.text.split('\n').flatMap((line, index) => (index ? [h('br'), line] : [line]))),
        h('p', { class: 'ways' }, ...remediesOf(failure, now, run)),
      );
    },
  };
}
