/** Under the lanes: the extra time of each against lane A, a strip a lane, all on one scale. */

import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { extentOf } from '../../app/lanes/extent';
import type { FullRun } from '../../app/lanes/full-runs-state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { count, countShort, time } from '../../render/format';
import { digitsWidth, wordsWidth } from '../../render/text-width';
import type { Display } from '../../ui/display';
import { h, setAttribute, setText, svg } from '../../ui/dom';
import { DIVERGENCE_PATH } from '../transport/divergences';
import '../charts/charts.css';
import { type Anchor, anchorAt, label, letter, path, tickWidth } from '../charts/marks';
import { type ExtraModel, extraModel } from './extra-time-model';
import { colourOf, dashOf, letterOf } from './lane-appearance';
import type { LaneName } from './lane-names';
import { fullRunsInWords } from './standing';

const FOOT_PX = 20;
const STRIP_GAP_PX = 8;
const TICKS = 4;
/** How much of the drawing names may take. */
const NAMES_SHARE = 0.3;

export function createStrips(run: RunCommand): Display<[state: AppState, names: readonly LaneName[]]> {
  const note = h('small');
  const first = h('button', { class: 'button', type: 'button', onclick: () => run('compare.first-divergence') });
  const drawing = svg('svg', {
    class: 'chart-drawing',
    role: 'img',
    'data-drawing': 'Extra time per request, against lane A',
  });
  const playhead = svg('path', { class: 'strips-playhead' });
  const needs = h('p', { class: 'note chart-needs' });
  const plot = h('div', { class: 'strips-plot' }, drawing, needs);
  const element = h(
    'section',
    { class: 'strips', 'aria-label': 'Extra time per request, against lane A' },
    h(
      'h2',
      { class: 'part-title' },
      h('span', { class: 'part-words' }, 'Extra time per request, against A ', note),
      first,
    ),
    plot,
  );
  let width_px = 0;
  let height_px = 0;
  let full_runs: readonly FullRun[] = [];
  let model: ExtraModel | null = null;
  let drawn_key: readonly unknown[] = [];
  let place: (request: number) => number = () => 0;
  let request_at: (x: number) => number = () => 0;
  let latest: { state: AppState; names: readonly LaneName[] } | null = null;

  new ResizeObserver(([entry]) => {
    width_px = entry?.contentRect.width ?? 0;
    height_px = entry?.contentRect.height ?? 0;
    if (latest) show(latest.state, latest.names);
  }).observe(plot);
  plot.addEventListener('pointerdown', (event) => {
    if (model && event.button === 0) seek(event);
  });
  plot.addEventListener('pointermove', (event) => {
    if (model && event.buttons === 1) seek(event);
  });
  function seek(event: PointerEvent): void {
    run('transport.seek-request', { request: request_at(event.clientX - plot.getBoundingClientRect().left) });
  }

  function modelOf({ full_runs: { runs, divergences } }: AppState): ExtraModel | null {
    const known = runs.filter((each) => each !== null);
    if (divergences === null || known.length < 2) return null;
    if (known.length !== full_runs.length || known.some((each, at) => each !== full_runs[at])) {
      full_runs = known;
      model = extraModel(known);
    }
    return model;
  }

  function show(state: AppState, names: readonly LaneName[]): void {
    latest = { state, names };
    const found = modelOf(state);
    const divergence = state.full_runs.divergences?.[0] ?? null;
    setText(first, divergence ? `◆ First divergence: request ${count(divergence.request + 1)}` : '◆ First divergence');
    first.disabled = divergence === null;
    setText(note, noteOf(found));
    setText(needs, found ? '' : (fullRunsInWords(state.full_runs) ?? ''));
    setAttribute(drawing, 'visibility', found ? null : 'hidden');
    if (!found || width_px === 0) return;
    const extent = extentOf(state);
    const requests = extent?.requests ?? found.requests.at(-1) ?? 1;
    const key = [found, width_px, height_px, requests, names];
    if (key.some((value, at) => value !== drawn_key[at])) {
      drawn_key = key;
      draw(found, requests, names, divergence?.request ?? null);
    }
    const x = place(extent?.request ?? 0);
    setAttribute(playhead, 'transform', `translate(${x.toFixed(1)} 0)`);
  }

  function draw(model: ExtraModel, requests: number, names: readonly LaneName[], divergence: number | null): void {
    const em = Number.parseFloat(getComputedStyle(drawing).fontSize) || 12.5;
    const narrow = width_px < 520;
    // A name is written whole or not at all; the letter always.
    const named_px = 2.4 * em + Math.max(...names.map(({ name }) => wordsWidth(name, em)));
    const is_named = !narrow && named_px <= NAMES_SHARE * width_px;
    const left = is_named ? named_px : 2.4 * em;
    const right = width_px - 6.2 * em;
    const x = scaleLinear([0, Math.max(1, requests)], [left, right]);
    place = x;
    request_at = (at) => Math.round(Math.min(Math.max(x.invert(at), 0), requests));
    const strips = model.extra_ns.length - 1;
    const head = 1.5 * em;
    const strip = (height_px - head - FOOT_PX) / Math.max(1, strips);
    const y = scaleLinear(
      [Math.min(model.low_ns, 0), Math.max(model.high_ns, 1)],
      [strip - STRIP_GAP_PX / 2, STRIP_GAP_PX / 2],
    ).clamp(true);
    const foot = height_px - FOOT_PX;
    setAttribute(drawing, 'viewBox', `0 0 ${width_px} ${height_px}`);
    setAttribute(drawing, 'aria-label', inWords(model, names));
    setAttribute(playhead, 'd', `M0 ${head - 4}V${foot}`);
    drawing.replaceChildren(
      ...Array.from({ length: strips }, (_, at) =>
        oneStrip(model, at + 1, names, { x, y, top: head + at * strip, left, right, em, is_named }),
      ),
      ...labelsApart(x.ticks(TICKS), x, em).map(({ tick, text, anchor }) =>
        label(x(tick), height_px - 5, text, anchor, 'chart-tick'),
      ),
      ...(divergence === null ? [] : diamond(x(divergence + 1), head, foot, right)),
      playhead,
    );
  }

  return { element, show };
}

