/** A chart of the rail, and its frame: title, one-line note, its main figure, the drawing, and the same data as a table. */

import type { BaselinesState } from '../../app/baselines/state';
import type { RunCommand } from '../../app/view';
import type { Charts, Opened, Position } from '../../engine/protocol';
import type { ChartName } from '../../lessons/lesson';
import type { Display } from '../../ui/display';
import { h, setAttribute, svg } from '../../ui/dom';
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

/** What a chart is drawn from. */
export interface Told {
  charts: Charts;
  position: Position;
  opened: Pick<Opened, 'document' | 'geometry'>;
  baselines: BaselinesState;
}

/** A chart of the rail: a file in `charts/` makes it, and `CHART_NAMES` in `lessons/lesson.ts` says where it stands. */
export interface RailChart {
  /** As a step of a lesson calls it. */
  readonly name: ChartName;
  readonly title: string;
  readonly height: number;
  /** Null on a device that has no such chart. */
  draw(told: Told, width: number, height: number): Drawing | null;
  /** Its x axis is the run: a click leads to the request there. */
  readonly seeks?: true;
  /** A button in its head. */
  readonly button?: (run: RunCommand) => Display<[told: Told]>;
}

export interface Panel {
  readonly element: HTMLElement;
  width(): number;
  /** `is_alone`: there are hardly any others beside it, so that it may take more height. */
  show(told: Told, width: number, is_alone: boolean): void;
}

/** Room left of the drawing for the labels of its y axis. */
const AXIS_WIDTH = 52;
const RIGHT_MARGIN = 6;
/** What a chart grows to, in parts of its height and at most, where a lesson's step shows it and hardly anything else. */
const ALONE = { factor: 3, most_px: 200 } as const;
/** The same where the charts stand above the stage, as on a phone: both are to be in sight. */
const ALONE_ABOVE = { factor: 1.5, most_px: 110 } as const;
/** More rows than this are not read. */
const TABLE_ROWS_MAX = 60;

/** Where a panel's data is drawn, with so much above it and below. */
export const plotIn = (width: number, height: number, above = 0, below = 0): Plot => ({
  left: AXIS_WIDTH,
  right: width - RIGHT_MARGIN,
  top: above,
  foot: height - below,
});

/** `seek`: where a click on a chart of the run leads, `x` from its left edge. */
export function panel(chart: RailChart, run: RunCommand, seek: (x: number, width: number) => void): Panel {
  const { title, seeks } = chart;
  const button = chart.button?.(run);
  const note = h('small', {});
  const figure = h('span', { class: 'panel-figure' });
  const toggle = tableToggle((tabled) => {
    as_table = tabled;
    if (shown) draw(shown);
  });
  toggle.setAttribute('aria-label', `${title} as a table`);
  const name = h('span', { class: 'panel-name' }, title);
  const head = h(
    'h2',
    { class: 'part-title' },
    name,
    h('span', { class: 'part-words' }, note),
    button?.element ?? null,
    figure,
    toggle,
  );
  const drawing = svg('svg', { class: seeks ? 'chart chart-seeks' : 'chart', role: 'img' });
  const needs = h('p', { class: 'note panel-needs' });
  const table = h('div', { class: 'chart-table', tabindex: '0', role: 'region', 'aria-label': `${title}, as a table` });
  const root = h('section', { class: 'panel', 'aria-label': title }, head, needs, drawing, table);
  let shown: Drawing | null = null;
  let as_table = false;

  if (seeks) {
    drawing.addEventListener('click', (event) => seek(event.clientX - drawing.getBoundingClientRect().left, width()));
  }

  const width = (): number => drawing.parentElement?.clientWidth ?? 0;

  function draw(next: Drawing): void {
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

  return {
    element: root,
    width,
    show(told, width, is_alone) {
      const height = is_alone ? grown(chart.height, width > innerWidth / 2 ? ALONE_ABOVE : ALONE) : chart.height;
      setAttribute(drawing, 'height', String(height));
      // As high as the chart, so that nothing jumps.
      table.style.height = `${height}px`;
      const next = chart.draw(told, width, height);
      root.hidden = next === null;
      button?.show(told);
      if (next) draw(next);
    },
  };
}

const grown = (height: number, { factor, most_px }: typeof ALONE | typeof ALONE_ABOVE): number =>
  Math.max(height, Math.min(factor * height, most_px));

const tableIn = ({ head, rows }: DataTable): HTMLTableElement => tableOf({ head, rows: thinned(rows, TABLE_ROWS_MAX) });
