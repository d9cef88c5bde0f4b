/** The line of requests: how far the run is, what happened where, and a handle to go anywhere. */

import { scaleLinear } from 'd3-scale';
import { extentOf } from '../../app/lanes/extent';
import { isComparing, laneInFocus } from '../../app/lanes/side-by-side';
import { hasStripes } from '../../app/moments';
import type { AppState } from '../../app/state';
import { binRequests } from '../../app/timeline-bins';
import type { View, ViewContext } from '../../app/view';
import { count } from '../../render/format';
import { h, setAttribute, setText, svg } from '../../ui/dom';
import { DIVERGENCE_PATH, divergenceInWords, nearestDivergence } from './divergences';
import { markPath, mergeMarks } from './marks';

const LINE_Y = 31;
/** Share of the run a Page key moves. */
const LARGE_STEP = 0.1;

export interface Timeline extends View {
  /** Width in CSS pixels, 0 before it is laid out. */
  width(): number;
}

export function createTimeline({ run, state }: ViewContext): Timeline {
  const rail = svg('rect', { class: 'line', x: 0, y: LINE_Y, width: '100%', height: 4 });
  const done = svg('rect', { class: 'done', x: 0, y: LINE_Y, width: 0, height: 4 });
  const marks = svg('g', { class: 'marks' });
  const flags = svg('g', { class: 'flags' });
  const diamonds = svg('g', { class: 'divergences' });
  const handle = svg('path', { class: 'handle', d: `M-7 3h14v8l-6 7v${LINE_Y - 12}h-2v-${LINE_Y - 12}l-6-7z` });
  const picture = svg(
    'svg',
    { width: '100%', height: 44, 'aria-hidden': 'true' },
    rail,
    done,
    marks,
    flags,
    diamonds,
    handle,
  );
  const tip = h('output', { class: 'tip', hidden: true });
  const element = h(
    'div',
    { class: 'timeline', role: 'slider', tabindex: 0, 'aria-label': 'Position in the run', 'aria-valuemin': 0 },
    picture,
    tip,
  );
  let width_px = 0;
  let drawn_marks: unknown = null;
  let drawn_divergences: unknown = null;
  let drawn_width = 0;

  const requests = (): number => extentOf(state())?.requests ?? 0;
  const scale = () =>
    scaleLinear()
      .domain([0, Math.max(1, requests())])
      .range([0, width_px])
      .clamp(true);
  /** The request under the pointer; near a diamond, the one after which lanes have parted. */
  const requestAt = (event: PointerEvent): number => {
    const x = event.clientX - element.getBoundingClientRect().left;
    const divergence = divergenceAt(x);
    return divergence ? divergence.request + 1 : Math.round(scale().invert(x));
  };
  const divergenceAt = (x: number) =>
    nearestDivergence(state().full_runs.divergences ?? [], (request) => scale()(request), x);

  new ResizeObserver(([entry]) => {
    width_px = entry?.contentRect.width ?? 0;
    drawn_marks = null;
    draw(state());
  }).observe(element);

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !state().opened) return;
    element.setPointerCapture(event.pointerId);
    run('transport.seek-request', { request: requestAt(event) });
  });
  element.addEventListener('pointermove', (event) => {
    const request = requestAt(event);
    if (element.hasPointerCapture(event.pointerId)) run('transport.seek-request', { request });
    showTip(request);
  });
  element.addEventListener('pointerleave', () => setAttribute(tip, 'hidden', true));
  element.addEventListener('keydown', (event) => {
    const target = keyTarget(event.key, extentOf(state())?.request ?? 0, requests());
    if (target === null) return;
    event.preventDefault();
    run('transport.seek-request', { request: target });
  });

  function showTip(request: number): void {
    if (!state().opened) return;
    const all = state().frame?.marks;
    const bin = all ? Math.floor(request / binRequests(requests(), all.gc.length)) : 0;
    const mark = all && mergeMarks(all, hasStripes(state())).find((candidate) => candidate.bin === bin);
    const divergence = state().full_runs.divergences?.find((each) => each.request + 1 === request);
    const told = divergence ? divergenceInWords(divergence) : mark?.text;
    setText(tip, `request ${count(request)}${told ? ` · ${told}` : ''}`);
    setAttribute(tip, 'hidden', false);
    const half_px = divergence ? 150 : 60;
    tip.style.left = `${Math.min(Math.max(scale()(request), half_px), width_px - half_px)}px`;
  }

  function drawMarks(frame: NonNullable<AppState['frame']>): void {
    const found = frame.marks;
    if (found === drawn_marks) return;
    drawn_marks = found;
    if (!found) {
      marks.replaceChildren();
      flags.replaceChildren();
      return;
    }
    const place = scale();
    const bin_requests = binRequests(requests(), found.gc.length);
    const merged = mergeMarks(found, hasStripes(state()));
    const most = Math.max(0, ...merged.map((mark) => mark.count));
    marks.replaceChildren(
      ...merged.map((mark) =>
        svg('path', {
          class: mark.kind,
          d: markPath(mark, most),
          transform: `translate(${place((mark.bin + 0.5) * bin_requests).toFixed(1)} ${LINE_Y - 1})`,
        }),
      ),
    );
    flags.replaceChildren(
      ...found.flags.map(({ request, label }) =>
        svg(
          'path',
          { d: 'M0 0v-22l8 4l-8 4', transform: `translate(${scale()(request)} ${LINE_Y})` },
          svg('title', {}, label),
        ),
      ),
    );
  }

  function drawDivergences({ full_runs: { divergences } }: AppState): void {
    if (divergences === drawn_divergences && drawn_width === width_px) return;
    drawn_divergences = divergences;
    drawn_width = width_px;
    const place = scale();
    diamonds.replaceChildren(
      ...(divergences ?? []).map(({ request }) =>
        svg('path', { d: DIVERGENCE_PATH, transform: `translate(${place(request + 1).toFixed(1)} ${LINE_Y - 7})` }),
      ),
    );
  }

  function draw(now: AppState): void {
    const { frame } = now;
    setAttribute(element, 'aria-disabled', frame ? null : 'true');
    const request = extentOf(now)?.request ?? 0;
    const at = frame ? scale()(request) : 0;
    setAttribute(done, 'width', Math.max(0, at));
    setAttribute(handle, 'transform', `translate(${at} 0)`);
    if (!frame) {
      marks.replaceChildren();
      flags.replaceChildren();
      return;
    }
    // What one lane does is of no account where several stand side by side.
    const is_alone = !isComparing(now) || laneInFocus(now) !== null;
    const place = `request ${count(request)} of ${count(requests())}`;
    setAttribute(element, 'aria-valuemax', requests());
    setAttribute(element, 'aria-valuenow', request);
    setAttribute(element, 'aria-valuetext', is_alone ? `${place}, operation ${count(frame.position.op)}` : place);
    setAttribute(marks, 'display', is_alone ? null : 'none');
    drawMarks(frame);
    drawDivergences(now);
  }

  return { element, render: draw, width: () => width_px };
}

/** Where a key leads from `request` in a run of `requests`; null for keys that lead nowhere. */
export function keyTarget(key: string, request: number, requests: number): number | null {
  const by = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -LARGE_STEP * requests,
    PageUp: LARGE_STEP * requests,
  }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return requests;
  if (by === undefined) return null;
  return Math.min(requests, Math.max(0, Math.round(request + by)));
}
