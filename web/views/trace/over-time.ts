/** Requests or bytes over time, stacked, on the time axis of the heat map. */

import { max } from 'd3-array';
import { plural } from '../../render/format';
import { h, setAttribute, setText, svg } from '../../ui/dom';

export interface TimeSeries {
  /** Of what a bin has so many. */
  name: string;
  /** What it looks like: a class. */
  kind: 'reads' | 'writes' | 'trims';
  values: readonly number[];
}

export interface OverTimeChart {
  readonly element: HTMLElement;
  show(series: readonly TimeSeries[], timeOf: (bin: number) => string): void;
}

const HEIGHT = 100;

/** `inWords` says a value of it. */
export function createOverTime(title: string, inWords: (value: number) => string): OverTimeChart {
  const note = h('small');
  const most = h('span', { class: 'trace-most' });
  const drawing = svg('svg', { class: 'trace-bars', preserveAspectRatio: 'none', role: 'img' });
  const marker = h('div', { class: 'trace-marker', hidden: true });
  const plot = h('div', { class: 'trace-time-plot' }, drawing, marker);
  const element = h(
    'section',
    { class: 'trace-time' },
    h('h2', {}, title, ' ', note),
    h('div', { class: 'trace-row' }, most, plot),
  );
  let shown: { series: readonly TimeSeries[]; timeOf: (bin: number) => string } | null = null;

  function tell(bin: number | null): void {
    const { series = [], timeOf } = shown ?? {};
    const bins = series[0]?.values.length ?? 0;
    marker.hidden = bin === null;
    if (bin === null || !timeOf) {
      setText(note, `in each of ${plural(bins, 'bin')}`);
      return;
    }
    setAttribute(marker, 'style', `left: ${(bin / bins) * 100}%; width: ${100 / bins}%`);
    setText(
      note,
      `${timeOf(bin)}: ${series.map(({ name, values }) => `${inWords(values[bin] ?? 0)} ${name}`).join(', ')}`,
    );
  }

  plot.addEventListener('pointermove', (event) => {
    const { left, width } = plot.getBoundingClientRect();
    const bins = shown?.series[0]?.values.length ?? 0;
    tell(Math.max(0, Math.min(bins - 1, Math.floor(((event.clientX - left) / width) * bins))));
  });
  plot.addEventListener('pointerleave', () => tell(null));

  return {
    element,
    show(series, timeOf) {
      shown = { series, timeOf };
      const bins = series[0]?.values.length ?? 0;
      const totals = Array.from({ length: bins }, (_, bin) =>
        series.reduce((all, { values }) => all + (values[bin] ?? 0), 0),
      );
      const highest = Math.max(1, max(totals) ?? 1);
      setAttribute(drawing, 'viewBox', `0 0 ${Math.max(1, bins)} ${HEIGHT}`);
      const feet = new Float64Array(bins);
      drawing.replaceChildren(
        ...series.map(({ kind, values }) => {
          const bars = values.map((value, bin) => {
            const foot = feet[bin] ?? 0;
            feet[bin] = foot + value;
            const y = HEIGHT * (1 - foot / highest);
            return value === 0 ? '' : `M${bin} ${y}h1v${(-HEIGHT * value) / highest}h-1z`;
          });
          return svg('path', { class: `trace-${kind}`, d: bars.join('') });
        }),
      );
      setText(most, inWords(highest));
      setAttribute(drawing, 'aria-label', `${title}: at most ${inWords(highest)} in one of ${plural(bins, 'bin')}`);
      tell(null);
    },
  };
}
