/** The start page: a claim, a device to poke, examples, and the place to bring a trace. */

import { EXAMPLES, SAMPLES } from '../../app/examples';
import type { FigureForm } from '../../app/figures/state';
import type { Toy } from '../../app/toy';
import type { StageContext, View, ViewContext } from '../../app/view';
import { cardList } from '../../ui/card-list';
import { h, setAttribute, setText } from '../../ui/dom';
import { brandMark } from '../../ui/icons';
import { createHero } from './hero';
import { createLearn } from './learn';
import { crossing, miniature } from './miniature';
import { createReading } from './reading';
import './start.css';

export interface Start extends View {
  /** Where the trace card stands. */
  card_place: HTMLElement;
}

export function createStart(context: StageContext, toy: Toy): Start {
  const hero = createHero(toy, context);
  const reading = createReading();
  const learn = createLearn(context);
  const formats = h('span', { class: 'note' });
  const card_place = h('div', { class: 'card-place' });
  const element = h(
    'main',
    { class: 'start' },
    h('section', { class: 'top' }, claim(context), hero.element),
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'pair' }, column('Learn', 'lessons that run', learn.element), exampleColumn(context)),
      h('div', { class: 'pair' }, sampleColumn(context), figureColumn(context)),
      traceColumn(context, formats, card_place),
    ),
    reading.element,
  );
  return {
    element,
    card_place,
    render(now, previous) {
      if (now.schema) setText(formats, `${now.schema.formats.map(({ title }) => title).join(', ')}; plain or gz`);
      const visible = now.screen === 'start';
      setAttribute(element, 'hidden', !visible);
      if (visible || previous?.screen !== now.screen) hero.show(visible);
      if (visible && previous?.screen !== 'start') learn.show();
      if (visible) reading.show();
      document.title = visible ? 'Flashlab: see why an SSD does what it does' : 'Flashlab';
    },
  };
}

/** The trace of those that come along on which the designs part most. */
const COMPARED_TRACE = 'sqlite-ext4.csv.gz';

function claim({ run }: ViewContext): HTMLElement {
  const button = (label: string, kind: string, id: string, args?: unknown): HTMLElement =>
    h('button', { class: `button ${kind}`, type: 'button', onclick: () => run(id, args) }, label);
  return h(
    'div',
    { class: 'claim' },
    h('span', { class: 'brand-line' }, brandMark(), 'Flashlab'),
    h('h1', {}, 'See why an SSD ', h('br'), 'does what it does.'),
    h(
      'p',
      { class: 'lede' },
      'Write a page here. Watch it travel, see what it sets off, and ask why at every step. Then bring your own trace. It all runs in this tab; nothing is uploaded.',
    ),
    h(
      'p',
      { class: 'go' },
      button('Open the workbench', 'primary', 'experiment.example', { id: 'toy' }),
      button('Compare four designs', '', 'compare.designs', { trace: COMPARED_TRACE, play: true }),
      button('Try many settings', '', 'sweep.open'),
      button('Open a trace', '', 'trace.choose'),
    ),
  );
}

function column(title: string, note: string, ...children: Node[]): HTMLElement {
  return h('section', {}, h('h2', {}, title, h('small', {}, note)), ...children);
}

const exampleColumn = ({ run }: ViewContext): HTMLElement =>
  column(
    'Ready to run',
    'no file needed',
    cardList(
      EXAMPLES.map(({ id, title, note }) => ({
        title,
        note,
        picture: miniature(id),
        open: () => run('experiment.example', { id }),
      })),
    ),
  );

const sampleColumn = ({ run }: ViewContext): HTMLElement =>
  column(
    'Recorded',
    'real traces, included',
    cardList(SAMPLES.map(({ name, title, note }) => ({ title, note, open: () => run('trace.sample', { name }) }))),
  );

const FIGURES: readonly { figure: string; form: FigureForm; title: string; note: string; picture?: Element }[] = [
  {
    figure: 'clash-seq',
    form: 'quick',
    title: 'Where C-lash wins, and where it loses',
    note: 'the curves of its papers, computed here; each claim beside its measurement',
    picture: crossing(),
  },
  {
    figure: 'clash-size',
    form: 'quick',
    title: 'How large must a request be?',
    note: 'from one page to two blocks, against three other systems',
  },
  {
    figure: 'lbuffer-alpha',
    form: 'kept',
    title: 'Which pages should leave the buffer?',
    note: 'the l-buffer thesis in ten figures: by age, by size, or tuned as it runs',
  },
];

const figureColumn = ({ run }: ViewContext): HTMLElement =>
  column(
    'Figures of papers, live',
    'computed in this tab',
    cardList(
      FIGURES.map(({ figure, form, title, note, picture }) => ({
        title,
        note,
        picture: picture ?? null,
        open: () => run('figures.open', { figure, form }),
      })),
    ),
  );

function traceColumn({ run }: ViewContext, formats: HTMLElement, place: HTMLElement): HTMLElement {
  const drop = h(
    'button',
    { class: 'drop', type: 'button', onclick: () => run('trace.choose') },
    h('b', {}, 'Drop a trace here'),
    formats,
  );
  return column('Bring a trace', 'it stays in this tab', drop, place);
}
