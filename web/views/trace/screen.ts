/** The place of a trace's page. What draws it is loaded with the first trace that is looked at. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';

export interface TraceScreen extends View {
  /** Where what was recognised in the file stands. */
  readonly card_place: HTMLElement;
}

export function createTraceScreen(context: ViewContext): TraceScreen {
  const card_place = h('div');
  const element = h('div', { class: 'trace-screen' }, card_place);
  let view: View | null = null;
  let wanted = false;

  async function load(): Promise<void> {
    const { createTraceView } = await import('./trace');
    view = createTraceView(context, card_place);
    element.append(view.element);
    view.render(context.state(), null);
  }

  return {
    element,
    card_place,
    render(now, previous) {
      const visible = now.screen === 'trace';
      setAttribute(element, 'hidden', !visible);
      if (!visible) return;
      view?.render(now, previous?.screen === 'trace' ? previous : null);
      if (!wanted) void load();
      wanted = true;
    },
  };
}
