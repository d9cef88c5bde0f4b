/** How large, how far, how long: the controls of the computation. */

import { type FiguresState, runsDone } from '../../app/figures/state';
import type { RunCommand } from '../../app/view';
import { count, plural, time } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';

export interface ProgressBar {
  readonly element: HTMLElement;
  show(figures: FiguresState): void;
}

export function createProgress(run: RunCommand): ProgressBar {
  const size = (label: string, quick: boolean, title: string): HTMLButtonElement =>
    h('button', { type: 'button', title, onclick: () => run('figures.open', { quick }) }, label);
  const quick = size('Quick', true, 'One seed, the points that the claims need');
  const full = size('Full', false, 'Every point, the median of five seeds');
  const act = h('button', { class: 'button primary', type: 'button', onclick: () => run('figures.compute') });
  const words = h('p', { class: 'note' });
  const done_bar = h('div');
  const bar = h(
    'div',
    { class: 'figures-done', role: 'progressbar', 'aria-label': 'Runs made', 'aria-valuemin': 0 },
    done_bar,
  );
  const element = h(
    'div',
    { class: 'figures-progress' },
    h('div', { class: 'segment', role: 'group', 'aria-label': 'Size' }, quick, full),
    act,
    bar,
    words,
  );
  return {
    element,
    show(figures) {
      const total = figures.plan?.runs.length ?? 0;
      const done = runsDone(figures);
      setAttribute(quick, 'aria-pressed', String(figures.quick));
      setAttribute(full, 'aria-pressed', String(!figures.quick));
      act.hidden = total === done;
      setText(act, figures.work ? 'Stop' : done > 0 ? 'Go on' : 'Compute');
      setText(words, progressWords(figures));
      bar.hidden = total === 0;
      setAttribute(bar, 'aria-valuemax', total);
      setAttribute(bar, 'aria-valuenow', done);
      done_bar.style.width = total ? `${(100 * done) / total}%` : '0';
    },
  };
}

/** `31 of 48 runs, about 20 s left` */
export function progressWords(figures: FiguresState): string {
  const { plan, work } = figures;
  if (!plan) return '';
  const total = plan.runs.length;
  if (total === 0) return 'nothing to compute here';
  const done = runsDone(figures);
  if (done === total) return `all ${plural(total, 'run')} made`;
  const left =
    work?.left_ms == null ? '' : `, about ${time(Math.max(1, Math.ceil(work.left_ms / 1000)) * 1e9, 2)} left`;
  return `${count(done)} of ${plural(total, 'run')}${left}`;
}
