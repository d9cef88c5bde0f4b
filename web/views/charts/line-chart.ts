/** A chart on the page: its title, the picture, the same as a table, and a cursor for pointer and keys. */

import type { FigureMetric } from '../../engine/core-types';
import { h, setAttribute, setText, svg } from '../../ui/dom';
import { TICK_UNIT_MAX, valueWords, xWords } from './axis';
import { chartLayout } from './line-layout';
import './charts.css';
import type { Point } from './curve';
import { axesOf, type ChartModel, type Cursor, comparisonWith, overruns, pointsOf, subjectOf } from './line-model';
import { nearest, neighbour } from './line-pick';
import { picture } from './line-picture';
import { lineTable } from './line-table';
import { leadWords } from './line-words';
import { followPointing } from './pointing';
import { tableOf, tableToggle } from './table';

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
  const toggle = tableToggle(turn);
  const form_switch = h('button', { type: 'button', class: 'chart-switch', onclick: () => press() });
  let press: () => void = () => {};
  const drawing = svg('svg', { class: 'chart-drawing', role: 'img' });
  const plot = h('div', { class: 'chart-plot', tabindex: 0, role: 'application', 'data-own-keys': true }, drawing);
  const table = h('div', { class: 'chart-table', tabindex: 0, role: 'region', hidden: true });
  const element = h(
    'section',
    { class: 'chart-panel' },
    h('header', { class: 'chart-head' }, name, note, form_switch, toggle),
    plot,
    table,
  );
  let model: ChartModel | null = null;
  let cursor: Cursor | null = null;

  function turn(tabled: boolean): void {
    table.hidden = !tabled;
    plot.hidden = tabled;
    draw();
  }

  function measured() {
    const em = Number.parseFloat(getComputedStyle(drawing).fontSize) || 12.5;
    const { clientWidth: width, clientHeight: height } = plot;
    const layout = chartLayout(width, height, em, model?.rivals.length ?? 0, model?.lanes.length);
    return model && width > 0 && height > 0 ? { model, width, height, layout, axes: axesOf(model, layout) } : null;
  }

  function draw(): void {
    if (model && !table.hidden) table.replaceChildren(tableOf(lineTable(model)));
    const room = plot.hidden ? null : measured();
    if (!room) return;
    setAttribute(drawing, 'viewBox', `0 0 ${room.width} ${room.height}`);
    drawing.replaceChildren(...picture(room.model, room.layout, room.axes, cursor));
  }

  followPointing<Cursor>(plot, {
    under(event) {
      const room = measured();
      if (!room) return null;
      const { left, top } = plot.getBoundingClientRect();
      return nearest(room.model, room.axes, { x: event.clientX - left, y: event.clientY - top });
    },
    after: (key) => (model && neighbour(model, cursor, key)) ?? undefined,
    current: () => cursor,
    point,
    open({ system, x_index }) {
      const run = model && pointsOf(model, system).find((one) => one.x_index === x_index)?.run;
      if (typeof run === 'number') open(run);
    },
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
  const saturated = model.lanes.flatMap(({ title, system }) => {
    const [first] = overruns(model, pointsOf(model, system));
    return first
      ? [`${title} is saturated at ${xWords(model.x, first.x)}: requests arrive faster than it serves them.`]
      : [];
  });
  const leads = model.rivals
    .map(({ system, title }) => ({ title, words: leadWords(comparisonWith(model, system), model.x) }))
    .filter(({ words }) => words !== '')
    .map(({ title, words }) => `${subject?.title} is ahead of ${title} ${words}.`);
  return [...curves, ...saturated, ...leads].join(' ') || 'Nothing measured yet.';
}
