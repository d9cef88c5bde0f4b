/** The place of a trace's page. What draws it is loaded with the first trace that is looked at. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { lazyView } from '../lazy';

export interface TraceScreen extends View {
  /** Where what was recognised in the file stands. */
  readonly card_place: HTMLElement;
}

export function createTraceScreen(context: ViewContext): TraceScreen {
  const card_place = h('div');
  const element = h('div', { class: 'trace-screen' }, card_place);
  const view = lazyView({
    element,
    isWanted: ({ screen }) => screen === 'trace',
    load: async () => (await import('./trace')).createTraceView(context, card_place),
  });
  return {
    element,
    card_place,
    render(now, previous) {
      setAttribute(element, 'hidden', now.screen !== 'trace');
      view.render(now, previous);
    },
  };
}
