/** A chart in which each lane is a line: its frame, the lines, and their letters at the ends. */

import { h, setAttribute, setText, svg } from '../../ui/dom';
import './charts.css';
import { colourOf, dashOf, letterOf } from './lane-appearance';

export interface OverlayLine {
  lane: number;
  points: readonly (readonly [x: number, y: number])[];
  /** Thin, and without a letter: the median beside the 99th percentile. */
  is_second: boolean;
}

/** What a chart shows, its places in pixels. */
export interface OverlayModel {
  /** One line beside the title. */
  note: string;
  /** The chart in words. */
  label: string;
  lines: readonly OverlayLine[];
  rows: readonly { y: number; text: string }[];
  columns: readonly { x: number; text: string; anchor: 'start' | 'middle' | 'end' }[];
  playhead: number | null;
  /** Said instead of a drawing when there is too little to draw. */
  needs: string | null;
}

/** Room for the drawing, in pixels. */
export interface Room {
  left: number;
  right: number;
  top: number;
  foot: number;
}

export interface Overlay {
  readonly element: HTMLElement;
  room(): Room | null;
  show(model: OverlayModel): void;
}

const LETTER_LINE_PX = 12;
const LETTER_GAP_PX = 4;

/** `pick` is told a place across the drawing. */
export function createOverlay(title: string, resized: () => void, pick: ((x: number) => void) | null): Overlay {
  const note = h('small');
  const drawing = svg('svg', {
    class: pick ? 'overlay-drawing overlay-seeks' : 'overlay-drawing',
    role: 'img',
    'data-drawing': `${title}, by lane`,
  });
  const grid = svg('g');
  const lines = svg('g');
  const letters = svg('g');
  const playhead = svg('path', { class: 'chart-playhead' });
  const needs = h('p', { class: 'overlay-needs' });
  const plot = h('div', { class: 'overlay-plot' }, drawing, needs);
  drawing.append(grid, lines, playhead, letters);
  const element = h(
    'section',
    { class: 'overlay', 'aria-label': title },
    h('h2', { class: 'part-title' }, h('span', { class: 'part-words' }, title, ' ', note)),
    plot,
  );
  let room: Room | null = null;
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    const em = Number.parseFloat(getComputedStyle(drawing).fontSize) || 11;
    room = width === 0 ? null : { left: 4.4 * em, right: width - 1.6 * em, top: 0.8 * em, foot: height - 1.7 * em };
    setAttribute(drawing, 'viewBox', `0 0 ${width} ${height}`);
    if (room) resized();
  }).observe(plot);
  if (pick) drawing.addEventListener('click', (event) => pick(event.clientX - drawing.getBoundingClientRect().left));

  function show(model: OverlayModel): void {
    setText(note, model.note);
    setText(needs, model.needs ?? '');
    setAttribute(drawing, 'visibility', model.needs === null ? null : 'hidden');
    setAttribute(drawing, 'aria-label', model.label);
    if (model.needs !== null || !room) return;
    const { left, right, top, foot } = room;
    grid.replaceChildren(
      ...model.rows.flatMap(({ y, text }) => [
        svg('path', { class: 'chart-grid', d: `M${left} ${y.toFixed(1)}H${right}` }),
        svg('text', { class: 'overlay-tick', x: left - 5, y: y + 4, 'text-anchor': 'end' }, text),
      ]),
      ...model.columns.map(({ x, text, anchor }) =>
        svg('text', { class: 'overlay-tick', x, y: foot + 14, 'text-anchor': anchor }, text),
      ),
    );
    lines.replaceChildren(...model.lines.map(drawLine));
    letters.replaceChildren(...endLetters(model.lines, room));
    setAttribute(playhead, 'd', model.playhead === null ? '' : `M${model.playhead.toFixed(1)} ${top}V${foot}`);
  }

  return { element, room: () => room, show };
}

const drawLine = ({ lane, points, is_second }: OverlayLine): SVGPathElement =>
  svg('path', {
    class: is_second ? 'overlay-line overlay-second' : 'overlay-line',
    d: points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(''),
    stroke: colourOf(lane),
    'stroke-dasharray': dashOf(lane),
  });

/** Letters right of where lines end, apart from each other. */
export function endLetters(lines: readonly OverlayLine[], { top, foot }: Pick<Room, 'top' | 'foot'>): SVGTextElement[] {
  const ends = lines.flatMap(({ lane, points, is_second }) => {
    const end = points.at(-1);
    return end && !is_second ? [{ lane, x: end[0], y: end[1] }] : [];
  });
  return spread(ends, top + 4, foot).map(({ lane, x, y }) => {
    const letter = svg('text', { class: 'overlay-letter', x: x + LETTER_GAP_PX, y: y + 4 }, letterOf(lane));
    letter.style.fill = colourOf(lane);
    return letter;
  });
}

/** The same places, at least a line apart and within bounds, in their order from top to bottom. */
export function spread<T extends { y: number }>(places: readonly T[], top: number, foot: number): T[] {
  const sorted = [...places].sort((a, b) => a.y - b.y);
  const down: T[] = [];
  for (const place of sorted) {
    const above = down.at(-1);
    const least = above ? above.y + LETTER_LINE_PX : top;
    down.push({ ...place, y: Math.max(place.y, least) });
  }
  const up: T[] = [];
  for (const place of down.toReversed()) {
    const below = up.at(-1);
    const most = below ? below.y - LETTER_LINE_PX : foot;
    up.push({ ...place, y: Math.min(place.y, most) });
  }
  return up.toReversed();
}
