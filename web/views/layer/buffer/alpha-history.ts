/** α session by session so far, and what knowing it costs: bytes that the rehearsals take. */

import type { DensityView } from '../../../engine/core-types';
import { bytes, count, significant } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { type Box, boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { dot, path, text } from '../../stage-kit/svg-marks';
import { alphaText } from './alpha';
import type { DensityPicture } from './model';
import './alpha-history.css';

/** More sessions than this: the latest, so that each keeps a width of its own. */
const SESSIONS_MAX = 64;
/** Until there are more, the axis has room for so many. */
const SESSIONS_MIN = 8;

/** `changed`: its size is another, so it has to be drawn again. */
export function past(changed: () => void): Display<[picture: DensityPicture]> {
  const { element, body } = titled('density-past', 'α so far, and what knowing costs');
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
  const plot = h('div', { class: 'density-plot' }, picture);
  const box = boxOf(plot, changed);
  const bars = (['full', 'kept'] as const).map((kind) => {
    const [name, value] = [h('span', {}), h('b', {})];
    const length = h('i', { class: `memory-${kind}` });
    return { name, value, length, element: h('p', { class: 'memory-bar' }, name, length, value) };
  });
  const said = h('p', { class: 'memory-said' });
  const memory = h('div', { class: 'density-memory' }, ...bars.map((bar) => bar.element), said);
  body.append(plot, memory);

  return {
    element,
    show({ density }) {
      const { memory: taken } = density;
      setAttribute(picture, 'aria-label', pastInWords(density));
      const [kept, full] = taken ? [sum(taken.kept), sum(taken.full)] : [0, 0];
      for (const bar of bars) bar.element.hidden = taken === null;
      for (const [i, value] of [full, kept].entries()) {
        const bar = bars[i];
        if (!bar || !taken) continue;
        setText(
          bar.name,
          i === 0 ? 'full information' : density.tuner === 'host' ? 'as kept by the host' : 'in the device',
        );
        setText(bar.value, bytes(value));
        bar.length.style.width = `${(100 * value) / Math.max(1, full, kept)}%`;
        setAttribute(bar.element, 'title', parts(i === 0 ? taken.full : taken.kept));
      }
      setText(said, memoryInWords(density));
      if (box.width > 0) draw(picture, box, density);
    },
  };
}

const sum = ([buffer, log]: readonly [number, number]): number => buffer + log;

const parts = ([buffer, log]: readonly [number, number]): string => `buffer ${bytes(buffer)}, log ${bytes(log)}`;

export function memoryInWords({ memory }: Pick<DensityView, 'memory'>): string {
  if (!memory) return 'Nothing is rehearsed, so nothing has to be kept.';
  const [kept, full] = [sum(memory.kept), sum(memory.full)];
  if (kept === 0) return '';
  const ratio = full / kept;
  return ratio < 1.05 ? 'as much as full information' : `${significant(ratio, 2)} times less`;
}

export function pastInWords({ history, alpha, session }: DensityView): string {
  if (history.length === 0) return `No session is over; α = ${alphaText(alpha)} in session ${session.index}`;
  const told = history.slice(-12).map((one) => `session ${one.index}: α = ${alphaText(one.alpha)}`);
  return `${told.join('; ')}; now α = ${alphaText(alpha)}`;
}

function draw(picture: SVGSVGElement, { width, height, text_px }: Box, density: DensityView): void {
  const past_sessions = density.history.slice(-SESSIONS_MAX);
  const first = past_sessions[0]?.index ?? density.session.index;
  const slots = Math.max(SESSIONS_MIN, past_sessions.length + 1);
  const [left, right] = [2.2 * text_px, width - 8];
  const [top, foot] = [text_px * 0.8, height - text_px * 1.9];
  const x = (slot: number): number => left + (slot / slots) * (right - left);
  const y = (alpha: number): number => (top + foot) / 2 - alpha * ((foot - top) / 2);
  const now = past_sessions.length;
  const steps = past_sessions.map(
    ({ alpha }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(alpha).toFixed(1)}H${x(i + 1).toFixed(1)}`,
  );
  const into_now = now === 0 ? '' : `L${x(now).toFixed(1)} ${y(density.alpha).toFixed(1)}`;
  const progress = density.session.writes / Math.max(1, density.session.length);
  picture.replaceChildren(
    ...[1, 0, -1].flatMap((alpha) => [
      path('buffer-grid', `M${left} ${y(alpha)}H${right}`),
      text(left - 6, y(alpha) + 4, alphaText(alpha), 'end', 'is-tick'),
    ]),
    path('past-line', `${steps.join('')}${into_now}`),
    path(
      'past-now',
      `M${x(now).toFixed(1)} ${y(density.alpha).toFixed(1)}H${x(now + Math.min(1, progress)).toFixed(1)}`,
    ),
    dot('past-dot', x(now + Math.min(1, progress)), y(density.alpha), 4),
    text(left, height - 3, `session ${count(first)}`, 'start', 'is-tick'),
    ...(x(now) - left > text_px * 5.5 ? [text(x(now + 0.5), height - 3, count(first + now), 'middle', 'is-tick')] : []),
  );
}
