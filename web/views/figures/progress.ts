/** Where the curves come from, how far they are, how long it takes: the controls of the computation. */

import { entryOf, type FigureForm, type FiguresState, keptOf, resultOf, runsDone } from '../../app/figures/state';
import type { RunCommand } from '../../app/view';
import { count } from '../../render/format';
import type { Display } from '../../ui/display';
import { h, setAttribute, setText } from '../../ui/dom';
import { createRunsMade, runsMade } from '../bar/runs-made';

const CHOICES: readonly { form: FigureForm; label: string; title: string; command?: string }[] = [
  { form: 'kept', label: 'Stored', title: 'The full-size result, computed natively and stored with this page' },
  {
    form: 'quick',
    label: 'Quick',
    title: 'Computed here: one seed, fewer points or smaller sizes, so that every claim is judged',
  },
  { form: 'full', label: 'Full', title: 'Computed here: every point at full size, the median of all seeds' },
  {
    form: 'trace',
    label: 'Trace',
    title: 'The same experiments on your own traces, which stay in this tab; again: another one beside',
    command: 'figures.trace',
  },
];

export function createProgress(run: RunCommand): Display<[figures: FiguresState]> {
  const choices = CHOICES.map(({ form, label, title, command }) => ({
    form,
    button: h(
      'button',
      { type: 'button', title, onclick: () => run(command ?? 'figures.open', command ? undefined : { form }) },
      label,
    ),
  }));
  const { act, bar, words, show } = createRunsMade(run);
  const element = h(
    'div',
    { class: 'figures-progress' },
    h('div', { class: 'segment', role: 'group', 'aria-label': 'Size' }, ...choices.map(({ button }) => button)),
    act,
    bar,
    words,
  );
  return {
    element,
    show(figures) {
      const kept = figures.form === 'kept';
      const total = figures.plan?.runs.length ?? 0;
      const done = kept ? total : runsDone(figures);
      for (const { form, button } of choices) {
        button.hidden = !isOffered(figures, form);
        setAttribute(button, 'aria-pressed', String(figures.form === form));
      }
      act.hidden = total === done && !kept;
      setAttribute(act, 'title', kept ? `Compute all ${count(total)} runs in this tab` : null);
      setText(act, figures.work ? 'Stop' : done > 0 && !kept ? 'Continue' : 'Compute');
      show(done, total, progressWords(figures));
    },
  };
}

/** What is kept can be shown; a trace takes the place of a stand-in. */
function isOffered(figures: FiguresState, form: FigureForm): boolean {
  if (form === 'kept') return keptOf(figures, figures.id) !== null;
  return form !== 'trace' || figures.form === 'trace' || (entryOf(figures)?.takes_traces ?? false);
}

/** `31 of 48 runs, about 20 s left; sizes are a quarter` */
export function progressWords(figures: FiguresState): string {
  const { plan, work, form } = figures;
  const settings = resultOf(figures)?.settings;
  if (!plan) return '';
  if (form === 'kept') return settings ? keptWords(settings) : '';
  const total = plan.runs.length;
  if (total === 0) return 'nothing to compute here';
  const divided = settings?.divided ? `; ${dividedWords(settings.divided.by)}` : '';
  return runsMade(runsDone(figures), total, work) + divided;
}

function keptWords({ version, seeds }: { version: string; seeds: readonly number[] }): string {
  const each = seeds.length > 1 ? `the median of ${seeds.length} seeds` : 'one seed';
  return `full size, ${each}; computed natively by flashlab ${version}`;
}

const FRACTIONS: Readonly<Record<number, string>> = {
  2: 'half',
  4: 'a quarter of',
  8: 'an eighth of',
  16: 'a sixteenth of',
};

/** `quick: a quarter of the size` */
const dividedWords = (by: number): string => `quick: ${FRACTIONS[by] ?? `1/${by} of`} the size`;