/** What is drawn, and how far a strip reaches; what goes beyond is cut. */
function noteOf(model: ExtraModel | null): string {
  const words = 'running mean';
  if (!model) return words;
  const { low_ns, high_ns } = model;
  const reach =
    high_ns > 0
      ? low_ns < 0
        ? `${signedTime(low_ns)} to ${signedTime(high_ns)}`
        : `up to ${signedTime(high_ns)}`
      : `down to ${signedTime(low_ns)}`;
  return low_ns === 0 && high_ns === 0 ? words : `${words}; each strip ${reach}`;
}

export interface TickLabel {
  tick: number;
  text: string;
  anchor: Anchor;
}

/** How much of a name stands before its place. */
const BEFORE: Readonly<Record<Anchor, number>> = { start: 0, middle: 0.5, end: 1 };

/** The ends, the last with its unit, and of what lies between as many as keep apart. */
export function labelsApart(ticks: readonly number[], x: (tick: number) => number, em: number): TickLabel[] {
  const apart = digitsWidth(1, em);
  const last = ticks.length - 1;
  const labels = ticks.map((tick, at) => {
    const text = at === last && at > 0 ? `${countShort(tick)} requests` : countShort(tick);
    const width = tickWidth(text, em);
    const anchor = anchorAt(at, ticks.length);
    const left = x(tick) - BEFORE[anchor] * width;
    return { tick, text, anchor, left, right: left + width };
  });
  const end = labels.at(-1);
  let from = Number.NEGATIVE_INFINITY;
  return labels.filter((label) => {
    const keeps = label === end || (label.left > from && label.right + apart < (end?.left ?? 0));
    if (keeps) from = label.right + apart;
    return keeps;
  });
}

interface StripPlace {
  x: (value: number) => number;
  y: (value: number) => number;
  top: number;
  left: number;
  right: number;
  em: number;
  is_named: boolean;
}

function oneStrip(
  model: ExtraModel,
  lane: number,
  names: readonly LaneName[],
  { x, y, top, left, right, em, is_named }: StripPlace,
): SVGElement {
  const values = model.extra_ns[lane] ?? [];
  const at = (i: number): number => x(model.requests[i] ?? 0);
  const zero = y(0);
  const curve = line<number>(
    (_, i) => at(i),
    (value) => y(value),
  )(values);
  const under = area<number>(
    (_, i) => at(i),
    () => zero,
    (value) => y(value),
  )(values);
  const last = values.at(-1) ?? 0;
  const name = names[lane]?.name ?? '';
  const middle = (y(model.high_ns) + y(model.low_ns)) / 2 + 0.35 * em;
  return svg(
    'g',
    { transform: `translate(0 ${top.toFixed(1)})` },
    letter(0, middle, { letter: letterOf(lane), colour: colourOf(lane) }, 'start'),
    is_named ? label(1.35 * em, middle, name) : null,
    svg('path', { class: 'chart-area', d: under, fill: colourOf(lane) }),
    svg('path', { class: 'chart-curve', d: curve, stroke: colourOf(lane), 'stroke-dasharray': dashOf(lane) }),
    path('chart-axis', `M${left} ${zero}H${right}`),
    label(
      right + 0.6 * em,
      Math.min(Math.max(y(last) + 0.35 * em, 0.9 * em), y(model.low_ns)),
      signedTime(last),
      'start',
      'chart-strong',
    ),
  );
}

/** "+16.7 ms", "−2.1 ms", "0". */
function signedTime(ns: number): string {
  if (Math.abs(ns) < 1) return '0';
  return `${ns < 0 ? '\u2212' : '+'}${time(Math.abs(ns), 3)}`;
}

function diamond(x: number, head: number, foot: number, right: number): SVGElement[] {
  const words = x < right - 140;
  return [
    path('chart-track strips-divergence', `M${x.toFixed(1)} ${head - 6}V${foot}`),
    svg('path', {
      class: 'chart-dot',
      d: DIVERGENCE_PATH,
      transform: `translate(${x.toFixed(1)} ${(0.4 * head).toFixed(1)})`,
    }),
    label(words ? x + 10 : x - 10, 0.95 * (head / 1.5), 'first divergence', words ? 'start' : 'end', 'strips-note'),
  ];
}

function inWords({ extra_ns }: ExtraModel, names: readonly LaneName[]): string {
  const lanes = extra_ns
    .slice(1)
    .map(
      (values, at) =>
        `${letterOf(at + 1)}, ${names[at + 1]?.name ?? ''}: ${signedTime(values.at(-1) ?? 0)} per request in the end`,
    );
  return `Extra time per request against lane A. ${lanes.join('; ')}.`;
}
