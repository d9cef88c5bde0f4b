/** A new version waits: nothing changes before somebody asks for it. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import './new-version.css';

export function createNewVersion({ run }: ViewContext, element: HTMLElement): View {
  const button = (label: string, id: string): HTMLElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id) }, label);
  element.append('A new version is ready.', button('Reload', 'page.update'), button('Later', 'page.put-off'));
  return {
    element,
    render: ({ offline, presenting, embedded }) =>
      setAttribute(element, 'hidden', offline !== 'newer' || presenting || embedded),
  };
}
