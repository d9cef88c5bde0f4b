/** Views that are loaded when they are first wanted: the start page does without them. */

import type { AppState } from '../app/state';
import type { View } from '../app/view';
import { h } from '../ui/dom';
import { loaded as loadedInto } from './loaded';

export interface LazyView {
  /** Where it will stand. */
  element: HTMLElement;
  /** Whether there is something for it to draw. */
  isWanted: (state: AppState) => boolean;
  /** Loads what draws it, in or as a child of `element`. */
  load: () => Promise<View>;
  /** Called once it stands. */
  loaded?: () => void;
}

/** Draws nothing before it is loaded, and then the present state, and whatever is wanted from there on. */
export function lazyView({ element, isWanted, load, loaded }: LazyView): View {
  let view: View | null = null;
  /** Given last; null before anything was wanted. */
  let latest: AppState | null = null;

  async function begin(): Promise<void> {
    view = await loadedInto(element, load);
    if (view.element !== element) element.append(view.element);
    if (latest) view.render(latest, null);
    loaded?.();
  }

  return {
    element,
    render(now, previous) {
      if (!isWanted(now)) return;
      if (!latest) void begin();
      latest = now;
      view?.render(now, previous && isWanted(previous) ? previous : null);
    },
  };
}

/** What opens and closes: loaded when it is first opened, and from then on told of every state, since it has to close as well. */
export function lazyOnceOpened(isOpen: (state: AppState) => boolean, load: () => Promise<View>): View {
  let was_opened = false;
  return lazyView({
    element: h('div', { class: 'lazy-place' }),
    isWanted(state) {
      was_opened ||= isOpen(state);
      return was_opened;
    },
    load,
  });
}
