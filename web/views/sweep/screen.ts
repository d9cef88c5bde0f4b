/** The place of sweeps on the page. What draws them is loaded when they are first wanted. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';

export function createSweepScreen(context: ViewContext): View {
  const element = h('div', { class: 'sweep' });
  let view: View | null = null;
  let wanted = false;

  async function load(): Promise<void> {
    const { createSweepView } = await import('./sweep');
    view = createSweepView(context);
    element.append(view.element);
    view.render(context.state(), null);
  }

  return {
    element,
    render(now, previous) {
      const visible = now.screen === 'sweep';
      setAttribute(element, 'hidden', !visible);
      if (!visible) return;
      view?.render(now, previous?.screen === 'sweep' ? previous : null);
      if (!wanted) void load();
      wanted = true;
    },
  };
}
