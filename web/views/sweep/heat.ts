/** A plane of cells on the page: its title, the picture, and a cursor for pointer and keys. */

import { h, setAttribute, setText, svg } from '../../ui/dom';
import { letterDisc, showLetter } from '../charts/legend';
import { followPointing } from '../charts/pointing';
import { type HeatModel, heatPicture, type Room, roomOf } from './heat-picture';

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

export function createHeat({ point, open }: HeatActions): Heat {
  const letter = letterDisc('');
  const name = h('h3');
  const note = h('small');
  const drawing = svg('svg', { class: 'chart-drawing', role: 'img' });
  const plot = h('div', { class: 'chart-plot', tabindex: 0, role: 'application', 'data-own-keys': true }, drawing);
  const element = h(
    'section',
    { class: 'chart-panel sweep-heat' },
    h('header', { class: 'chart-head' }, letter, name, note),
    plot,
  );
  let model: HeatModel | null = null;
  let cursor: number | null = null;

  function measured(): Room | null {
    const em = Number.parseFloat(getComputedStyle(drawing).fontSize) || 12.5;
    const { clientWidth: width, clientHeight: height } = plot;
    return model && width > 0 && height > 0 ? roomOf(model, width, height, em) : null;
  }

  function draw(): void {
    const room = measured();
    if (!room || !model) return;
    setAttribute(drawing, 'viewBox', `0 0 ${room.width} ${room.height}`);
    drawing.replaceChildren(...heatPicture(model, room, cursor));
  }

  function under(event: MouseEvent): number | null {
    const room = measured();
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
    for (let [x, y] = [x0 + dx, y0 + dy]; cells[y] && x >= 0 && x < (cells[0]?.length ?? 0); x += dx, y += dy) {
      const cell = cells[y]?.[x];
      if (cell) return cell.index;
    }
    return cursor;
  }

  followPointing<number>(plot, { under, after, current: () => cursor, point, open, stays: true });

  return {
    element,
    drawing,
    show(next) {
      model = next;
      letter.hidden = next.letter === null;
      showLetter(letter, next.letter?.text ?? '', next.letter?.colour ?? '');
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
