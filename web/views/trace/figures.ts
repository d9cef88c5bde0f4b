/** Figures of a trace, each with what it means when it is pointed at or come to. */

import { h, setAttribute, setText } from '../../ui/dom';
import type { Figure } from './models';

export interface FigureList {
  readonly element: HTMLElement;
  show(figures: readonly Figure[]): void;
}

export function createFigures(): FigureList {
  const list = h('dl', { class: 'trace-figures' });
  const meaning = h('p', { class: 'note trace-meaning' }, HINT);
  const element = h('section', { 'aria-label': 'Figures' }, h('h2', { class: 'part-title' }, 'Figures'), list, meaning);
  let shown: readonly Figure[] = [];

  const tell = ({ target }: Event): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-figure]') : null;
    if (row) setText(meaning, shown[Number(row.dataset.figure)]?.meaning ?? HINT);
  };
  list.addEventListener('pointerover', tell);
  list.addEventListener('focusin', tell);

  return {
    element,
    show(figures) {
      shown = figures;
      list.replaceChildren(
        ...figures.map(({ term, value, meaning: means }, at) => {
          const row = h('div', { 'data-figure': at, tabindex: 0 }, h('dt', {}, term), h('dd', {}, value));
          setAttribute(row, 'title', means);
          return row;
        }),
      );
    },
  };
}

const HINT = 'Point at a figure, or go to it with Tab: what it means stands here.';
