/** What was recognised in a file and what was not, before anything runs. */

import { max } from 'd3-array';
import { busiestDevice } from '../../app/trace-document';
import type { View, ViewContext } from '../../app/view';
import type { TraceReport } from '../../engine/protocol';
import { plural } from '../../render/format';
import { h, setAttribute, svg } from '../../ui/dom';
import './trace-card.css';
import { cardLines, deviceInWords, formatInWords, runLabel } from './trace-words';

type Device = TraceReport['devices'][number];

export function createTraceCard({ run }: ViewContext): View {
  const element = h('section', { class: 'trace-card', 'aria-label': 'The trace', hidden: true });

  let looks_at_it = false;
  let is_part = false;

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
                  run('trace.change', { to: { device: wanted } });
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
        trace.operations &&
          h(
            'button',
            {
              class: 'button primary',
              type: 'button',
              title: 'Watch them on the stage as they stand, without a policy of ours, every rule of flash checked',
              onclick: () => run('trace.carry-out'),
            },
            `Carry out its ${plural(trace.operations.operations, 'operation')}`,
          ),
        h(
          'button',
          {
            class: trace.operations ? 'button' : 'button primary',
            type: 'button',
            title: trace.operations ? 'Its requests alone, served by a policy of ours' : 'Watch it on the stage',
            onclick: () => run('trace.run', { device: device.device }),
          },
          is_part ? 'Run this part' : trace.operations ? 'Run its requests' : runLabel(trace, device),
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
        looks_at_it
          ? null
          : h(
              'button',
              { class: 'button', type: 'button', onclick: () => run('trace.look', { device: device.device }) },
              'Look at it',
            ),
        h('button', { class: 'button', type: 'button', onclick: () => run('trace.dismiss') }, 'Close'),
      ),
    );
  }

  return {
    element,
    render({ trace, screen, trace_view }, previous) {
      element.classList.toggle('floating', screen !== 'start' && screen !== 'trace');
      looks_at_it = screen === 'trace';
      is_part = looks_at_it && trace_view.window !== null;
      const is_same = previous?.trace === trace && previous?.screen === screen;
      if (is_same && (previous?.trace_view.window === null) === !is_part) return;
      const chosen = looks_at_it && trace?.devices.find((candidate) => candidate.device === trace_view.device);
      const device = chosen || (trace ? busiestDevice(trace) : undefined);
      setAttribute(element, 'hidden', !device);
      if (trace && device) {
        draw(trace, device);
        // A part that is chosen on the map leaves the focus there.
        if (previous?.trace !== trace || (looks_at_it && !is_same))
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
