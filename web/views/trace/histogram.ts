/** A small chart of numbers by powers of two. */

import { max, sum } from 'd3-array';
import { count, share } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { followPointing } from '../charts/pointing';
import { type Bar, type Histogram, medianBar } from './models';

export interface HistogramWords {
  title: string;
  /** What is counted, and how. */
  note: string;
  /** A value of the axis. */
  value: (value: number) => string;
  /** What each series counts, with its class. */
  series: readonly { name: string; kind: 'reads' | 'writes' | 'plain' | 'fit' }[];
}

export interface HistogramChart {
  readonly element: HTMLElement;
  /** `beside` is drawn as an outline on the same scale, by shares. */
  show(model: Histogram, beside: Histogram | null, extra: string): void;
}

export function createHistogram({ title, note, value, series }: HistogramWords): HistogramChart {
  const readout = h('p', { class: 'note trace-readout' });
  const bars = h('div', { class: 'trace-columns' });
  const plot = h(
    'div',
    { class: 'trace-histogram-plot', tabindex: 0, role: 'application', 'data-own-keys': true },
    bars,
  );
  const ends = h('p', { class: 'trace-ends' });
  const element = h(
    'section',
    { class: 'trace-histogram' },
    h('h2', {}, title, ' ', h('small', {}, note)),
    readout,
    plot,
    ends,
  );
  let model: Histogram = { bars: [], total: 0 };
  let at: number | null = null;
  let resting = '';

  const rangeOf = ({ from, to }: Bar): string =>
    from === 0 ? value(0) : to - from === 1 ? value(from) : `${value(from)} to ${value(to)}`;

  function tell(place: number | null): void {
    at = place;
    const bar = place === null ? null : model.bars[place];
    for (const [i, column] of [...bars.children].entries()) setAttribute(column, 'data-at', i === at ? '' : null);
    if (!bar) {
      setText(readout, resting);
      return;
    }
    const counts = series.flatMap(({ name }, i) => {
      const many = bar.counts[i] ?? 0;
      return many > 0 || series.length === 1 ? [`${count(many)} ${name}`] : [];
    });
    setText(readout, `${rangeOf(bar)}: ${counts.join(', ')}, ${share(sum(bar.counts) / model.total)}`);
  }

  followPointing<number>(plot, {
    under(event) {
      const { left, width } = bars.getBoundingClientRect();
      const place = Math.floor(((event.clientX - left) / width) * model.bars.length);
      return place >= 0 && place < model.bars.length ? place : null;
    },
    after(key) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (step === undefined) return undefined;
      return Math.max(0, Math.min(model.bars.length - 1, at === null ? 0 : at + step));
    },
    current: () => at,
    point: tell,
    open: () => {},
  });

  return {
    element,
    show(next, beside, extra) {
      model = beside ? reaching(next, beside) : next;
      const highest = Math.max(
        max(next.bars, (bar) => sum(bar.counts) / next.total) ?? 0,
        beside ? (max(beside.bars, (bar) => sum(bar.counts) / beside.total) ?? 0) : 0,
      );
      const other = new Map(beside?.bars.map((bar) => [bar.from, sum(bar.counts) / beside.total]));
      bars.replaceChildren(
        ...model.bars.map((bar) =>
          h(
            'span',
            { class: 'trace-column' },
            ...series.map(({ kind }, i) =>
              h('i', {
                class: `trace-fill trace-${kind}`,
                style: `height: ${percent((bar.counts[i] ?? 0) / next.total, highest)}`,
              }),
            ),
            beside && h('b', { class: 'trace-fit', style: `height: ${percent(other.get(bar.from) ?? 0, highest)}` }),
          ),
        ),
      );
      const [first, last] = [model.bars[0], model.bars.at(-1)];
      ends.replaceChildren(h('span', {}, first ? value(first.from) : ''), h('span', {}, last ? value(last.to) : ''));
      const median = medianBar(next);
      resting = [median ? `half is below ${value(median.to)}` : 'nothing to count', extra].filter(Boolean).join('; ');
      setAttribute(plot, 'aria-label', `${title}, ${note}: ${resting}. Arrow keys go from bar to bar.`);
      plot.classList.toggle('empty', next.total === 0);
      tell(null);
    },
  };
}

/** With empty bars as far as another one reaches. */
export function reaching({ bars, total }: Histogram, other: Histogram): Histogram {
  const own = new Map(bars.map((bar) => [bar.from, bar]));
  const all = [...bars, ...other.bars.filter(({ from }) => !own.has(from)).map((bar) => ({ ...bar, counts: [] }))];
  return { bars: all.sort((one, two) => one.from - two.from), total };
}

const percent = (part: number, highest: number): string => `${highest > 0 ? (part / highest) * 100 : 0}%`;
