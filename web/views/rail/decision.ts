/** The choice the device made, with those it did not take: candidates in order, their scores, the rule. */

import type { Decision } from '../../engine/protocol';
import { count } from '../../render/format';
import { h, svg } from '../../ui/dom';
import '../../ui/ranked.css';

const BAR_WIDTH = 60;
/** Where there are more columns, bars are shorter; with still more there is no room for them. */
const BAR_WIDTH_NARROW = 36;
const COLUMNS_WIDE = 2;
const COLUMNS_WITH_BAR = 3;
/** Letters of a line without a bar that fit beside each other in full size. */
const LETTERS_WIDE = 40;
const BAR_HEIGHT = 10;
/** Head of the bars' column; read out, not shown. */
const BAR_HEAD = 'its pages, as a share of the block';

export interface DecisionTable {
  readonly element: HTMLElement;
  /** `choose`: a block is asked for. `nothing`: what is said where there is no choice. `when`: carried out by the present operation or under way, to be carried out by the next one, or the latest of an earlier one. */
  show(decision: Decision | null, when: When, choose?: Choose | null, nothing?: string): void;
}

/** Takes a block as the answer to a question; its row is then a button. */
export type Choose = (block: number) => void;

export type When = 'now' | 'next' | 'past';

const WHEN: Readonly<Record<When, string>> = { now: '', next: '; the next step', past: '; the last choice' };

export function decisionTable(): DecisionTable {
  const root = h('section', {
    class: 'panel decision',
    id: 'decision',
    'data-decision': '',
    tabindex: '-1',
    'aria-label': 'Decision',
  });
  let shown = '';
  return {
    element: root,
    show(decision, when, choose = null, nothing = NOTHING_CHOSEN) {
      // Every frame tells the choice anew; it is shown, and falls into place, once.
      const key = JSON.stringify([decision, when, choose !== null, nothing]);
      if (key === shown) return;
      shown = key;
      root.classList.toggle('is-past', when === 'past');
      const asked = decision ? [decision, ...decision.further] : [];
      root.replaceChildren(...(decision ? asked.flatMap((one) => tableOf(one, when, choose)) : nothingYet(nothing)));
    },
  };
}

const nothingYet = (nothing: string): Node[] => [
  h('h2', { class: 'part-title' }, 'Why?'),
  h('p', { class: 'note panel-needs' }, nothing),
];

/** What is said where there was no choice yet. */
const NOTHING_CHOSEN = 'No choice at this operation. The next one comes when space runs out.';

function tableOf(
  { question, rule, columns, rows, candidates, tie }: Decision,
  when: When,
  choose: Choose | null,
): Node[] {
  const has_bar = columns.length <= COLUMNS_WITH_BAR && rows.some(({ share }) => share !== null);
  const [first_column = '', ...other_columns] = columns;
  const heads = ['candidate', first_column, ...(has_bar ? [BAR_HEAD] : []), ...other_columns];
  const left_out = candidates - rows.length;
  const bar_width = !has_bar ? 0 : columns.length > COLUMNS_WIDE ? BAR_WIDTH_NARROW : BAR_WIDTH;
  const letters = Math.max(0, ...rows.map(({ label, cells }) => [label, ...cells].join('').length));
  const is_wide = columns.length > COLUMNS_WITH_BAR || (!has_bar && letters > LETTERS_WIDE);
  const lines = rows.map((row, rank) => lineOf(row, bar_width, rows.length - rank, choose));
  if (left_out > 0) lines.splice(lines.length - 1, 0, moreLine(left_out, heads.length));
  return [
    h(
      'h2',
      { class: 'part-title' },
      h('span', { class: 'part-words' }, question, ' ', h('small', {}, `${rule}${WHEN[when]}`)),
    ),
    h(
      'table',
      {
        class: ['ranked', is_wide && 'is-wide', columns.length > COLUMNS_WIDE && 'has-many'].filter(Boolean).join(' '),
      },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...heads.map((head) =>
            head === BAR_HEAD
              ? h('th', { scope: 'col', class: 'decision-bar' }, h('span', { class: 'visually-hidden' }, head))
              : h('th', { scope: 'col' }, head),
          ),
        ),
      ),
      h('tbody', {}, ...lines),
    ),
    ...(tie ? [h('p', { class: 'note decision-tie' }, 'Tie: ', h('b', {}, tie))] : []),
  ];
}

/** `loses`: how late among the candidates this one falls away; the worst is first. */
function lineOf(
  { label, block, chosen, cells, share }: Decision['rows'][number],
  bar_width: number,
  loses: number,
  choose: Choose | null,
): HTMLTableRowElement {
  const [first = '', ...others] = cells;
  const name =
    choose && block !== null
      ? h('button', { class: 'link', type: 'button', onclick: () => choose(block) }, label)
      : label;
  return h(
    'tr',
    { class: chosen ? 'is-chosen' : 'is-loser', 'aria-current': chosen ? 'true' : null, style: `--loses: ${loses}` },
    h('th', { scope: 'row' }, h('span', { class: 'decision-mark', 'aria-hidden': 'true' }, chosen ? '◆' : '◇'), name),
    h('td', {}, first),
    ...(bar_width > 0 ? [h('td', { class: 'decision-bar' }, ...(share === null ? [] : [bar(share, bar_width)]))] : []),
    ...others.map((cell) => h('td', {}, cell)),
  );
}

function bar(share: number, width: number): SVGSVGElement {
  return svg(
    'svg',
    { width, height: BAR_HEIGHT, 'aria-hidden': 'true' },
    svg('rect', { class: 'share-rest', width, height: BAR_HEIGHT }),
    svg('rect', { class: 'share-valid', width: width * share, height: BAR_HEIGHT }),
  );
}

const moreLine = (left_out: number, columns: number): HTMLTableRowElement =>
  h(
    'tr',
    { class: 'decision-more is-loser', style: '--loses: 2' },
    h(
      'td',
      { colspan: columns },
      h('span', { class: 'decision-mark', 'aria-hidden': 'true' }, '◇'),
      `and ${count(left_out)} more in between`,
    ),
  );
