/** A chart's frame: title, one-line note, its main figure, the drawing, and the same data as a table. */

import { h, svg } from '../../ui/dom';
import { emphasised } from '../../ui/emphasis';
import type { Plot } from '../charts/marks';
import { thinned } from '../charts/scales';
import { type DataTable, tableOf, tableToggle } from '../charts/table';

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
const AXIS_WIDTH = 52;
const RIGHT_MARGIN = 6;
/** More rows than this are not read. */
const TABLE_ROWS_MAX = 60;

/** Where a panel's data is drawn, with so much above it and below. */
export const plotIn = (width: number, height: number, above = 0, below = 0): Plot => ({
  left: AXIS_WIDTH,
  right: width - RIGHT_MARGIN,
  top: above,
  foot: height - below,
});

export function panel(title: string, height: number, pick: ((x: number) => void) | null): Panel {
  const note = h('small', {});
  const figure = h('span', { class: 'panel-figure' });
  const toggle = tableToggle((tabled) => {
    as_table = tabled;
    if (shown) show(shown);
  });
  toggle.setAttribute('aria-label', `${title} as a table`);
  const name = h('span', { class: 'panel-name' }, title);
  const head = h('h2', { class: 'part-title' }, name, h('span', { class: 'part-words' }, note), figure, toggle);
  const drawing = svg('svg', { class: pick ? 'chart chart-seeks' : 'chart', role: 'img', height });
  const needs = h('p', { class: 'note panel-needs' });
  const table = h('div', { class: 'chart-table', tabindex: '0', role: 'region', 'aria-label': `${title}, as a table` });
  const root = h('section', { class: 'panel', 'aria-label': title }, head, needs, drawing, table);
  // As high as the chart, so that nothing jumps.
  table.style.height = `${height}px`;
  let shown: Drawing | null = null;
  let as_table = false;

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
    if (tabled) table.replaceChildren(tableIn(next.table()));
    else drawing.replaceChildren(...next.nodes);
  }

  return { element: root, height, width: () => drawing.parentElement?.clientWidth ?? 0, show };
}

const tableIn = ({ head, rows }: DataTable): HTMLTableElement => tableOf({ head, rows: thinned(rows, TABLE_ROWS_MAX) });
