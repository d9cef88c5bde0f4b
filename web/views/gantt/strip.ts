/** Channels and planes over time under the stage of any device on the event clock, unfolded on demand and loaded then. */

import { ganttShown, offersGantt } from '../../app/stage-choice';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { loaded } from '../loaded';
import type { Gantt } from './gantt';

export function createGanttStrip(context: ViewContext): View {
  const place = h('section', { 'aria-label': 'Channels and planes over time', hidden: true });
  const summary = h('summary', {}, 'Channels and planes over time');
  const element = h('details', { class: 'gantt-strip' }, summary, place);
  let gantt: Gantt | null = null;
  let loading: Promise<void> | null = null;
  element.addEventListener('toggle', () => context.update({ gantt_open: element.open }));

  async function load(): Promise<void> {
    const { createGantt } = await loaded(place, () => import('./gantt'));
    gantt = createGantt(place, 'strip');
    render(context.state());
  }

  function render(state: AppState): void {
    const offered = offersGantt(state) && !state.embedded;
    setAttribute(element, 'hidden', !offered);
    if (!offered || !ganttShown(state) || !state.frame) return;
    if (!loading) loading = load();
    gantt?.show(state.frame, state.playing);
  }

  return { element, render };
}
