/** A generator that is like the trace: what it has of it, what not, and the way to run it. */

import { type Fit, overviewOf, type TraceViewState } from '../../app/trace/state';
import type { RunCommand } from '../../app/view';
import type { TraceOverview } from '../../engine/protocol';
import { h, setText } from '../../ui/dom';
import { figuresOf } from './models';
import { tableOf } from './tables';

/** The figures that are held beside each other; as they are called on the page. */
const COMPARED = ['sequential', 'local', 'mean size', 'touched', 'written', 'reused'];

export interface FitPanel {
  readonly element: HTMLElement;
  show(view: TraceViewState): void;
}

export function createFit(run: RunCommand): FitPanel {
  const wants = (wants_fit: boolean): void => run('trace.change', { to: { wants_fit, fit: null } });
  const ask = h('button', { class: 'button', type: 'button', onclick: () => wants(true) }, 'Fit a generator');
  const note = h('p', { class: 'note' });
  const figures = h('div', { class: 'trace-scroll' });
  const use = h('button', { class: 'button', type: 'button' }, 'Run the generator');
  const drop = h('button', { class: 'button', type: 'button', onclick: () => wants(false) }, 'Without it');
  const element = h(
    'section',
    { class: 'trace-replay', 'aria-label': 'Generator' },
    h('h2', { class: 'part-title' }, 'Use as generator'),
    note,
    figures,
    h('p', { class: 'trace-field' }, ask, use, drop),
  );

  return {
    element,
    show(view) {
      const { fit } = view;
      const overview = overviewOf(view);
      ask.hidden = view.wants_fit;
      for (const part of [use, drop, figures]) part.hidden = fit === null;
      setText(note, fit ? TOLD : view.wants_fit ? 'The generator is being fitted.' : HINT);
      if (!fit || !overview) return;
      use.onclick = () => run('experiment.open', { document: fit.document });
      figures.replaceChildren(beside(overview, fit));
    },
  };
}

const HINT =
  'DiskSim’s synthetic generator can be given this mix, order, sizes and arrivals: its requests have no end and every seed has others.';
const TOLD =
  'Dashed in the charts. It has the trace’s mix, order, mean size and arrivals; hot pages it has none, so that pages are reused later.';

function beside(overview: TraceOverview, { overview: like }: Fit): HTMLElement {
  const [own, other] = [figuresOf(overview), figuresOf(like)];
  const value = (of: typeof own, term: string): string => of.find((figure) => figure.term === term)?.value ?? '–';
  return tableOf(
    ['figure', 'trace', 'generator'],
    COMPARED.map((term) => [term, value(own, term), value(other, term)]),
  );
}
