/** The place of lanes side by side on the page. What draws them is loaded with the first comparison: one lane does without. */

import { isComparing, laneInFocus } from '../../app/lanes/side-by-side';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { StageRequest } from '../../engine/protocol';
import { h, setAttribute } from '../../ui/dom';
import { loaded } from '../loaded';
import type { CompareView } from './compare-view';

export interface Compare extends View {
  /** The headline over all lanes, in the headline's place. */
  readonly headline: HTMLElement;
  /** What a lane among others wants to be sent of its stage. */
  request(index: number): StageRequest;
}

/** Draws the state with all its lanes; `context` is of the lane in focus. */
export function createCompare({ run }: ViewContext): Compare {
  const element = h('section', { class: 'compare', 'aria-label': 'Lanes side by side' });
  const headline = h('section', { class: 'headline compare-headline', 'aria-label': 'What the lanes do' });
  let view: CompareView | null = null;
  let wanted = false;
  let latest: AppState | null = null;

  /** Tells the page that the next frames must hold something else. */
  const askAgain = (): void => void element.dispatchEvent(new Event('request-changed', { bubbles: true }));

  async function load(): Promise<void> {
    const { createCompareView } = await loaded(element, () => import('./compare-view'));
    view = createCompareView(element, headline, run, askAgain);
    if (latest) view.render(latest, null);
    askAgain();
  }

  return {
    element,
    headline,
    request: (index) => view?.request(index) ?? { kind: 'none' },
    render(now, previous) {
      const shown = isComparing(now) && now.screen === 'workbench';
      setAttribute(element, 'hidden', !shown);
      setAttribute(headline, 'hidden', !shown || laneInFocus(now) !== null);
      latest = now;
      if (!shown) return;
      if (!wanted) void load();
      wanted = true;
      view?.render(now, previous);
    },
  };
}
