/** Memory against bandwidth as a chart, with a probe that the pointer or the arrow keys move. */

import { bytes, share, significant } from '../../../render/format';
import { clamp } from '../../../render/geometry';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import type { HostMapPicture } from './model';
import { pointAt, type Tradeoff, type TradeoffPoint, tradeoffLines, tradeoffOf } from './tradeoff';
import { areaOf, tradeoffMarks } from './tradeoff-marks';

const PROBE_STEPS = 25;

export function tradeoffChart(): Display<[picture: HostMapPicture]> {
  const { element, body } = titled('host-tradeoff', 'Memory against bandwidth');
  const drawing = svg('svg', { class: 'buffer-chart', 'aria-hidden': 'true' });
  const plot = h(
    'div',
    {
      class: 'host-tradeoff-plot',
      tabindex: '0',
      role: 'slider',
      'aria-label': 'Memory for the map',
      'aria-valuemin': 0,
      'aria-valuemax': 100,
    },
    drawing,
  );
  const readout = h('p', { class: 'note host-tradeoff-readout' });
  body.append(plot, readout);
  const box = boxOf(plot, draw);
  let last: HostMapPicture | null = null;
  /** Share of the whole table's memory that is asked about; null while nobody asks. */
  let probe: number | null = null;

  function draw(): void {
    const tradeoff = last && tradeoffOf(last);
    if (!last || !tradeoff || box.width === 0) return;
    const area = areaOf(tradeoff, box);
    drawing.replaceChildren(...tradeoffMarks(tradeoff, area, probe));
    setText(readout, probe === null ? rest(tradeoff) : probeWords(tradeoff, probe));
    const value = probe ?? (tradeoff.now ? tradeoff.now.bytes / tradeoff.full_bytes : 1);
    setAttribute(plot, 'aria-valuenow', Math.round(value * 100));
    setAttribute(plot, 'aria-valuetext', probe === null ? tradeoffLines(last).join('; ') : probeWords(tradeoff, probe));
  }

  function ask(share_of_full: number | null): void {
    probe = share_of_full === null ? null : clamp(share_of_full, 0, 1);
    draw();
  }

  plot.addEventListener('pointermove', ({ clientX }) => {
    const tradeoff = last && tradeoffOf(last);
    if (!tradeoff || tradeoff.curves.length === 0) return;
    const { left, right } = areaOf(tradeoff, box);
    ask((clientX - plot.getBoundingClientRect().left - left) / Math.max(1, right - left));
  });
  plot.addEventListener('pointerleave', () => document.activeElement !== plot && ask(null));
  plot.addEventListener('blur', () => ask(null));
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const now = last && tradeoffOf(last)?.now;
    const from = probe ?? (now && last?.map ? now.bytes / last.map.full_bytes : 0);
    if (step !== undefined) ask((Math.round(from * PROBE_STEPS) + step) / PROBE_STEPS);
    else if (event.key === 'Home') ask(0);
    else if (event.key === 'End') ask(1);
    else if (event.key === 'Escape' && probe !== null) ask(null);
    else return;
    event.preventDefault();
    // Elsewhere on the page these keys step through time.
    event.stopPropagation();
  });

  return {
    element,
    show(picture) {
      last = picture;
      draw();
    },
  };
}

const rest = ({ now, k }: Tradeoff): string => {
  const price = k === null ? '' : `A miss costs ${significant(k, 3)} host pages`;
  const speed = now && !now.measured ? 'speed by the model' : '';
  return [price, speed].filter(Boolean).join('; ');
};

function probeWords({ curves, full_bytes }: Tradeoff, probe: number): string {
  const told = curves.flatMap(({ name, points }) => {
    const at: TradeoffPoint | null = pointAt(points, probe * full_bytes);
    return at ? [`${name} ${share(at.perf)} (hits ${share(at.hit)})`] : [];
  });
  return `${bytes(probe * full_bytes)}, ${share(probe, 2)}: ${told.join(', ')}`;
}
