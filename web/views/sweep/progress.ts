/** How many runs a sweep is, how far they are, how long it takes; start, stop, go on. */

import { runsDone, type SweepState } from '../../app/sweep/state';
import type { RunCommand } from '../../app/view';
import { count, plural, time } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { runWords } from './news';

export interface SweepProgress {
  readonly element: HTMLElement;
  show(sweep: SweepState): void;
}

export function createSweepProgress(run: RunCommand): SweepProgress {
  const act = h('button', { class: 'button primary', type: 'button', onclick: () => run('figures.compute') });
  const words = h('p', { class: 'note' });
  const done_bar = h('div');
  const bar = h(
    'div',
    { class: 'figures-done', role: 'progressbar', 'aria-label': 'Runs made', 'aria-valuemin': 0 },
    done_bar,
  );
  const kept = h('p', { class: 'note' });
  return {
    element: h('div', { class: 'sweep-progress' }, words, act, bar, kept),
    show(sweep) {
      const total = sweep.plan?.count ?? 0;
      const done = runsDone(sweep);
      act.hidden = total === 0 || total === done;
      setText(act, sweep.work ? 'Stop' : done > 0 ? 'Go on' : 'Start');
      setText(words, progressWords(sweep));
      setText(kept, keptWords(sweep));
      bar.hidden = total === 0;
      setAttribute(bar, 'aria-valuemax', total);
      setAttribute(bar, 'aria-valuenow', done);
      done_bar.style.width = total ? `${(100 * done) / total}%` : '0';
    },
  };
}

/** `31 of 44 runs, about 20 s left` */
export function progressWords(sweep: SweepState): string {
  const { plan, work, refusal } = sweep;
  if (!plan) return refusal ? 'This sweep cannot be run as it stands.' : '';
  const done = runsDone(sweep);
  if (done === plan.count) return `all ${plural(plan.count, 'run')} made`;
  if (done === 0 && !work) return runWords(plan);
  const left =
    work?.left_ms == null ? '' : `, about ${time(Math.max(1, Math.ceil(work.left_ms / 1000)) * 1e9, 2)} left`;
  return `${count(done)} of ${plural(plan.count, 'run')}${left}`;
}

function keptWords({ keeps, restored, plan }: SweepState): string {
  if (!keeps) return 'This browser keeps nothing: a reload begins anew.';
  if (restored > 0) return `${plural(restored, 'point')} kept from before`;
  return plan ? 'finished points survive a reload' : '';
}
