/** The stage in sight as text, unfolded on demand under it and loaded then. */

import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { loaded } from '../loaded';
import type { InWords } from './in-words';
import './in-words.css';

export function createInWordsStrip(context: ViewContext): View {
  const place = h('section', {
    class: 'in-words-parts',
    tabindex: 0,
    'aria-label': 'The stage in words',
    'aria-live': 'polite',
  });
  const element = h('details', { class: 'in-words' }, h('summary', {}, 'In words'), place);
  let words: InWords | null = null;
  let is_loading = false;
  element.addEventListener('toggle', show);

  async function load(): Promise<void> {
    is_loading = true;
    const { createInWords } = await loaded(place, () => import('./in-words'));
    words = createInWords(place);
    show();
  }

  /** Only at rest: nobody can listen to a text that changes while it is read out. */
  function show(): void {
    const state = context.state();
    if (!element.open || state.playing || !state.frame || !state.opened) return;
    if (words) words.show(state);
    else if (!is_loading) void load();
  }

  return {
    element,
    render(now, previous) {
      setAttribute(element, 'hidden', now.embedded || now.presenting);
      const moved = !previous || now.frame !== previous.frame || now.playing !== previous.playing;
      if (moved || now.stage_view !== previous.stage_view) show();
    },
  };
}
