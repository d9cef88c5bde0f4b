/** A run that nobody watches: how far it is, and at its end what came of it. */

import type { UnwatchedState } from '../../app/unwatched/state';
import type { View, ViewContext } from '../../app/view';
import { count, time } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { createProgressBar } from '../../ui/progress';
import { figuresOf } from './figures';
import { createMap } from './map';
import './unwatched.css';

export function createUnwatchedView({ run }: ViewContext): View {
  const button = (label: string, id: string): HTMLElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id) }, label);
  const title = h('h1', { tabindex: -1 });
  const bar = createProgressBar('Progress');
  const detail = h('p', { class: 'note' });
  const work = h('div', { class: 'unwatched-work' }, bar.element, detail, button('Cancel', 'unwatched.cancel'));
  const figures = h('dl', { class: 'unwatched-figures' });
  const map = createMap();
  const ways = h(
    'p',
    { class: 'ways' },
    button('Save the report', 'unwatched.save'),
    button('Close', 'experiment.dismiss'),
  );
  const result = h('div', { class: 'unwatched-result', hidden: true }, figures, map.element, ways);
  const element = h(
    'main',
    { class: 'unwatched' },
    title,
    h(
      'p',
      { class: 'note' },
      'This run is not watched, so it cannot be stepped through: there is no picture and no going back, and only its end is kept.',
    ),
    work,
    result,
  );
  let told: UnwatchedState['result'] = null;

  function showProgress({ progress, elapsed_ms }: UnwatchedState): void {
    bar.show(progress?.done ?? 0, progress?.total ?? null);
    setText(detail, progressInWords(progress, elapsed_ms));
  }

  function showResult({ result: ended, elapsed_ms }: UnwatchedState): void {
    if (!ended) return;
    if (ended !== told) {
      told = ended;
      const time_taken = { name: 'Run time', value: time(elapsed_ms * 1e6, 3) };
      const list = [...figuresOf(ended), time_taken];
      figures.replaceChildren(...list.map(({ name, value }) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
    }
    map.show(ended.map);
  }

  return {
    element,
    render({ unwatched }, previous) {
      if (!unwatched) return;
      const is_over = unwatched.result !== null;
      setText(title, is_over ? 'The run is over' : 'Running without watching');
      setAttribute(work, 'hidden', is_over);
      setAttribute(result, 'hidden', !is_over);
      if (is_over) showResult(unwatched);
      else showProgress(unwatched);
      // The button that was pressed is gone: a keyboard goes on here.
      if (!previous?.unwatched || (is_over && !previous.unwatched.result)) title.focus({ preventScroll: true });
    },
  };
}

export function progressInWords(progress: UnwatchedState['progress'], elapsed_ms: number): string {
  const elapsed = time(Math.round(elapsed_ms / 1000) * 1e9);
  if (!progress) return `Building the device, ${elapsed}`;
  return `${count(progress.done)} of ${count(progress.total)} requests, ${elapsed}`;
}
