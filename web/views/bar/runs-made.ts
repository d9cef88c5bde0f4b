/** How far the runs of a figure or a sweep are: start and stop, a bar, and words. */

import type { RunCommand } from '../../app/view';
import { count, plural, time } from '../../render/format';
import { h, setText } from '../../ui/dom';
import { createProgressBar } from '../../ui/progress';

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
  const bar = createProgressBar('Runs done');
  return {
    act,
    bar: bar.element,
    words,
    show(done, total, told) {
      setText(words, told);
      bar.element.hidden = total === 0;
      bar.show(done, total);
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
