/** The start page: a claim, a device to poke, and three doors. */

import type { Toy } from '../../app/toy';
import type { StageContext, View } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { lazyView } from '../lazy';
import { takeClaim } from './claim';
import { createHero } from './hero';
import './start.css';

export interface Start extends View {
  /** Where the trace card stands. */
  card_place: HTMLElement;
}

export function createStart(context: StageContext, toy: Toy): Start {
  const hero = createHero(toy, context);
  const card_place = h('div', { class: 'card-place' });
  const claim = takeClaim(context);
  const doors = lazyView({
    element: h('div', { class: 'doors' }),
    isWanted: ({ screen }) => screen === 'start',
    load: async () => (await import('./doors')).createDoors(context, card_place, claim.first_lesson),
  });
  const element = h(
    'main',
    { class: 'start', hidden: context.state().screen !== 'start' },
    h('section', { class: 'top' }, claim.element, hero.element),
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
