/** The bar over the figures and the line under them. */

import { isSaved } from '../../app/figures/state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { h, setAttribute, setText } from '../../ui/dom';
import { brandMark } from '../../ui/icons';

export interface FigureBar {
  readonly element: HTMLElement;
  readonly foot: HTMLElement;
  show(state: AppState): void;
  /** Names the paper that the figure in sight is from. */
  cite(paper: string): void;
}

const KEYS: readonly [string, string][] = [
  ['X', 'compute, stop'],
  ['N', 'next figure'],
  ['K', 'kept'],
  ['Q', 'quick, full'],
  ['P', 'present'],
  ['?', 'all keys'],
];

const THEME_WORDS = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export function createFigureBar(run: RunCommand): FigureBar {
  const action = (id: string, label: string, attributes = {}): HTMLButtonElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id), ...attributes }, label);
  const theme = action('view.theme', '◐', { 'data-room': 'middle' });
  const save = action('share.report', 'Save', { title: 'Save the figure (JSON), as the command line prints it' });
  const source = h('span', { class: 'figures-source' });
  const recipe = h('p', { class: 'recipe' });
  const notice = h('span', { class: 'notice', role: 'status' });
  return {
    element: h(
      'header',
      { class: 'bar' },
      h(
        'button',
        { class: 'brand', type: 'button', title: 'To the start page', onclick: () => run('experiment.leave') },
        brandMark(),
        'Flashlab',
      ),
      recipe,
      h(
        'nav',
        { class: 'actions', 'aria-label': 'Page' },
        save,
        action('share.link', 'Share', { title: 'Copy a link to this figure' }),
        action('view.present', 'Present', { title: 'One size larger', 'data-room': 'wide' }),
        theme,
        action('view.help', '?', { 'aria-label': 'Keys, and how to read the stage' }),
      ),
    ),
    foot: h(
      'footer',
      { class: 'status' },
      source,
      notice,
      h('span', { class: 'gap' }),
      h('span', { class: 'keys-line' }, ...KEYS.flatMap(([key, does]) => [h('kbd', {}, key), ` ${does} `])),
    ),
    cite: (paper) => setText(source, paper),
    show(now) {
      const words = `Theme: ${THEME_WORDS[now.theme]}`;
      setAttribute(theme, 'aria-label', words);
      setAttribute(theme, 'title', words);
      save.disabled = !isSaved(now.figures);
      setText(notice, now.notice ?? '');
      const kept = now.figures.form === 'kept';
      setText(recipe, `The papers’ figures, ${kept ? 'as they were kept' : 'computed in this tab'}`);
    },
  };
}
