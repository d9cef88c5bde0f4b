/** A chart in which each lane is a line: its frame, the lines, and their letters at the ends. */

import { h, setAttribute, setText, svg } from '../../ui/dom';
import '../charts/charts.css';
import { spread } from '../charts/label-place';
import { type Anchor, dot, gridLine, label, letter, type Plot } from '../charts/marks';
import { colourOf, dashOf, letterOf } from './lane-appearance';

export interface OverlayLine {
  lane: number;
  points: readonly (readonly [x: number, y: number])[];
  /** Thin, and without a letter: the median beside the 99th percentile. */
  is_second: boolean;
}

/** A single value of a lane, or what somebody predicted for it: hollow, with words. */
export interface OverlayDot {
  lane: number;
  x: number;
  y: number;
  predicted: string | null;
}

/** What a chart shows, its places in pixels. */
export interface OverlayModel {
  /** One line beside the title. */
  note: string;
  /** The chart in words. */
  label: string;
  lines: readonly OverlayLine[];
  /** What theory says, where the chart holds lanes against it. */
  theory?: OverlayLine['points'];
  dots?: readonly OverlayDot[];
  rows: readonly { y: number; text: string }[];
  columns: readonly { x: number; text: string; anchor: Anchor }[];
  playhead: number | null;
  /** Said instead of a drawing when there is too little to draw. */
  needs: string | null;
}

export interface Overlay {
  readonly element: HTMLElement;
  plot(): Plot | null;
  show(model: OverlayModel): void;
}

const LETTER_LINE_PX = 12;
const LETTER_GAP_PX = 6;
const GUESS_GAP_PX = 8;

/** `pick` is told a place across the drawing. */
export function createOverlay(title: string, resized: () => void, pick: ((x: number) => void) | null): Overlay {
  const note = h('small');
  const drawing = svg('svg', {
    class: `chart-drawing overlay-drawing ${pick ? 'overlay-seeks' : ''}`.trim(),
    role: 'img',
    'data-drawing': `${title}, by lane`,
  });
  const grid = svg('g');
  const lines = svg('g');
  const letters = svg('g');
  const playhead = svg('path', { class: 'chart-playhead' });
  const needs = h('p', { class: 'note chart-needs' });
  const holder = h('div', { class: 'overlay-plot' }, drawing, needs);
  drawing.append(grid, lines, playhead, letters);
  const element = h(
    'section',
    { class: 'overlay', 'aria-label': title },
    h('h2', { class: 'part-title' }, h('span', { class: 'part-words' }, title, ' ', note)),
    holder,
  );
  let plot: Plot | null = null;
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    const em = Number.parseFloat(getComputedStyle(drawing).fontSize) || 11;
    plot = width === 0 ? null : { left: 4.4 * em, right: width - 1.6 * em, top: 0.8 * em, foot: height - 1.7 * em };
    setAttribute(drawing, 'viewBox', `0 0 ${width} ${height}`);
    if (plot) resized();
  }).observe(holder);
  if (pick) drawing.addEventListener('click', (event) => pick(event.clientX - drawing.getBoundingClientRect().left));

  function show(model: OverlayModel): void {
    setText(note, model.note);
    setText(needs, model.needs ?? '');
    setAttribute(drawing, 'visibility', model.needs === null ? null : 'hidden');
    setAttribute(drawing, 'aria-label', model.label);
    if (model.needs !== null || !plot) return;
    const within = plot;
    grid.replaceChildren(
      ...model.rows.flatMap(({ y, text }) => gridLine(within, y, text)),
      ...model.columns.map(({ x, text, anchor }) => label(x, within.foot + 14, text, anchor, 'chart-tick')),
    );
    lines.replaceChildren(
      ...(model.theory ? [svg('path', { class: 'chart-dotted overlay-theory', d: pathOf(model.theory) })] : []),
      ...model.lines.map(drawLine),
      ...(model.dots ?? []).flatMap(drawDot),
    );
    letters.replaceChildren(...endLetters(model.lines, plot));
    setAttribute(
      playhead,
      'd',
      model.playhead === null ? '' : `M${model.playhead.toFixed(1)} ${plot.top}V${plot.foot}`,
    );
  }

  return { element, plot: () => plot, show };
}

const pathOf = (points: OverlayLine['points']): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

function drawDot({ lane, x, y, predicted }: OverlayDot): SVGElement[] {
  const circle = dot(x, y, predicted === null ? 'overlay-dot' : 'overlay-guess');
  circle.style.setProperty('--lane', colourOf(lane));
  return predicted === null ? [circle] : [circle, label(x - GUESS_GAP_PX, y + 4, predicted, 'end')];
}

const drawLine = ({ lane, points, is_second }: OverlayLine): SVGPathElement =>
  svg('path', {
    class: is_second ? 'chart-curve overlay-second' : 'chart-curve',
    d: pathOf(points),
    stroke: colourOf(lane),
    'stroke-dasharray': dashOf(lane),
  });

/** Letters right of where lines end, apart from each other. */
function endLetters(lines: readonly OverlayLine[], { top, foot }: Pick<Plot, 'top' | 'foot'>): SVGTextElement[] {
  const ends = lines.flatMap(({ lane, points, is_second }) => {
    const end = points.at(-1);
    return end && !is_second ? [{ lane, x: end[0], y: end[1] }] : [];
  });
  return spread(ends, LETTER_LINE_PX, top + 4, foot).map(({ lane, x, y }) =>
    letter(x + LETTER_GAP_PX, y + 4, { letter: letterOf(lane), colour: colourOf(lane) }, 'start'),
  );
}
