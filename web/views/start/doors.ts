/**
 * The three doors of the start page: lessons, papers and the layers before them to be watched, and what people bring themselves. Below them,
 * how to read a stage, and the page's last line. Loaded once the page above stands.
 */

import { COMPARED_TRACE, SAMPLES } from '../../app/examples';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { cardList } from '../../ui/card-list';
import { h, setText } from '../../ui/dom';
import './doors.css';
import { createFoot } from './foot';
import { createKeptTracesList } from './kept-traces';
import { createLearn } from './learn';
import { PAPERS, paperCard, STORY } from './papers';
import { createReading } from './reading';
import { createRecent } from './recent';

/** `first_lesson`: the button above; once lessons were taken it leads to the one to go on with. */
export function createDoors(context: ViewContext, card_place: HTMLElement, first_lesson: HTMLElement): View {
  const learn = createLearn(context, first_lesson);
  const formats = h('span', { class: 'note' });
  const reading = createReading();
  const recent = createRecent(Date.now);
  const kept = createKeptTracesList(context.run);
  const foot = createFoot(context);
  const columns = h(
    'div',
    { class: 'columns' },
    door('Learn', 'from zero, a step at a time', learn.element),
    watchDoor(context),
    bringDoor(context, { formats, card_place, kept: kept.element, recent: recent.element }),
  );
  const element = h('div', {}, columns, reading.element, foot.element);
  return {
    element,
    render(now: AppState, previous) {
      if (now.schema)
        setText(
          formats,
          `${now.schema.formats.map(({ title }) => title).join(', ')}; plain or packed as gz, zst, zip or tar`,
        );
      if (previous?.screen !== 'start') {
        learn.show();
        recent.show();
        context.run('kept-traces.list');
      }
      kept.show(now);
      reading.show();
      foot.render(now, previous);
    },
  };
}

const door = (title: string, note: string, ...children: Node[]): HTMLElement =>
  h('section', { class: 'door' }, h('h2', {}, title, h('small', {}, note)), ...children);

const part = (title: string, note: string): HTMLElement => h('h3', {}, title, h('small', {}, note));

function watchDoor(context: ViewContext): HTMLElement {
  return door(
    'Watch',
    'five papers, alive',
    h('ul', { class: 'papers' }, ...PAPERS.map((paper) => h('li', {}, paperCard(paper, context)))),
    part('What came before', 'one story, layer by layer'),
    cardList(
      STORY.map(({ id, title, note }) => ({ title, note, open: () => context.run('experiment.example', { id }) })),
    ),
  );
}

interface BringParts {
  formats: HTMLElement;
  card_place: HTMLElement;
  kept: HTMLElement;
  recent: HTMLElement;
}

function bringDoor({ run }: ViewContext, { formats, card_place, kept, recent }: BringParts): HTMLElement {
  const drop = h(
    'button',
    { class: 'drop', type: 'button', onclick: () => run('trace.choose') },
    h('b', {}, 'Drop a trace here'),
    formats,
  );
  return door(
    'Bring your own',
    'it stays in this tab',
    drop,
    card_place,
    kept,
    cardList([
      {
        title: 'Compare designs on one trace',
        note: 'page mapping, DFTL, FAST and C-lash side by side: who wins, by how much, and why',
        open: () => run('compare.designs', { trace: COMPARED_TRACE, play: true }),
      },
      {
        title: 'Try many settings',
        note: 'a sweep over one or two fields, for any set of policies, as curves or maps',
        open: () => run('sweep.open'),
      },
    ]),
    recent,
    part('Recorded traces', 'real ones, included'),
    cardList(SAMPLES.map(({ name, title, note }) => ({ title, note, open: () => run('trace.sample', { name }) }))),
  );
}
