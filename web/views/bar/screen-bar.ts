/** The bar over a screen that is not the workbench, and the line under it. */

import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { h, setText } from '../../ui/dom';
import { brand, helpButton, themeButton } from './parts';

export interface ScreenBar {
  readonly element: HTMLElement;
  readonly foot: HTMLElement;
  /** What is on the screen, in the bar; and where it comes from, in the line under it. */
  readonly recipe: HTMLElement;
  readonly source: HTMLElement;
  show(state: AppState): void;
}

/** `actions` stand before the theme; `keys` are told with what they do. */
export function createScreenBar(
  run: RunCommand,
  actions: readonly HTMLElement[],
  keys: readonly (readonly [key: string, does: string])[],
): ScreenBar {
  const theme = themeButton(run, { 'data-room': 'middle' });
  const recipe = h('p', { class: 'recipe' });
  const source = h('span', { class: 'screen-source' });
  const notice = h('span', { class: 'notice', role: 'status' });
  return {
    element: h(
      'header',
      { class: 'bar' },
      brand(run),
      recipe,
      h('nav', { class: 'actions', 'aria-label': 'Page' }, ...actions, theme.element, helpButton(run)),
    ),
    foot: h(
      'footer',
      { class: 'status' },
      source,
      notice,
      h('span', { class: 'gap' }),
      h(
        'span',
        { class: 'keys-line' },
        ...keys.map(([key, does]) => h('span', {}, h('kbd', {}, key), ` ${does} `)).reverse(),
      ),
    ),
    recipe,
    source,
    show(now) {
      theme.show(now.theme);
      setText(notice, now.notice ?? '');
    },
  };
}
