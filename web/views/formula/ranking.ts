/** What there is to choose from at this moment in the order of a formula, each with the values of its terms. */

import type { FormulaRanking, RankedOf } from '../../engine/protocol';
import { count } from '../../render/format';
import { h } from '../../ui/dom';
import '../../ui/ranked.css';

export interface RankingView {
  readonly element: HTMLElement;
  /** A text that is no formula leaves the last ranking, and says so. */
  show(ranking: FormulaRanking, pages_per_block: number): void;
}

/** What a candidate is called. */
const NAMES: Readonly<Record<RankedOf, (number: number) => string>> = {
  block: (number) => `block ${number}`,
  'logical-block': (number) => `B${number}`,
  page: (number) => `LPN ${number}`,
};

/** `point`: shows a physical page on the stage, `light` a logical one wherever it lives; null shows none. */
export function createRanking(point: (page: number | null) => void, light: (lpn: number | null) => void): RankingView {
  const none = (): void => {
    point(null);
    light(null);
  };
  const table = h('table', { class: 'ranked formula-ranked' });
  const note = h('p', { class: 'note', 'aria-live': 'polite' });
  const element = h(
    'div',
    {
      class: 'formula-ranking',
      tabindex: '0',
      role: 'region',
      'aria-label': 'Candidates by the formula',
      onpointerleave: none,
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
      const at = (number: number): void => {
        if (ranking.of === 'block') point(number * pages_per_block);
        else light(ranking.of === 'page' ? number : null);
      };
      table.replaceChildren(...(ranking.rows.length > 0 ? tableOf(ranking, at) : []));
    },
  };
}

function tableOf({ of, terms, rows, chosen }: FormulaRanking, point: (number: number) => void): Node[] {
  // A formula of one term is that term.
  const parts = terms.length > 1 ? terms : [];
  const heads = ['candidate', 'value', ...parts.map(({ sign, text }) => `${sign} ${text}`.trim())];
  return [
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col', title: head }, head)))),
    h(
      'tbody',
      {},
      ...rows.map((row) => {
        const is_chosen = row.number === chosen;
        const quantities = Object.entries(row.quantities).map(
          ([name, value]) => `${name} ${Math.round(value * 100) / 100}`,
        );
        return h(
          'tr',
          {
            class: is_chosen ? 'is-chosen' : row.has_gain ? null : 'is-loser',
            'aria-current': is_chosen ? 'true' : null,
            title: quantities.join(' · '),
            onpointerenter: () => point(row.number),
          },
          h(
            'th',
            { scope: 'row' },
            h('span', { class: 'decision-mark', 'aria-hidden': 'true' }, is_chosen ? '◆' : '◇'),
            NAMES[of](row.number),
          ),
          h('td', {}, row.shown),
          ...(parts.length > 0 ? row.terms.map((value) => h('td', {}, value)) : []),
        );
      }),
    ),
  ];
}

const MISSING = {
  'nothing-chooses': 'Nothing chooses on this device.',
  'other-policy':
    'The buffer of this device keeps no account of what the formula speaks of: run it from the start, then its order is seen here.',
} as const;

/** How many there are, and what the device itself took where that was another. Exported for its tests. */
export function noteOn({ of, missing, plane, candidates, rows, chosen, collecting }: FormulaRanking): string {
  if (missing !== null) return MISSING[missing];
  if (of !== 'block') return bufferNote(candidates, rows.length, of);
  if (candidates === 0) return 'No block is closed yet: there is nothing to choose from.';
  const more = candidates > rows.length ? `, ${count(rows.length)} of ${count(candidates)} closed blocks` : '';
  const here = `Plane ${plane}${more}.`;
  if (chosen === null) return `${here} No block has anything to gain.`;
  const rank = rows.findIndex(({ number }) => number === collecting);
  if (collecting === null || rank < 0) return here;
  if (collecting === chosen) return `${here} The device has just chosen the same block.`;
  return `${here} The device has just chosen block ${collecting}, number ${rank + 1} here.`;
}

function bufferNote(candidates: number, shown: number, of: RankedOf): string {
  if (candidates === 0) return 'Nothing is in the write buffer yet.';
  const what = of === 'page' ? 'pages' : 'logical blocks';
  return candidates > shown
    ? `${count(shown)} of ${count(candidates)} ${what} in the write buffer.`
    : `All ${what} in the write buffer.`;
}
