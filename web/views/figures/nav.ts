/** The figures to choose from, by the work they are from, each with its claims and how they came out in this visit. */

import { entryOf, type FiguresState, resultKey } from '../../app/figures/state';
import type { RunCommand } from '../../app/view';
import type { FigureEntry } from '../../engine/core-types';
import type { Display } from '../../ui/display';
import { h, setAttribute, setText } from '../../ui/dom';
import { verdictOf } from './claims';
import { familyOf } from './families';

interface Item {
  entry: FigureEntry;
  item: HTMLElement;
  button: HTMLElement;
  claims: Map<string, HTMLElement>;
}

export function createNav(run: RunCommand): Display<[figures: FiguresState]> {
  const families = h('div', { class: 'figures-families', role: 'group', 'aria-label': 'Paper' });
  const list = h('ul');
  const element = h('nav', { class: 'figures-nav', 'aria-label': 'Figures' }, families, list);
  let drawn: FiguresState['list'] = null;
  let items: Item[] = [];
  let switches: { system: string; button: HTMLElement }[] = [];

  function build(entries: readonly FigureEntry[]): void {
    items = entries.map((entry) => itemOf(entry, run));
    list.replaceChildren(...items.map(({ item }) => item));
    const systems = [...new Set(entries.map(({ system }) => system))];
    switches = systems.map((system) => ({ system, button: familyButton(system, entries, run) }));
    families.replaceChildren(...switches.map(({ button }) => button));
  }

  return {
    element,
    show(figures) {
      const { list: entries, id, form, results } = figures;
      if (entries && entries !== drawn) build(entries);
      drawn = entries;
      const family = entryOf(figures)?.system;
      for (const { system, button } of switches) setAttribute(button, 'aria-pressed', String(system === family));
      for (const { entry, item, button, claims } of items) {
        item.hidden = entry.system !== family;
        const here = entry.id === id;
        if (here && !button.hasAttribute('aria-current'))
          button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        setAttribute(button, 'aria-current', here ? 'page' : null);
        const result = results[resultKey(entry.id, form)];
        for (const [claim, mark] of claims) {
          const judged = result?.claims.find((each) => each.id === claim);
          const verdict = judged && judged.held !== null ? verdictOf(judged) : null;
          setText(mark, verdict ? `${claim}${verdict.sign}` : claim);
          setAttribute(mark, 'data-verdict', verdict?.kind);
        }
      }
    },
  };
}

function itemOf(entry: FigureEntry, run: RunCommand): Item {
  const claims = new Map(entry.claims.map((claim) => [claim, h('span', {}, claim)]));
  const told = claims.size > 0 ? [...claims.values()] : ['no claim'];
  const button = h(
    'button',
    { class: 'plain', type: 'button', title: entry.title, onclick: () => run('figures.open', { figure: entry.id }) },
    h('b', {}, entry.title),
    h('span', { class: 'figures-nav-claims' }, ...told),
  );
  return { entry, item: h('li', {}, button), button, claims };
}

/** Leads to the first figure of a work, as it is kept if it is. */
function familyButton(system: string, entries: readonly FigureEntry[], run: RunCommand): HTMLElement {
  const own = entries.filter((entry) => entry.system === system);
  const { title, works } = familyOf(system);
  return h(
    'button',
    { class: 'plain', type: 'button', onclick: () => run('figures.open', { figure: own[0]?.id, form: 'kept' }) },
    h('b', {}, title),
    h('span', {}, `${works}, ${own.length} figures`),
  );
}
