/** A chart's data as a table, and the button that turns the chart into it and back. */

import { h, svg } from '../../ui/dom';

export interface DataTable {
  caption?: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Whether the first cell of a row is what the row is about. */
  named?: boolean;
}

export function tableOf({ caption, head, rows, named = false }: DataTable): HTMLTableElement {
  const line = (cells: readonly string[]): HTMLTableRowElement =>
    h('tr', {}, ...cells.map((cell, i) => (named && i === 0 ? h('th', { scope: 'row' }, cell) : h('td', {}, cell))));
  const heads = head.map((cell) => h('th', { scope: 'col' }, cell));
  return h(
    'table',
    {},
    caption === undefined ? null : h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows.map(line)),
  );
}

/** `turn` is told whether the table is wanted. */
export function tableToggle(turn: (tabled: boolean) => void): HTMLButtonElement {
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'plain chart-toggle',
      'aria-pressed': 'false',
      title: 'as a table',
      onclick: () => press(),
    },
    svg(
      'svg',
      { width: 12, height: 12, 'aria-hidden': 'true' },
      svg('path', { d: 'M.5 1.5h11v9H.5zM.5 4.5h11M.5 7.5h11M4.5 1.5v9' }),
    ),
  );
  function press(): void {
    const tabled = toggle.getAttribute('aria-pressed') !== 'true';
    toggle.setAttribute('aria-pressed', String(tabled));
    turn(tabled);
  }
  return toggle;
}
