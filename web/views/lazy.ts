/** Views that are loaded when they are first wanted: the start page does without them. */

import type { AppState } from '../app/state';
import type { View, ViewContext } from '../app/view';
import { h } from '../ui/dom';

export interface LazyView {
  context: ViewContext;
  /** Where it will stand. */
  element: HTMLElement;
  /** Whether there is something for it to draw. */
  isWanted: (state: AppState) => boolean;
  /** Loads what draws it, in or as a child of `element`. */
  load: () => Promise<View>;
}

/** Draws nothing before it is loaded, and then the present state, and whatever is wanted from there on. */
export function lazyView({ context, element, isWanted, load }: LazyView): View {
  let view: View | null = null;
  let began = false;

  async function begin(): Promise<void> {
    view = await load();
    if (view.element !== element) element.append(view.element);
    view.render(context.state(), null);
  }

  return {
    element,
    render(now, previous) {
      if (!isWanted(now)) return;
      if (!began) void begin();
      began = true;
      view?.render(now, previous && isWanted(previous) ? previous : null);
    },
  };
}

/** What opens and closes: loaded when it is first opened, and from then on told of every state, since it has to close as well. */
export function lazyOnceOpened(
  context: ViewContext,
  isOpen: (state: AppState) => boolean,
  load: () => Promise<View>,
): View {
  let was_opened = false;
  return lazyView({
    context,
    element: h('div', { class: 'lazy-place' }),
    isWanted(state) {
      was_opened ||= isOpen(state);
      return was_opened;
    },
    load,
  });
}
