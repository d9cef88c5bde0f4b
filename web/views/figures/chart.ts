/** A chart on the page: its title, the picture, the same as a table, and a cursor for pointer and keys. */

import type { FigureMetric } from '../../engine/figures';
import { h, setAttribute, setText, svg } from '../../ui/dom';
import { TICK_UNIT_MAX, valueWords, xWords } from './axis';
import { chartLayout } from './chart-layout';
import './charts.css';
import { axesOf, type ChartModel, type Cursor, comparisonWith, pointsOf, subjectOf } from './model';
import { nearest, neighbour } from './pick';
import { picture } from './picture';
import type { Point } from './points';
import { tableOf } from './table';
import { leadWords } from './words';

/** What a chart tells of the reader. */
export interface ChartActions {
  /** The cursor is on a point of this chart, or has left it. */
  point(cursor: Cursor | null): void;
  /** This run is wanted in the workbench. */
  open(run: number): void;
}

/** A switch beside the title. */
export interface ChartSwitch {
  label: string;
  title: string;
  pressed: boolean;
  press: () => void;
}

export interface Chart {
  readonly element: HTMLElement;
  show(model: ChartModel, title: string, form: ChartSwitch | null): void;
  /** The room for it has changed. */
  resize(): void;
  /** The place looked at, in this chart or another. */
  showCursor(cursor: Cursor | null): void;
}

export function createChart({ point, open }: ChartActions): Chart {
  const name = h('h3');
  const note = h('small');
  const toggle = h(
    'button',
    { type: 'button', class: 'figure-toggle', 'aria-pressed': 'false', onclick: () => turn() },
    svg(
      'svg',
      { width: 12, height: 12, 'aria-hidden': 'true' },
      svg('path', { d: 'M.5 1.5h11v9H.5zM.5 4.5h11M.5 7.5h11M4.5 1.5v9' }),
    ),
  );
  const form_switch = h('button', { type: 'button', class: 'figure-switch', onclick: () => press() });
  let press: () => void = () => {};
  const drawing = svg('svg', { class: 'figure-drawing', role: 'img' });
  const plot = h('div', { class: 'figure-plot', tabindex: 0, role: 'application', 'data-own-keys': true }, drawing);
  const table = h('div', { class: 'figure-table', tabindex: 0, role: 'region', hidden: true });
  const element = h(
    'section',
    { class: 'figure-chart' },
    h('header', {}, name, note, form_switch, toggle),
    plot,
    table,
  );
  let model: ChartModel | null = null;
  let cursor: Cursor | null = null;

  function turn(): void {
    const tabled = table.hidden;
    table.hidden = !tabled;
    plot.hidden = tabled;
    setAttribute(toggle, 'aria-pressed', String(tabled));
    draw();
  }

  function measured() {
    const em = Number.parseFloat(getComputedStyle(drawing).fontSize) || 12.5;
    const { clientWidth: width, clientHeight: height } = plot;
    const layout = chartLayout(width, height, em, model?.rivals.length ?? 0, model?.lanes.length);
    return model && width > 0 && height > 0 ? { model, width, height, layout, axes: axesOf(model, layout) } : null;
  }

  function draw(): void {
    if (model && !table.hidden) table.replaceChildren(tableOf(model));
    const room = plot.hidden ? null : measured();
    if (!room) return;
    setAttribute(drawing, 'viewBox', `0 0 ${room.width} ${room.height}`);
    drawing.replaceChildren(...picture(room.model, room.layout, room.axes, cursor));
  }

  function under(event: MouseEvent): { cursor: Cursor; point: Point } | null {
    const room = measured();
    if (!room) return null;
    const { left, top } = plot.getBoundingClientRect();
    return nearest(room.model, room.axes, { x: event.clientX - left, y: event.clientY - top });
  }

  plot.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(under(event)?.cursor ?? null);
  });
  plot.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') point(null);
  });
  // A finger covers what it points at: the first touch reads, and the words beside the charts lead on.
  let touched = false;
  plot.addEventListener('pointerdown', (event) => {
    touched = event.pointerType !== 'mouse';
  });
  plot.addEventListener('click', (event) => {
    const found = under(event);
    if (touched) point(found?.cursor ?? null);
    else if (found && found.point.run !== null) open(found.point.run);
  });
  plot.addEventListener('blur', ({ relatedTarget }) => {
    const leads_on = relatedTarget instanceof Element && relatedTarget.closest('.figures-readout') !== null;
    if (!leads_on) point(null);
  });
  plot.addEventListener('keydown', (event) => {
    if (!model || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && cursor) {
      const run = pointsOf(model, cursor.system).find(({ x_index }) => x_index === cursor?.x_index)?.run;
      if (typeof run === 'number') open(run);
    } else {
      const next = neighbour(model, cursor, event.key);
      if (!next) return;
      point(next);
    }
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    show(next, title, form) {
      model = next;
      form_switch.hidden = form === null;
      if (form) {
        press = form.press;
        setText(form_switch, form.label);
        setAttribute(form_switch, 'title', form.title);
        setAttribute(form_switch, 'aria-pressed', String(form.pressed));
      }
      setText(name, title);
      setText(note, noteOf(next.metric));
      setAttribute(element, 'aria-label', title);
      setAttribute(toggle, 'aria-label', `${title} as a table`);
      setAttribute(toggle, 'title', 'as a table');
      setAttribute(table, 'aria-label', `${title}, as a table`);
      setAttribute(plot, 'aria-label', `${title}: arrow keys go from point to point, Enter opens the experiment`);
      setAttribute(drawing, 'aria-label', inWords(next));
      setAttribute(drawing, 'data-drawing', title);
      draw();
    },
    resize: draw,
    showCursor(next) {
      if (cursor?.x_index === next?.x_index && cursor?.system === next?.system) return;
      cursor = next;
      draw();
    },
  };
}

const noteOf = ({ scale, unit }: FigureMetric): string =>
  [unit.length > TICK_UNIT_MAX ? unit : '', scale === 'log' ? 'log' : ''].filter(Boolean).join(', ');

/** The chart in a few sentences, for those who do not see it. */
function inWords(model: ChartModel): string {
  const subject = subjectOf(model);
  const curves = model.lanes.flatMap(({ title, system }) => {
    const points = pointsOf(model, system);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return [];
    const at = (point: Point): string => `${valueWords(model.metric, point.value)} at ${xWords(model.x, point.x)}`;
    return [`${title}: ${at(first)}, ${at(last)}.`];
  });
  const leads = model.rivals
    .map(({ system, title }) => ({ title, words: leadWords(comparisonWith(model, system), model.x) }))
    .filter(({ words }) => words !== '')
    .map(({ title, words }) => `${subject?.title} is ahead of ${title} ${words}.`);
  return [...curves, ...leads].join(' ') || 'Nothing measured yet.';
}
