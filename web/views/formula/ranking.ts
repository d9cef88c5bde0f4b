/** The closed blocks of this moment in the order of a formula, each with the values of its terms. */

import type { FormulaRanking } from '../../engine/protocol';
import { count } from '../../render/format';
import { h } from '../../ui/dom';
import '../../ui/ranked.css';

export interface RankingView {
  readonly element: HTMLElement;
  /** A text that is no formula leaves the last ranking, and says so. */
  show(ranking: FormulaRanking, pages_per_block: number): void;
}

/** `point`: shows a physical page on the stage; null shows none. */
export function createRanking(point: (page: number | null) => void): RankingView {
  const table = h('table', { class: 'ranked formula-ranked' });
  const note = h('p', { class: 'note', 'aria-live': 'polite' });
  const element = h(
    'div',
    {
      class: 'formula-ranking',
      tabindex: '0',
      role: 'region',
      'aria-label': 'Candidates by the formula',
      onpointerleave: () => point(null),
    },
    table,
    note,
  );
  let shown = '';
  return {
    element,
    show(ranking, pages_per_block) {
      const is_old = ranking.error !== null;
      element.classList.toggle('is-old', is_old);
      const key = JSON.stringify(ranking);
      if (key === shown) return;
      shown = key;
      note.textContent = is_old ? 'The order of the last text that was a formula.' : noteOn(ranking);
      if (is_old) return;
      const at = (block: number): void => point(block * pages_per_block);
      table.replaceChildren(...(ranking.rows.length > 0 ? tableOf(ranking, at) : []));
    },
  };
}

function tableOf({ terms, rows, chosen }: FormulaRanking, point: (block: number) => void): Node[] {
  // A formula of one term is that term.
  const parts = terms.length > 1 ? terms : [];
  const heads = ['candidate', 'value', ...parts.map(({ sign, text }) => `${sign} ${text}`.trim())];
  return [
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col', title: head }, head)))),
    h(
      'tbody',
      {},
      ...rows.map((row) => {
        const is_chosen = row.block === chosen;
        const quantities = Object.entries(row.quantities).map(
          ([name, value]) => `${name} ${Math.round(value * 100) / 100}`,
        );
        return h(
          'tr',
          {
            class: is_chosen ? 'is-chosen' : row.has_gain ? null : 'is-loser',
            'aria-current': is_chosen ? 'true' : null,
            title: quantities.join(' · '),
            onpointerenter: () => point(row.block),
          },
          h(
            'th',
            { scope: 'row' },
            h('span', { class: 'decision-mark', 'aria-hidden': 'true' }, is_chosen ? '◆' : '◇'),
            `block ${row.block}`,
          ),
          h('td', {}, row.shown),
          ...(parts.length > 0 ? row.terms.map((value) => h('td', {}, value)) : []),
        );
      }),
    ),
  ];
}

/** How many there are, and what the device itself took where that was another. Exported for its tests. */
export function noteOn({ plane, candidates, rows, chosen, collecting }: FormulaRanking): string {
  if (plane === null) return 'No victim policy chooses on this device.';
  if (candidates === 0) return 'No block is closed yet: there is nothing to choose from.';
  const more = candidates > rows.length ? `, ${count(rows.length)} of ${count(candidates)} closed blocks` : '';
  const here = `Plane ${plane}${more}.`;
  if (chosen === null) return `${here} No block has anything to gain.`;
  const rank = rows.findIndex(({ block }) => block === collecting);
  if (collecting === null || rank < 0) return here;
  if (collecting === chosen) return `${here} The device has just chosen the same block.`;
  return `${here} The device has just chosen block ${collecting}, number ${rank + 1} here.`;
}
