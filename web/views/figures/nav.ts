/** The figures to choose from, each with its claims and how they came out in this visit. */

import { type FiguresState, resultKey } from '../../app/figures/state';
import type { RunCommand } from '../../app/view';
import type { FigureEntry } from '../../engine/figures';
import { h, setAttribute, setText } from '../../ui/dom';
import { verdictOf } from './claims';

export interface FigureNav {
  readonly element: HTMLElement;
  show(figures: FiguresState): void;
}

export function createNav(run: RunCommand): FigureNav {
  const list = h('ul');
  const element = h('nav', { class: 'figures-nav', 'aria-label': 'Figures' }, list);
  let drawn: FiguresState['list'] = null;
  let buttons: { entry: FigureEntry; button: HTMLElement; claims: Map<string, HTMLElement> }[] = [];

  function build(entries: readonly FigureEntry[]): void {
    buttons = entries.map((entry) => {
      const claims = new Map(entry.claims.map((claim) => [claim, h('span', {}, claim)]));
      const button = h(
        'button',
        { type: 'button', title: entry.title, onclick: () => run('figures.open', { figure: entry.id }) },
        h('b', {}, entry.title),
        h('span', { class: 'figures-nav-claims' }, ...claims.values()),
      );
      return { entry, button, claims };
    });
    list.replaceChildren(...buttons.map(({ button }) => h('li', {}, button)));
  }

  return {
    element,
    show({ list: entries, id, quick, results }) {
      if (entries && entries !== drawn) build(entries);
      drawn = entries;
      for (const { entry, button, claims } of buttons) {
        const here = entry.id === id;
        if (here && !button.hasAttribute('aria-current'))
          button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        setAttribute(button, 'aria-current', here ? 'page' : null);
        const result = results[resultKey(entry.id, quick)];
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
