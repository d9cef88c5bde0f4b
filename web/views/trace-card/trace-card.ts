/** What was recognised in a file and what was not, before anything runs. */

import { max } from 'd3-array';
import { busiestDevice } from '../../app/trace-document';
import type { View, ViewContext } from '../../app/view';
import type { TraceReport } from '../../engine/protocol';
import { h, setAttribute, svg } from '../../ui/dom';
import './trace-card.css';
import { cardLines, deviceInWords, formatInWords, runLabel } from './trace-words';

type Device = TraceReport['devices'][number];

export function createTraceCard({ run }: ViewContext): View {
  const element = h('section', { class: 'trace-card', 'aria-label': 'The trace', hidden: true });

  function draw(trace: TraceReport, device: Device): void {
    const choose =
      trace.devices.length > 1
        ? h(
            'label',
            { class: 'devices' },
            'device ',
            h(
              'select',
              {
                class: 'field',
                onchange: (event: Event) => {
                  const wanted = Number((event.target as HTMLSelectElement).value);
                  draw(trace, trace.devices.find((candidate) => candidate.device === wanted) ?? device);
                },
              },
              ...trace.devices.map((candidate) =>
                h('option', { value: candidate.device, selected: candidate === device }, deviceInWords(candidate)),
              ),
            ),
          )
        : null;
    element.replaceChildren(
      h('header', {}, h('b', {}, trace.name), h('span', {}, formatInWords(trace))),
      h('dl', {}, ...cardLines(trace, device).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
      sparkline(device.arrivals),
      ...trace.bad_lines.first.map(({ line, text, reason }) =>
        h('p', { class: 'bad-line' }, `line ${line}: ${reason} `, h('code', {}, text)),
      ),
      ...trace.notes.map((note) => h('p', { class: 'note' }, note)),
      h(
        'p',
        { class: 'ways' },
        choose,
        h(
          'button',
          { class: 'button primary', type: 'button', onclick: () => run('trace.run', { device: device.device }) },
          runLabel(trace, device),
        ),
        h(
          'button',
          {
            class: 'button',
            type: 'button',
            onclick: () => run('compare.designs', { play: true, device: device.device }),
          },
          'Compare four designs',
        ),
        h('button', { class: 'button', type: 'button', onclick: () => run('trace.dismiss') }, 'Close'),
      ),
    );
  }

  return {
    element,
    render({ trace, screen }, previous) {
      element.classList.toggle('floating', screen !== 'start');
      if (previous && previous.trace === trace) return;
      const device = trace ? busiestDevice(trace) : undefined;
      setAttribute(element, 'hidden', !device);
      if (trace && device) {
        draw(trace, device);
        element.querySelector<HTMLElement>('.primary')?.focus();
      }
    },
  };
}

const HEIGHT = 34;

/** Requests over time, a bar a bin. */
function sparkline(arrivals: readonly number[]): SVGSVGElement {
  const most = Math.max(1, max(arrivals) ?? 1);
  const bars = arrivals.map((value, index) => {
    const height = (value / most) * HEIGHT;
    return svg('rect', { x: index * 2, y: HEIGHT - height, width: 1.5, height });
  });
  const box = `0 0 ${Math.max(1, arrivals.length * 2)} ${HEIGHT}`;
  return svg(
    'svg',
    {
      class: 'spark',
      viewBox: box,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': 'Requests over the time of the trace',
    },
    ...bars,
  );
}
