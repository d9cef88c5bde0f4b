/** What is to be known about a figure besides its claims: what the paper leaves open, the settings in full, the way out of the page. */

import { repeating, settingsInFull, type Values } from '../../app/figures/full-settings';
import { type FiguresState, isSaved, resultOf } from '../../app/figures/state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import type { FigureEntry, FigureReading } from '../../engine/core-types';
import type { Display } from '../../ui/display';
import { h, setText } from '../../ui/dom';
import './about.css';
import { tied } from './conditions';
import { basisWords } from './outcome';

const SAVES: readonly [command: string, label: string, title: string][] = [
  [
    'figures.save-reproduction',
    'Reproduction (HTML)',
    'Every claim of this paper as far as it was computed: numbers, readings, proofs, how firm, commands',
  ],
  ['figures.save-report', 'Report (HTML)', 'Charts, claims, points and settings in one file'],
  ['figures.save-svg', 'Charts (SVG)', 'The charts in view as one drawing'],
  ['figures.save-png', 'Charts (PNG)', 'The charts in view as one picture'],
  ['figures.save-points', 'Points (CSV)', 'Every point of the charts as numbers'],
];

export function createAbout(run: RunCommand): Display<[state: AppState, entry: FigureEntry]> {
  const list = h('dl', { class: 'assumption-list' });
  const assumptions = h(
    'section',
    { class: 'figure-assumptions', 'aria-label': 'What the paper leaves open' },
    h(
      'h2',
      { class: 'chart-head' },
      h('span', {}, 'The paper does not specify'),
      h('span', { 'aria-hidden': 'true' }, '→'),
      h('span', {}, 'we chose'),
    ),
    list,
  );
  const readings = h('dl', { class: 'assumption-list' });
  const others = h(
    'section',
    { class: 'figure-readings', 'aria-label': 'Other readings of the paper' },
    h('h2', { class: 'chart-head' }, 'Other readings of the paper'),
    readings,
  );
  const command = h('code', { tabindex: 0 });
  const repeat = h('p', { class: 'figure-repeat' }, 'To reproduce it: ', command);
  const parts = h('div', { class: 'in-full-parts', tabindex: 0, role: 'region', 'aria-label': 'The settings in full' });
  const details = h('details', { class: 'figure-in-full' }, h('summary', {}, 'The settings in full'), parts);
  const buttons = SAVES.map(([id, label, title]) =>
    h('button', { class: 'button', type: 'button', title, onclick: () => run(id) }, label),
  );
  const element = h(
    'div',
    { class: 'figure-about' },
    assumptions,
    others,
    h('section', { 'aria-label': 'Settings' }, h('h2', { class: 'chart-head' }, 'What was run'), details, repeat),
    h(
      'section',
      { 'aria-label': 'Export' },
      h('h2', { class: 'chart-head' }, 'Export'),
      h('div', { class: 'ways figure-saves' }, ...buttons),
    ),
  );
  let listed: FigureEntry | null = null;
  let filled: FiguresState['plan'] = null;
  let latest: AppState | null = null;
  details.addEventListener('toggle', fill);

  /** Reckoned when it is looked at: a figure at full size has a thousand runs. */
  function fill(): void {
    if (!latest || !details.open) return;
    const { figures, schema } = latest;
    if (!schema || !figures.plan || figures.plan === filled) return;
    filled = figures.plan;
    const { common, panels, systems } = settingsInFull(schema, figures.plan);
    const title = (list: readonly { id: string; title: string }[], id: string): string =>
      list.find((each) => each.id === id)?.title || id;
    parts.replaceChildren(
      valuesTable('All runs', common),
      ...panels.map(([id, values]) => valuesTable(title(listed?.panels ?? [], id), values)),
      ...systems.map(([id, values]) => valuesTable(title(listed?.systems ?? [], id), values)),
    );
  }

  return {
    element,
    show(state, entry) {
      latest = state;
      if (entry !== listed) {
        listed = entry;
        filled = null;
        list.replaceChildren(
          ...entry.assumptions.map(({ open, chosen }) =>
            h('div', {}, h('dt', {}, tied(open)), h('dd', {}, tied(chosen))),
          ),
        );
        readings.replaceChildren(...entry.readings.map(readingItem));
      }
      others.hidden = entry.readings.length === 0;
      assumptions.hidden = entry.assumptions.length === 0;
      const words = repeating(entry.id, state.figures.form);
      repeat.hidden = words === null;
      setText(command, words ?? '');
      const saved = isSaved(state.figures) && resultOf(state.figures) !== null;
      for (const button of buttons) button.disabled = !saved;
      fill();
    },
  };
}

const readingItem = ({ id, name, basis, reason, source, settings }: FigureReading): HTMLElement =>
  h(
    'div',
    {},
    h('dt', {}, `${id}: ${tied(name)}${basisWords(basis)}`),
    h(
      'dd',
      {},
      tied(reason),
      h('br', {}),
      `${basis === 'assumed' ? '' : 'Source: '}${tied(source)}`,
      h('br', {}),
      h('code', {}, settings),
    ),
  );

function valuesTable(caption: string, values: Values): HTMLElement {
  const rows = values.map(([path, value]) =>
    h('tr', {}, h('th', { scope: 'row' }, path), h('td', {}, JSON.stringify(value))),
  );
  return h('table', {}, h('caption', {}, caption), h('tbody', {}, ...rows));
}
