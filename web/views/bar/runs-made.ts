/** How far the runs of a figure or a sweep are: start and stop, a bar, and words. */

import type { RunCommand } from '../../app/view';
import { count, plural, time } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';

export interface RunsMade {
  /** Starts, stops, goes on. */
  readonly act: HTMLButtonElement;
  readonly bar: HTMLElement;
  readonly words: HTMLElement;
  show(done: number, total: number, words: string): void;
}

export function createRunsMade(run: RunCommand): RunsMade {
  const act = h('button', { class: 'button primary', type: 'button', onclick: () => run('figures.compute') });
  const words = h('p', { class: 'note' });
  const done_bar = h('div');
  const bar = h(
    'div',
    { class: 'figures-done', role: 'progressbar', 'aria-label': 'Runs done', 'aria-valuemin': 0 },
    done_bar,
  );
  return {
    act,
    bar,
    words,
    show(done, total, told) {
      setText(words, told);
      bar.hidden = total === 0;
      setAttribute(bar, 'aria-valuemax', total);
      setAttribute(bar, 'aria-valuenow', done);
      done_bar.style.width = total ? `${(100 * done) / total}%` : '0';
    },
  };
}

/** `31 of 48 runs, about 20 s left` */
export function runsMade(done: number, total: number, work: { left_ms: number | null } | null): string {
  if (done === total) return `all ${plural(total, 'run')} done`;
  const left_ms = work?.left_ms ?? null;
  const left = left_ms === null ? '' : `, about ${time(Math.max(1, Math.ceil(left_ms / 1000)) * 1e9, 2)} left`;
  return `${count(done)} of ${plural(total, 'run')}${left}`;
}
