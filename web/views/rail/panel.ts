/** A chart's frame: title, one-line note, its main figure, the drawing, and the same data as a table. */

import { element, svg } from '../../render/dom';

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
export const AXIS_WIDTH = 42;
export const RIGHT_MARGIN = 6;

export function panel(title: string, height: number, pick: ((x: number) => void) | null): Panel {
  const note = element('small', {});
  const figure = element('span', { class: 'panel-figure' });
  const toggle = element('button', { type: 'button', class: 'panel-toggle', 'aria-pressed': 'false' }, 'table');
  const head = element(
    'h2',
    { class: 'part-title' },
    element('span', { class: 'part-words' }, `${title} `, note),
    figure,
    toggle,
  );
  const drawing = svg('svg', { class: pick ? 'chart chart-seeks' : 'chart', role: 'img', height });
  const needs = element('p', { class: 'panel-needs' });
  const table = element('div', {
    class: 'panel-table',
    tabindex: '0',
    role: 'region',
    'aria-label': `${title}, as a table`,
  });
  const root = element('section', { class: 'panel', 'aria-label': title }, head, needs, drawing, table);
  let shown: Drawing | null = null;
  let as_table = false;

  toggle.addEventListener('click', () => {
    as_table = !as_table;
    toggle.setAttribute('aria-pressed', String(as_table));
    toggle.textContent = as_table ? 'chart' : 'table';
    if (shown) show(shown);
  });
  toggle.setAttribute('aria-label', `${title}: show as a table`);
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
  return text.split('**').map((part, i) => (i % 2 === 1 ? element('b', {}, part) : part));
}

function tableOf({ head, rows }: DataTable): HTMLTableElement {
  const line = (tag: 'th' | 'td', cells: readonly string[]): HTMLTableRowElement =>
    element('tr', {}, ...cells.map((cell) => element(tag, tag === 'th' ? { scope: 'col' } : {}, cell)));
  return element(
    'table',
    {},
    element('thead', {}, line('th', head)),
    element('tbody', {}, ...rows.map((row) => line('td', row))),
  );
}
