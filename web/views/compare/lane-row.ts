/** All lanes in one row: to look into one of them, and on a phone to choose the one that is shown. */

import { h, setAttribute, setText } from '../../ui/dom';
import { FIGURES } from './lane-figures';
import './lane-row.css';
import { colourOf, disc, letterOf } from './lane-appearance';
import { fullName, type LaneName } from './lane-names';
import type { Standing } from './standing';

export interface LaneRow {
  readonly element: HTMLElement;
  show(lanes: readonly { name: LaneName; standing: Standing }[], current: number | null): void;
}

/** `pick` is told the lane; null where all of them are wanted. */
export function createLaneRow(label: string, pick: (lane: number | null) => void, with_all: boolean): LaneRow {
  const buttons = [0, 1, 2, 3].map((lane) => {
    const name = h('b');
    const mean = h('span', { class: 'lane-row-mean' });
    const times = h('span', { class: 'lane-row-times' });
    const button = h('button', { type: 'button', onclick: () => pick(lane) }, disc(lane), name, mean, times);
    button.style.setProperty('--lane', colourOf(lane));
    return { button, name, mean, times };
  });
  const all = h('button', { class: 'lane-row-all', type: 'button', onclick: () => pick(null) }, 'All lanes');
  const element = h(
    'div',
    { class: 'lane-row', role: 'group', 'aria-label': label },
    ...buttons.map(({ button }) => button),
  );
  if (with_all) element.append(all);
  return {
    element,
    show(lanes, current) {
      setAttribute(all, 'hidden', current === null);
      for (const [lane, { button, name, mean, times }] of buttons.entries()) {
        const shown = lanes[lane];
        setAttribute(button, 'hidden', !shown);
        if (!shown) continue;
        const mean_ns = shown.standing.figures?.mean_ns ?? null;
        setText(name, shown.name.name);
        setText(mean, mean_ns === null ? '' : (FIGURES[0]?.words(mean_ns) ?? ''));
        const lead = shown.standing.leads.mean_ns ? '◆' : '';
        setText(times, [shown.standing.times.mean_ns, lead].filter(Boolean).join(' '));
        setAttribute(button, 'aria-pressed', String(lane === current));
        setAttribute(button, 'title', `Lane ${letterOf(lane)}: ${fullName(shown.name)}`);
      }
    },
  };
}
