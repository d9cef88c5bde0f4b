/** The start page: a claim, a device to poke, and three doors. */

import { COMPARED_TRACE } from '../../app/examples';
import type { Toy } from '../../app/toy';
import type { StageContext, View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { brandMark } from '../../ui/icons';
import { lazyView } from '../lazy';
import { createHero } from './hero';
import './start.css';

export interface Start extends View {
  /** Where the trace card stands. */
  card_place: HTMLElement;
}

export function createStart(context: StageContext, toy: Toy): Start {
  const hero = createHero(toy, context);
  const card_place = h('div', { class: 'card-place' });
  const first_lesson = h(
    'button',
    {
      class: 'button primary',
      type: 'button',
      onclick: () => context.run('lesson.open', { id: 'erase-before-write' }),
    },
    'Take the first lesson',
  );
  const doors = lazyView({
    element: h('div', { class: 'doors' }),
    isWanted: ({ screen }) => screen === 'start',
    load: async () => (await import('./doors')).createDoors(context, card_place, first_lesson),
  });
  const element = h(
    'main',
    { class: 'start' },
    h('section', { class: 'top' }, claim(context, first_lesson), hero.element),
    doors.element,
  );
  return {
    element,
    card_place,
    render(now, previous) {
      const visible = now.screen === 'start';
      setAttribute(element, 'hidden', !visible);
      if (visible || previous?.screen !== now.screen) hero.show(visible);
      doors.render(now, previous);
      document.title = visible ? 'Flashlab: see why an SSD does what it does' : 'Flashlab';
    },
  };
}

function claim({ run }: ViewContext, first_lesson: HTMLElement): HTMLElement {
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
      first_lesson,
      button('Open the workbench', '', 'experiment.example', { id: 'toy' }),
      button('Compare four designs', '', 'compare.designs', { trace: COMPARED_TRACE, play: true }),
      button('Open a trace', '', 'trace.choose'),
    ),
  );
}
