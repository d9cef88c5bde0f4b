/** Where each lane's time goes: a bar a lane on one scale, its parts in order. */

import type { AppState } from '../../app/state';
import { share, time } from '../../render/format';
import type { Display } from '../../ui/display';
import { h, setAttribute, setText } from '../../ui/dom';
import './time-bars.css';
import { colourOf, disc, letterOf } from './lane-appearance';
import { steadyTime } from './lane-figures';
import type { LaneName } from './lane-names';
import { fullRunsInWords, type Span } from './standing';
import { notSlower, PARTS, SLICES, type Slice, type Split, splitInWords, splitsOf, whySlower } from './time-split';

export function createTimeBars(lanes: number): Display<[state: AppState, span: Span, names: readonly LaneName[]]> {
  let slice: Slice = 'all';
  let latest: [AppState, Span, readonly LaneName[]] | null = null;
  const note = h('small');
  const choice = SLICES.map(({ slice: value, title }) => ({
    value,
    button: h('button', { type: 'button', onclick: () => choose(value) }, title),
  }));
  const why = h('p', { class: 'time-why' });
  const rows = Array.from({ length: lanes }, (_, lane) => createRow(lane));
  const legend = PARTS.map(({ name, long, field }) => ({
    field,
    element: h('li', { title: long }, h('i', { class: 'time-part', 'data-part': field, 'aria-hidden': 'true' }), name),
  }));
  const element = h(
    'section',
    { class: 'time-bars', 'aria-label': 'Where the time of a request goes' },
    h(
      'h2',
      { class: 'part-title' },
      h('span', { class: 'part-words' }, 'Where the time goes ', note),
      h('div', { class: 'segment', role: 'group', 'aria-label': 'Time of' }, ...choice.map(({ button }) => button)),
    ),
    why,
    h('ul', { class: 'time-rows' }, ...rows.map((row) => row.element)),
    h('ul', { class: 'time-legend', 'aria-hidden': 'true' }, ...legend.map((part) => part.element)),
  );

  function choose(value: Slice): void {
    slice = value;
    if (latest) show(...latest);
  }

  function show(state: AppState, span: Span, names: readonly LaneName[]): void {
    latest = [state, span, names];
    const splits = splitsOf(state, span, slice);
    const most_ns = Math.max(...splits.map((split) => split?.mean_ns ?? 0));
    for (const { value, button } of choice) setAttribute(button, 'aria-pressed', String(value === slice));
    setText(note, `mean per request, ${span === 'whole' ? 'whole run' : 'so far'}`);
    const missing = splits.some((split) => split === null);
    const unknown =
      span === 'whole'
        ? fullRunsInWords(state.full_runs)
        : missing
          ? 'No request of the host has been served yet.'
          : null;
    setText(why, unknown ?? whySlower(splits) ?? notSlower(splits));
    for (const [lane, row] of rows.entries()) {
      setAttribute(row.element, 'hidden', lane >= splits.length);
      row.show(names[lane]?.name ?? '', splits[lane] ?? null, most_ns);
    }
    for (const [at, part] of legend.entries())
      setAttribute(part.element, 'hidden', !splits.some((split) => (split?.parts_ns[at] ?? 0) > 0));
  }

  return { element, show };
}

function createRow(lane: number) {
  const spoken = h('span', { class: 'visually-hidden' });
  const name = h('b', { 'aria-hidden': 'true' });
  const value = h('span', { class: 'time-value', 'aria-hidden': 'true' });
  const parts = PARTS.map(({ field, name: words }) =>
    h('span', { class: 'time-part', 'data-part': field }, h('span', {}, words)),
  );
  const bar = h('div', { class: 'time-bar', 'aria-hidden': 'true' }, ...parts);
  const element = h('li', {}, h('span', { class: 'time-name' }, disc(lane), name), bar, value, spoken);
  element.style.setProperty('--lane', colourOf(lane));
  return {
    element,
    show(words: string, split: Split | null, most_ns: number): void {
      setText(name, words);
      setAttribute(name, 'title', words);
      setText(value, split ? steadyTime(split.mean_ns) : '–');
      setText(spoken, `${letterOf(lane)}, ${words}: ${split ? splitInWords(split) : 'nothing yet'}`);
      for (const [at, part] of parts.entries()) {
        const ns = split?.parts_ns[at] ?? 0;
        const width = most_ns === 0 ? 0 : ns / most_ns;
        setAttribute(part, 'hidden', width === 0);
        part.style.width = `${(100 * width).toFixed(3)}%`;
        if (split && ns > 0)
          setAttribute(
            part,
            'title',
            `${PARTS[at]?.long}: ${time(ns, 3)} per request, ${share(ns / split.mean_ns, 2)}`,
          );
      }
    },
  };
}
