/** A plane of cells: a number each, with a colour for it; or the letter of whoever comes best. */

import { h, setAttribute, setText, svg } from '../../ui/dom';

export interface HeatCell {
  index: number;
  fill: string;
  on: string;
  /** Printed where there is room, or what of it says most. */
  text: string;
  short?: string;
  strong: boolean;
  /** For those who do not see it. */
  words: string;
}

export interface HeatModel {
  title: string;
  note: string;
  letter: { text: string; colour: string } | null;
  x: { name: string; words: readonly string[] };
  y: { name: string; words: readonly string[] };
  /** By y, then x; y rises upwards. */
  cells: readonly (readonly (HeatCell | null)[])[];
}

export interface HeatActions {
  point(index: number | null): void;
  open(index: number): void;
}

export interface Heat {
  readonly element: HTMLElement;
  readonly drawing: SVGSVGElement;
  show(model: HeatModel): void;
  resize(): void;
  showCursor(index: number | null): void;
}

const GAP = 2;

export function createHeat({ point, open }: HeatActions): Heat {
  const letter = h('b', { class: 'sweep-letter', 'aria-hidden': 'true' });
  const name = h('h3');
  const note = h('small');
  const drawing = svg('svg', { class: 'figure-drawing', role: 'img' });
  const plot = h('div', { class: 'figure-plot', tabindex: 0, role: 'application', 'data-own-keys': true }, drawing);
  const element = h('section', { class: 'figure-chart sweep-heat' }, h('header', {}, letter, name, note), plot);
  let model: HeatModel | null = null;
  let cursor: number | null = null;

  function layout() {
    const em = Number.parseFloat(getComputedStyle(drawing).fontSize) || 12.5;
    const { clientWidth: width, clientHeight: height } = plot;
    if (!model || width === 0 || height === 0) return null;
    const longest = Math.max(...model.y.words.map((word) => word.length), 1);
    const left = Math.min(0.35 * width, (longest * 0.55 + 1) * em);
    const top = model.y.name === '' ? 0.5 * em : 1.7 * em;
    const foot = height - 2.9 * em;
    const [columns, rows] = [model.x.words.length, model.y.words.length];
    return { em, width, height, left, top, foot, w: (width - left) / columns, h: (foot - top) / rows, columns, rows };
  }

  function draw(): void {
    const room = layout();
    if (!room || !model) return;
    const { em, width, height, left, top, foot, w, rows } = room;
    const nodes: SVGElement[] = [];
    const print = printer(model.cells, w, room.h, em);
    const say = (x: number, y: number, words: string, kind: string, anchor: string): SVGElement =>
      svg('text', { x, y, 'text-anchor': anchor, class: kind }, words);
    for (const [y, line] of model.cells.entries())
      for (const [x, cell] of line.entries()) {
        const at = { x: left + x * w, y: top + (rows - 1 - y) * room.h };
        const box = {
          x: at.x + GAP / 2,
          y: at.y + GAP / 2,
          width: Math.max(1, w - GAP),
          height: Math.max(1, room.h - GAP),
        };
        nodes.push(svg('rect', { class: cell ? 'sweep-cell' : 'sweep-cell-none', ...box, fill: cell?.fill ?? null }));
        const text = cell && print(cell);
        if (cell && text) {
          const kind = cell.strong ? 'sweep-cell-strong' : 'sweep-cell-text';
          const words = say(at.x + w / 2, at.y + room.h / 2 + 0.34 * em, text, kind, 'middle');
          words.setAttribute('fill', cell.on);
          nodes.push(words);
        }
        if (cell && cell.index === cursor) nodes.push(svg('rect', { class: 'sweep-cell-cursor', ...box }));
      }
    const every = Math.ceil((Math.max(...model.x.words.map(({ length }) => length)) * 0.6 * em + 6) / w);
    for (const [x, words] of model.x.words.entries())
      if ((model.x.words.length - 1 - x) % every === 0)
        nodes.push(say(left + (x + 0.5) * w, foot + 1.2 * em, words, 'figure-text figure-tick', 'middle'));
    const some = Math.ceil((1.2 * em) / room.h);
    for (const [y, words] of model.y.words.entries())
      if (y % some === 0)
        nodes.push(
          say(left - 0.5 * em, top + (rows - 0.5 - y) * room.h + 0.34 * em, words, 'figure-text figure-tick', 'end'),
        );
    nodes.push(say((left + width) / 2, foot + 2.5 * em, model.x.name, 'figure-text figure-words', 'middle'));
    if (model.y.name) nodes.push(say(0, 1.1 * em, `↑ ${model.y.name}`, 'figure-text figure-words', 'start'));
    setAttribute(drawing, 'viewBox', `0 0 ${width} ${height}`);
    drawing.replaceChildren(...nodes);
  }

  function under(event: MouseEvent): number | null {
    const room = layout();
    if (!room || !model) return null;
    const { left, top } = plot.getBoundingClientRect();
    const x = Math.floor((event.clientX - left - room.left) / room.w);
    const y = room.rows - 1 - Math.floor((event.clientY - top - room.top) / room.h);
    return model.cells[y]?.[x]?.index ?? null;
  }

  /** The next cell that holds something, from the cursor. */
  function after(key: string): number | null | undefined {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    if (!step || !model) return undefined;
    const { cells } = model;
    const y0 = cells.findIndex((line) => line.some((cell) => cell !== null && cell.index === cursor));
    if (y0 < 0) return cells.flat().find((cell) => cell !== null)?.index;
    const x0 = cells[y0]?.findIndex((cell) => cell !== null && cell.index === cursor) ?? 0;
    const [dx = 0, dy = 0] = step;
    for (let [x, y] = [x0 + dx, y0 + dy]; cells[y] && x >= 0 && x < room_columns(cells); x += dx, y += dy) {
      const cell = cells[y]?.[x];
      if (cell) return cell.index;
    }
    return cursor;
  }

  let touched = false;
  plot.addEventListener('pointerdown', (event) => {
    touched = event.pointerType !== 'mouse';
  });
  plot.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(under(event));
  });
  plot.addEventListener('click', (event) => {
    const index = under(event);
    if (touched) point(index);
    else if (index !== null) open(index);
  });
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && cursor !== null) open(cursor);
    else {
      const next = after(event.key);
      if (next === undefined) return;
      point(next);
    }
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    drawing,
    show(next) {
      model = next;
      letter.hidden = next.letter === null;
      setText(letter, next.letter?.text ?? '');
      letter.style.background = next.letter?.colour ?? '';
      setText(name, next.title);
      setText(note, next.note);
      setAttribute(element, 'aria-label', next.title);
      setAttribute(plot, 'aria-label', `${next.title}: arrow keys go from cell to cell, Enter opens the experiment`);
      setAttribute(
        drawing,
        'aria-label',
        next.cells
          .flat()
          .flatMap((cell) => cell?.words ?? [])
          .join('; ') || 'nothing run yet',
      );
      draw();
    },
    resize: draw,
    showCursor(index) {
      if (index === cursor) return;
      cursor = index;
      draw();
    },
  };
}

/** What is printed in cells: all of it where that fits everywhere, else the shorter form in each, or what there is of it. */
function printer(
  cells: HeatModel['cells'],
  width: number,
  height: number,
  em: number,
): (cell: HeatCell) => string | undefined {
  const fits = (words: string | undefined): boolean => words !== undefined && words.length * 0.6 * em < width - 4;
  if (height < 1.2 * em) return () => undefined;
  const has_room = cells.flat().every((cell) => cell === null || fits(cell.text));
  return ({ text, short }) => [has_room ? text : (short ?? text)].find(fits);
}

const room_columns = (cells: readonly (readonly unknown[])[]): number => cells[0]?.length ?? 0;
