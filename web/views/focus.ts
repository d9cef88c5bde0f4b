/**
 * Where the focus goes when the screen changes: to the heading of what was opened, and back to what opened it when that is left. Whoever has moved on
 * meanwhile keeps the focus.
 */

import type { AppState } from '../app/state';

export interface FocusFollower {
  follow(now: AppState, previous: AppState | null): void;
  /** The heading may be there only now. */
  arrive(): void;
  /** Past what every screen begins with. */
  toContent(state: AppState): void;
}

/** What a screen is about, in the order in which it is looked for. */
const CONTENT: Readonly<Record<AppState['screen'], readonly string[]>> = {
  start: ['.start h1'],
  workbench: ['.reader h1', '.stage-surface', '.layer-surface', 'h1'],
  figures: ['h1'],
  sweep: ['h1'],
  challenge: ['h1'],
  trace: ['h1'],
};
/** A lesson's own heading comes before that of the device beside it. */
const HEADINGS = ['.reader h1', 'h1'];

export function createFocus(root: HTMLElement): FocusFollower {
  /** What had the focus on the start page when something was opened from there. */
  let opener: HTMLElement | null = null;
  let wanted: AppState['screen'] | null = null;

  function find(selectors: readonly string[]): HTMLElement | null {
    const found = selectors.flatMap((selector) => [...root.querySelectorAll<HTMLElement>(selector)]);
    return found.find((element) => element.checkVisibility()) ?? null;
  }

  function give(element: HTMLElement): void {
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }

  /** Nothing has the focus, or what had it is out of sight. */
  function isLost(): boolean {
    const { activeElement } = document;
    return !activeElement || activeElement === document.body || !activeElement.checkVisibility();
  }

  function arrive(): void {
    if (!wanted || !isLost()) return;
    const back = wanted === 'start' && opener?.checkVisibility() ? opener : null;
    const target = back ?? find(HEADINGS);
    if (!target) return;
    give(target);
    back?.scrollIntoView({ block: 'nearest' });
    wanted = null;
  }

  // The element that will be left is known only before the screen changes.
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('.start')) opener = target;
  });

  return {
    follow(now, previous) {
      if (previous && previous.screen !== now.screen) wanted = now.screen;
      arrive();
    },
    arrive,
    toContent({ screen }) {
      const target = find(CONTENT[screen]);
      if (target) give(target);
      target?.scrollIntoView({ block: 'nearest' });
    },
  };
}
