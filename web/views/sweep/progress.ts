/** How many runs a sweep is, how far they are, how long it takes; start, stop, go on. */

import { duration } from '../../app/opening-cost';
import { runsDone, type SweepState } from '../../app/sweep/state';
import type { RunCommand } from '../../app/view';
import { plural } from '../../render/format';
import type { Display } from '../../ui/display';
import { h, setText } from '../../ui/dom';
import { createRunsMade, runsMade } from '../bar/runs-made';
import { runWords } from './headline-text';

export function createSweepProgress(run: RunCommand): Display<[sweep: SweepState]> {
  const { act, bar, words, show } = createRunsMade(run);
  const kept = h('p', { class: 'note' });
  return {
    element: h('div', { class: 'sweep-progress' }, words, act, bar, kept),
    show(sweep) {
      const total = sweep.plan?.count ?? 0;
      const done = runsDone(sweep);
      act.hidden = total === 0 || total === done;
      setText(act, sweep.work ? 'Stop' : done > 0 ? 'Continue' : 'Start');
      show(done, total, progressWords(sweep));
      setText(kept, keptWords(sweep));
    },
  };
}

/** `31 of 44 runs, about 20 s left` */
export function progressWords(sweep: SweepState): string {
  const { plan, work, refusal } = sweep;
  if (!plan) return refusal ? 'This sweep cannot run with these settings.' : '';
  const done = runsDone(sweep);
  return done === 0 && !work && plan.count > 0 ? runWords(plan) : runsMade(done, plan.count, work);
}

function keptWords(sweep: SweepState): string {
  const { keeps, restored, plan, expected_s, work } = sweep;
  if (plan && expected_s !== null && !work && runsDone(sweep) === 0) {
    const takes = expected_s < 1 ? 'less than a second' : `about ${duration(expected_s)}`;
    return `${takes} once started${keeps ? '; finished runs survive a reload' : '; this browser stores nothing'}`;
  }
  if (!keeps) return 'This browser stores nothing: a reload starts over.';
  if (restored > 0) return `${plural(restored, 'run')} restored`;
  return plan ? 'finished runs survive a reload' : '';
}
