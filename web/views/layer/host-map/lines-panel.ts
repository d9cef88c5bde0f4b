/** All lines as columns that are full as far as they are valid, and the lists that collection picks from. */

import type { OpenChannelView } from '../../../engine/core-types';
import { count } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { path } from '../../stage-kit/svg-marks';
import { freeWords, type LineCell, lineCells, lineLines, lineWords, type StripLayout, stripLayout } from './lines';
import { LISTS } from './names';

const FREE = 0;
const OPEN = 1;
const COLLECTED = 3;
const BAD = 4;
const MAP = 1;

export function linesPanel(): Display<[view: OpenChannelView]> {
  const { element, note, body } = titled('host-lines', 'Lines');
  const drawing = svg('svg', { class: 'buffer-chart', role: 'img' });
  const plot = h('div', { class: 'host-lines-plot' }, drawing);
  const numbers = LISTS.map(() => h('b', {}));
  const lists = h(
    'ul',
    { class: 'host-lists', 'aria-label': 'Closed lines by what is left in them' },
    ...LISTS.map(({ name, means }, i) => h('li', { title: means }, numbers[i], h('span', {}, name))),
  );
  body.append(plot, lists);
  const box = boxOf(plot, draw);
  let last: OpenChannelView | null = null;
  let layout: StripLayout | null = null;
  let drawn = '';

  function draw(): void {
    if (!last || box.width === 0) return;
    const { line_states, line_valid, line_kinds, gc } = last;
    const key = [line_states, line_valid, line_kinds, gc?.line, box.width, box.height].join('|');
    if (key === drawn) return;
    drawn = key;
    layout = stripLayout(last.lines, box.width, box.height - 8);
    const cells = lineCells(last, layout);
    drawing.replaceChildren(...marksOf(cells, last.gc?.line ?? null));
  }

  plot.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!last || !layout) return;
    const { left, top } = plot.getBoundingClientRect();
    const at =
      Math.floor((clientY - top) / layout.height) * layout.columns + Math.floor((clientX - left) / layout.width);
    const cell = lineCells(last, layout)[at];
    setAttribute(plot, 'title', cell ? lineWords(cell) : null);
  });

  return {
    element,
    show(view) {
      last = view;
      setText(note, freeWords(view));
      setAttribute(drawing, 'aria-label', lineLines(view).join('. '));
      for (const [i, number] of numbers.entries()) setText(number, count(view.lists[i] ?? 0));
      draw();
    },
  };
}

/** A path for all marks of a kind: a thousand lines cost no more than one. */
function marksOf(cells: readonly LineCell[], collected: number | null): SVGElement[] {
  const frames = (of: (cell: LineCell) => boolean): string =>
    cells
      .filter(of)
      .map(({ rect }) => boxPath(rect))
      .join('');
  const fills = (of: (cell: LineCell) => boolean): string =>
    cells
      .filter((cell) => cell.state !== FREE && cell.state !== BAD && of(cell))
      .map(({ rect, valid }) =>
        boxPath({ ...rect, y: rect.y + rect.height * (1 - valid), height: rect.height * valid }),
      )
      .join('');
  const victim = cells.find(({ line, state }) => (collected === null ? state === COLLECTED : line === collected));
  return [
    path(
      'host-line-used',
      frames(({ state }) => state !== FREE && state !== BAD),
    ),
    path(
      'host-line-free',
      frames(({ state }) => state === FREE),
    ),
    path(
      'host-line-data',
      fills(({ kind, state }) => kind !== MAP && state !== COLLECTED),
    ),
    path(
      'host-line-map',
      fills(({ kind, state }) => kind === MAP && state !== COLLECTED),
    ),
    path(
      'host-line-victim',
      fills(({ state }) => state === COLLECTED),
    ),
    path(
      'host-line-open',
      frames(({ state }) => state === OPEN),
    ),
    path(
      'host-line-bad',
      frames(({ state }) => state === BAD),
    ),
    ...(victim
      ? [path('host-line-halo', boxPath(grownTo(victim.rect))), path('host-line-mark', boxPath(grownTo(victim.rect)))]
      : []),
  ];
}

const boxPath = ({ x, y, width, height }: Rect): string => {
  const [w, h] = [width.toFixed(1), height.toFixed(1)];
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${w}v${h}h-${w}z`;
};

/** About a column, however thin. */
function grownTo({ x, y, width, height }: Rect): Rect {
  const by = Math.max(1.5, (7 - width) / 2);
  return { x: x - by, y: y - 1.5, width: width + 2 * by, height: height + 3 };
}
