/** A chart's frame: title, one-line note, its main figure, the drawing, and the same data as a table. */

import { h, svg } from '../../ui/dom';

export interface DataTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** What a chart draws into its panel. */
export interface Drawing {
  /** One line beside the title. */
  note: string;
  /** The main figure, at the right; `**…**` is the figure itself. */
  figure: string;
  /** The chart in a sentence. */
  label: string;
  nodes: readonly Node[];
  /** Said instead of a drawing when there is too little to draw. */
  needs: string | null;
  table: () => DataTable;
}

export interface Panel {
  readonly element: HTMLElement;
  readonly height: number;
  width(): number;
  show(drawing: Drawing): void;
}

/** Room left of the drawing for the labels of its y axis. */
export const AXIS_WIDTH = 52;
export const RIGHT_MARGIN = 6;

export function panel(title: string, height: number, pick: ((x: number) => void) | null): Panel {
  const note = h('small', {});
  const figure = h('span', { class: 'panel-figure' });
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'panel-toggle',
      'aria-pressed': 'false',
      'aria-label': `${title} as a table`,
      title: 'as a table',
    },
    svg(
      'svg',
      { width: 12, height: 12, 'aria-hidden': 'true' },
      svg('path', { d: 'M.5 1.5h11v9H.5zM.5 4.5h11M.5 7.5h11M4.5 1.5v9' }),
    ),
  );
  const name = h('span', { class: 'panel-name' }, title);
  const head = h('h2', { class: 'part-title' }, name, h('span', { class: 'part-words' }, note), figure, toggle);
  const drawing = svg('svg', { class: pick ? 'chart chart-seeks' : 'chart', role: 'img', height });
  const needs = h('p', { class: 'panel-needs' });
  const table = h('div', { class: 'panel-table', tabindex: '0', role: 'region', 'aria-label': `${title}, as a table` });
  const root = h('section', { class: 'panel', 'aria-label': title }, head, needs, drawing, table);
  // As high as the chart, so that nothing jumps.
  table.style.height = `${height}px`;
  let shown: Drawing | null = null;
  let as_table = false;

  toggle.addEventListener('click', () => {
    as_table = !as_table;
    toggle.setAttribute('aria-pressed', String(as_table));
    if (shown) show(shown);
  });
  if (pick) {
    drawing.addEventListener('click', (event) => pick(event.clientX - drawing.getBoundingClientRect().left));
  }

  function show(next: Drawing): void {
    shown = next;
    note.textContent = next.note;
    figure.replaceChildren(...emphasised(next.figure));
    needs.textContent = next.needs ?? '';
    needs.hidden = next.needs === null;
    drawing.setAttribute('aria-label', next.label);
    toggle.hidden = next.needs !== null;
    const tabled = as_table && next.needs === null;
    drawing.toggleAttribute('hidden', tabled || next.needs !== null);
    table.hidden = !tabled;
    if (tabled) table.replaceChildren(tableOf(next.table()));
    else drawing.replaceChildren(...next.nodes);
  }

  return { element: root, height, width: () => drawing.parentElement?.clientWidth ?? 0, show };
}

/** Text with `**…**` in bold. */
export function emphasised(text: string): (Node | string)[] {
  return text.split('**').map((part, i) => (i % 2 === 1 ? h('b', {}, part) : part));
}

function tableOf({ head, rows }: DataTable): HTMLTableElement {
  const line = (tag: 'th' | 'td', cells: readonly string[]): HTMLTableRowElement =>
    h('tr', {}, ...cells.map((cell) => h(tag, tag === 'th' ? { scope: 'col' } : {}, cell)));
  return h('table', {}, h('thead', {}, line('th', head)), h('tbody', {}, ...rows.map((row) => line('td', row))));
}
