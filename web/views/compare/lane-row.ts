/** All lanes in one row: to look into one of them, and on a phone to choose the one that is shown. */

import { h, setAttribute, setText } from '../../ui/dom';
import type { FIGURES } from './lane-figures';
import './lane-row.css';
import { colourOf, disc, letterOf } from './lane-appearance';
import { fullName, type LaneName } from './lane-names';
import type { Standing } from './standing';

export interface LaneRow {
  readonly element: HTMLElement;
  /** Each lane with one of its figures; null: with none. */
  show(
    lanes: readonly { name: LaneName; standing: Standing }[],
    current: number | null,
    figure: (typeof FIGURES)[number] | null,
  ): void;
}

/** `pick` is told the lane; null where all of them are wanted. */
export function createLaneRow(label: string, pick: (lane: number | null) => void, with_all: boolean): LaneRow {
  const buttons = [0, 1, 2, 3].map((lane) => {
    const name = h('b');
    const value = h('span', { class: 'lane-row-figure' });
    const times = h('span', { class: 'lane-row-times' });
    const button = h('button', { type: 'button', onclick: () => pick(lane) }, disc(lane), name, value, times);
    button.style.setProperty('--lane', colourOf(lane));
    return { button, name, value, times };
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
    show(lanes, current, figure) {
      setAttribute(all, 'hidden', current === null);
      for (const [lane, { button, name, value, times }] of buttons.entries()) {
        const shown = lanes[lane];
        setAttribute(button, 'hidden', !shown);
        if (!shown) continue;
        const { figures, leads, times: against } = shown.standing;
        const number = (figure && figures?.[figure.name]) ?? null;
        setText(name, shown.name.name);
        setText(value, figure === null || number === null ? '' : figureWords(figure, number));
        setText(times, figure ? [against[figure.name], leads[figure.name] ? '◆' : ''].filter(Boolean).join(' ') : '');
        setAttribute(button, 'aria-pressed', String(lane === current));
        setAttribute(button, 'title', `Lane ${letterOf(lane)}: ${fullName(shown.name)}`);
      }
    },
  };
}

/** The mean needs no name, as it is what lanes are compared by: "12.0 ms", "ampl. 2.53". */
const figureWords = ({ name, title, words }: (typeof FIGURES)[number], value: number): string =>
  name === 'mean_ns' ? words(value) : `${title}\u00a0${words(value)}`;
