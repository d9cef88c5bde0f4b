/** The place of the papers' figures on the page. What draws them is loaded when they are first wanted: the start page does without. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';

export function createFiguresScreen(context: ViewContext): View {
  const element = h('div', { class: 'figures' });
  let view: View | null = null;
  let wanted = false;

  async function load(): Promise<void> {
    const { createFiguresView } = await import('./figures');
    view = createFiguresView(context);
    element.append(view.element);
    view.render(context.state(), null);
  }

  return {
    element,
    render(now, previous) {
      const visible = now.screen === 'figures';
      setAttribute(element, 'hidden', !visible);
      if (!visible) return;
      view?.render(now, previous?.screen === 'figures' ? previous : null);
      if (!wanted) void load();
      wanted = true;
    },
  };
}
