/** The bar over a sweep and the line under it. */

import { leaves } from '../../app/experiment';
import { valueInWords } from '../../app/parameters';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { h, setAttribute, setText } from '../../ui/dom';
import { brandMark } from '../../ui/icons';

export interface SweepBar {
  readonly element: HTMLElement;
  readonly foot: HTMLElement;
  show(state: AppState): void;
}

const KEYS: readonly [string, string][] = [
  ['X', 'run, stop'],
  ['S', 'link'],
  ['F', 'figures'],
  ['?', 'all keys'],
];

const THEME_WORDS = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export function createSweepBar(run: RunCommand): SweepBar {
  const action = (id: string, label: string, attributes = {}): HTMLButtonElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id), ...attributes }, label);
  const theme = action('view.theme', '◐', { 'data-room': 'middle' });
  const recipe = h('p', { class: 'recipe' });
  const source = h('span');
  const notice = h('span', { class: 'notice', role: 'status' });
  const base = action('sweep.base', 'Workbench', { title: 'What all runs have in common, in the workbench' });
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
        base,
        action('share.link', 'Share', { title: 'Copy a link to this sweep' }),
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
    show({ theme: chosen, notice: said, sweep, schema }) {
      base.hidden = sweep.experiment === null;
      const words = `Theme: ${THEME_WORDS[chosen]}`;
      setAttribute(theme, 'aria-label', words);
      setAttribute(theme, 'title', words);
      setText(notice, said ?? '');
      const set = leaves(sweep.experiment ?? {});
      const told = set.map(
        ([path, value]) => `${path.split('.').slice(1).join(' ').replaceAll('_', ' ')} ${valueInWords(value)}`,
      );
      const common = told.length > 0 ? told.join(' · ') : 'everything as by default';
      setText(recipe, sweep.experiment ? `Same for all: ${common}` : 'A sweep: the same experiment at many settings');
      setAttribute(recipe, 'title', set.map(([path, value]) => `${path} = ${valueInWords(value)}`).join('\n') || null);
      const version = schema ? `flashlab ${schema.core_version}` : '';
      setText(source, sweep.plan ? `${version} · sweep ${sweep.plan.id.slice(0, 12)}` : version);
    },
  };
}
