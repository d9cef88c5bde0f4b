/** The paper's numbers of a claim, each beside ours, in the same words and unit. */

import type { FigureClaim } from '../../engine/core-types';
import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';
import { tied } from './conditions';

export function createClaimNumbers(): Display<[claim: Pick<FigureClaim, 'numbers'>]> {
  const element = h('div', { class: 'claim-numbers' });
  let shown = '';
  return {
    element,
    show({ numbers = [] }) {
      const key = JSON.stringify(numbers);
      if (key === shown) return;
      shown = key;
      const rows = numbers.map(({ what, paper, ours }) =>
        h('tr', {}, h('th', { scope: 'row' }, tied(what)), h('td', {}, tied(paper)), h('td', {}, tied(ours))),
      );
      const heads = ['', 'the paper', 'here'].map((words) => h('th', { scope: 'col' }, words));
      const table = h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows));
      element.replaceChildren(...(rows.length > 0 ? [table] : []));
    },
  };
}
