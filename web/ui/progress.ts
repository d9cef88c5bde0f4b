/** A bar that fills as work is done. */

import { h, setAttribute } from './dom';

export interface ProgressBar {
  readonly element: HTMLElement;
  /** Without a total nobody knows how far it is: the bar is `.endless`. */
  show(done: number, total: number | null): void;
}

export function createProgressBar(label: string): ProgressBar {
  const filled = h('div');
  const element = h('div', { class: 'progress', role: 'progressbar', 'aria-label': label, 'aria-valuemin': 0 }, filled);
  return {
    element,
    show(done, total) {
      element.classList.toggle('endless', total === null);
      setAttribute(element, 'aria-valuemax', total);
      setAttribute(element, 'aria-valuenow', total && Math.min(done, total));
      filled.style.width = total === null ? '' : `${total && Math.min(100, (100 * done) / total)}%`;
    },
  };
}
