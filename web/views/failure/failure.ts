/** What was refused or went wrong, in words, with the ways on as buttons. */

import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { Failure } from '../../engine/protocol';
import { h, setAttribute } from '../../ui/dom';
import './failure.css';

export function createFailure({ run }: ViewContext): View {
  const element = h('div', { class: 'failure', role: 'alert', hidden: true });
  const button = (label: string, id: string, args?: unknown): HTMLElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id, args) }, label);

  function ways(failure: Failure, now: AppState): HTMLElement[] {
    const found: HTMLElement[] = [];
    if (failure.field && failure.nearest !== null) {
      found.push(
        button(`Use ${failure.nearest.replaceAll('"', '')}`, 'experiment.set', {
          path: failure.field,
          value: JSON.parse(failure.nearest),
        }),
      );
    }
    // An address that asks for what cannot be opens without that; where a device is open, its old value is as good.
    if (failure.field && (failure.kind === 'unknown-field' || now.opened === null)) {
      found.push(button('Open without it', 'experiment.reset', { path: failure.field }));
    }
    if (failure.kind === 'document')
      found.push(button('Open without it', 'experiment.example', { id: 'toy', play: false }));
    if (failure.kind === 'trace') found.push(button('Choose a file', 'trace.choose'));
    if (failure.kind === 'trap') {
      found.push(button('Save how to see it again', 'share.reproduction'), button('Start again', 'experiment.retry'));
    } else found.push(button(now.opened ? 'Keep the old one' : 'Close', 'experiment.dismiss'));
    return found;
  }

  return {
    element,
    render(now, previous) {
      const { failure } = now;
      if (previous && previous.failure === failure && previous.opened === now.opened) return;
      setAttribute(element, 'hidden', failure === null);
      if (!failure) return element.replaceChildren();
      element.classList.toggle('trap', failure.kind === 'trap');
      element.replaceChildren(
        h('p', {}, ...failure.text.split('\n').flatMap((line, index) => (index ? [h('br'), line] : [line]))),
        h('p', { class: 'ways' }, ...ways(failure, now)),
      );
    },
  };
}
