/**
 * Channels and planes over simulated time: what each did, what waits behind a collection, and what is still to come. For every layer
 * on the event clock. Zoomed by wheel, keys and a list of widths; a function of the frame but for that.
 */

import type { GanttBar, GanttView } from '../../engine/core-types';
import type { Frame } from '../../engine/protocol';
import { type Colours, readColours, themeKey, tokensOf } from '../../render/colours';
import { time } from '../../render/format';
import { throttled } from '../../render/throttle';
import { h, setAttribute, setText } from '../../ui/dom';
import { contextOf, resize } from '../stage-kit/canvas';
import { placeCard } from '../stage-kit/card';
import { textSize } from '../stage-kit/text-size';
import {
  AXIS_PX,
  barAt,
  heightFor,
  neighbour,
  PROPOSED,
  panned,
  place,
  rowsOf,
  type Stretch,
  stretchOf,
  type Zoom,
  zoomed,
} from './layout';
import { account, barWords, type GanttModel, modelOf, ofItsGroup, tableOf } from './model';
import { type GanttScene, paintGantt } from './paint';
import './gantt.css';

export interface Gantt {
  /** Draws what `frame` tells; it may be the one drawn before. While it plays, not every frame: each would be gone before it is read. */
  show(frame: Frame, playing: boolean): void;
}

const REDRAW_MS = 66;
const ROW_PX = 14;
const HEIGHT_MIN_PX = 110;
const HEIGHT_MAX_PX = 420;
const LABEL_PX = 66;
const WHEEL_FACTOR = 1.0015;
const KEY_FACTOR = 0.7;
const PAN_SHARE = 0.2;
const TABLE_ROWS = 60;
const WIDTHS_MS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200];

/** Fills `host`, which gives it its width, and its height where it has one. `name` tells it from others on the page. */
export function createGantt(host: HTMLElement, name: string): Gantt {
  const canvas = h('canvas', { class: 'gantt-canvas', 'aria-hidden': 'true' });
  const surface = h(
    'div',
    { class: 'gantt-surface', tabindex: '0', role: 'application', 'aria-describedby': `${name}-gantt-told` },
    canvas,
  );
  const card = h('div', { class: 'tooltip', role: 'tooltip', hidden: '' });
  const told = h('p', { class: 'note gantt-words', id: `${name}-gantt-told` });
  const chosen_words = h('output', { class: 'visually-hidden', 'aria-live': 'polite' });
  const table = h('div', {
    class: 'gantt-table',
    tabindex: '0',
    role: 'region',
    'aria-label': 'Channels and planes over time, as a table',
    hidden: '',
  });
  const width = h(
    'select',
    { class: 'field', 'aria-label': 'Simulated time in sight' },
    h('option', { value: '' }, 'fitting'),
    ...WIDTHS_MS.map((ms) => h('option', { value: String(ms * 1e6) }, time(ms * 1e6))),
    h('option', { value: 'own', hidden: '' }, 'own'),
  );
  const button = (label: string, title: string, act: () => void): HTMLButtonElement =>
    h('button', { type: 'button', title, 'aria-label': title, onclick: act }, label);
  const as_table = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => toggleTable() }, 'Table');
  const controls = h(
    'div',
    { class: 'gantt-controls' },
    button('−', 'Show more time', () => zoomBy(1 / KEY_FACTOR)),
    button('+', 'Show less time, larger', () => zoomBy(KEY_FACTOR)),
    width,
    as_table,
  );
  const note = h('small', { class: 'gantt-note', 'aria-hidden': 'true' });
  const legend = h(
    'small',
    { class: 'gantt-legend' },
    'hatched: a read waits, red: behind a collection; dashed: to come',
  );
  const title = h('span', { class: 'part-words' }, 'Channels and planes ', legend, note);
  const head = h('h2', { class: 'part-title' }, title, controls);
  const body = h('div', { class: 'gantt-body' }, surface, table, card);
  host.classList.add('gantt');
  host.append(head, body, told, chosen_words);

  let drawn: GanttView | null = null;
  let view: GanttView | null = null;
  let model: GanttModel | null = null;
  let zoom: Zoom = PROPOSED;
  let chosen: GanttBar | null = null;
  let colours: Colours | null = null;
  let style_key = '';
  let drag: { x: number; zoom: Zoom } | null = null;

  const left = (): number => LABEL_PX;
  const stretch = (): Stretch => stretchOf(view ?? { from_ns: 0, to_ns: 1 }, zoom);
  const scale = () => place(stretch(), left(), surface.clientWidth);
  const momentAt = (x: number): number => {
    const { from_ns, to_ns } = stretch();
    return from_ns + ((x - left()) / Math.max(1, surface.clientWidth - left())) * (to_ns - from_ns);
  };
  const rows = () => (view ? rowsOf(view, surface.clientHeight) : []);

  function styleChanged(): boolean {
    const token = tokensOf(host);
    const key = `${themeKey(token)} ${surface.clientWidth} ${surface.clientHeight} ${devicePixelRatio}`;
    if (key === style_key) return false;
    style_key = key;
    colours = readColours(token);
    return true;
  }

  function paint(): void {
    if (!model || !colours || surface.clientWidth === 0) return;
    const size = { width: surface.clientWidth, height: surface.clientHeight };
    resize([canvas], size.width, size.height);
    const g = contextOf(canvas);
    if (!g) return;
    const text_px = textSize(host);
    const scene: GanttScene = { model, rows: rows(), stretch: stretch(), ...size, left: left(), text_px, chosen };
    paintGantt(g, scene, colours);
  }

  function updateAltText(): void {
    if (!model || !view) return;
    const words = account(model);
    setText(told, words.join(' '));
    setText(note, words.join(' '));
    const { from_ns, to_ns } = stretch();
    setAttribute(
      surface,
      'aria-label',
      `Channels and planes over ${time(to_ns - from_ns, 3)} of simulated time. ${words.join(' ')}`,
    );
    width.value =
      zoom.width_ns === null ? '' : WIDTHS_MS.some((ms) => ms * 1e6 === zoom.width_ns) ? String(zoom.width_ns) : 'own';
    if (table.hidden) return;
    const head_cells = ['where', 'what', 'began', 'took', ''].map((name) => h('th', { scope: 'col' }, name));
    const lines = tableOf(model, from_ns, to_ns, TABLE_ROWS).map(({ cells }) =>
      h('tr', {}, ...cells.map((cell) => h('td', {}, cell))),
    );
    table.replaceChildren(h('table', {}, h('thead', {}, h('tr', {}, ...head_cells)), h('tbody', {}, ...lines)));
  }

  function redraw(): void {
    styleChanged();
    paint();
    updateAltText();
  }

  function setZoom(next: Zoom): void {
    zoom = next;
    hideCard();
    redraw();
  }

  function zoomBy(factor: number, at_ns?: number): void {
    if (view)
      setZoom(zoomed(view, zoom, factor, at_ns ?? (chosen ? chosen.start_ns : Math.min(view.now_ns, stretch().to_ns))));
  }

  function toggleTable(): void {
    table.hidden = !table.hidden;
    setAttribute(as_table, 'aria-pressed', String(!table.hidden));
    surface.classList.toggle('is-away', !table.hidden);
    redraw();
  }

  function showCard(bar: GanttBar): void {
    const row = rows().find(({ lane }) => lane === bar.lane);
    if (!row || !model) {
      hideCard();
      return;
    }
    const { title, lines } = barWords(bar, model);
    card.replaceChildren(
      h('div', { class: 'page-card' }, h('b', {}, title), ...lines.map((line) => h('div', {}, line))),
    );
    card.hidden = false;
    const x = scale();
    const from = Math.max(left(), x(bar.start_ns));
    const to = Math.min(surface.clientWidth, Math.max(x(bar.end_ns), from + 1));
    placeCard(card, { x: from, y: row.y, width: to - from, height: row.height });
  }

  function hideCard(): void {
    card.hidden = true;
  }

  function choose(bar: GanttBar): void {
    chosen = bar;
    const { from_ns, to_ns } = stretch();
    if (view && (bar.start_ns < from_ns || bar.start_ns > to_ns)) {
      zoom = panned(view, { width_ns: to_ns - from_ns, back_ns: view.to_ns - bar.start_ns - (to_ns - from_ns) / 2 }, 0);
    }
    redraw();
    showCard(bar);
    if (model) {
      const { title, lines } = barWords(bar, model);
      setText(chosen_words, [title, ...lines].join(', '));
    }
  }

  surface.addEventListener('keydown', (event) => {
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const { from_ns, to_ns } = stretch();
    const { key } = event;
    if (key === '+' || key === '=') zoomBy(KEY_FACTOR);
    else if (key === '-' || key === '_') zoomBy(1 / KEY_FACTOR);
    else if (key === '0') setZoom(PROPOSED);
    else if (key === 'Escape' && (chosen || !card.hidden)) {
      chosen = null;
      hideCard();
      redraw();
    } else if (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      const by = (to_ns - from_ns) * PAN_SHARE * (key === 'ArrowLeft' ? 1 : -1);
      setZoom(panned(view, zoom, by));
    } else if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown') {
      const first = view.bars.findLast(({ start_ns, over }) => over && start_ns <= to_ns);
      const next = chosen ? neighbour(view.bars, rows(), chosen, key) : first;
      if (next) choose(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  surface.addEventListener('blur', hideCard);
  surface.addEventListener(
    'wheel',
    (event) => {
      if (!view) return;
      event.preventDefault();
      const { from_ns, to_ns } = stretch();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        setZoom(panned(view, zoom, (-event.deltaX / surface.clientWidth) * (to_ns - from_ns)));
      } else zoomBy(WHEEL_FACTOR ** event.deltaY, momentAt(event.offsetX));
    },
    { passive: false },
  );
  surface.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    surface.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, zoom };
  });
  surface.addEventListener('pointermove', (event) => {
    if (!view || !model) return;
    if (drag && surface.hasPointerCapture(event.pointerId) && Math.abs(event.clientX - drag.x) > 3) {
      const { from_ns, to_ns } = stretch();
      const by = ((event.clientX - drag.x) / Math.max(1, surface.clientWidth - left())) * (to_ns - from_ns);
      setZoom(panned(view, drag.zoom, by));
      return;
    }
    const bar = barAt(view.bars, rows(), scale(), { x: event.offsetX, y: event.offsetY });
    if (bar) showCard(bar);
    else hideCard();
  });
  surface.addEventListener('pointerup', (event) => {
    const moved = drag !== null && Math.abs(event.clientX - drag.x) > 3;
    drag = null;
    const bar = view && barAt(view.bars, rows(), scale(), { x: event.offsetX, y: event.offsetY });
    if (moved || !bar) return;
    chosen = bar;
    redraw();
    showCard(bar);
  });
  surface.addEventListener('pointerleave', hideCard);
  width.addEventListener('change', () => {
    if (width.value !== 'own') setZoom({ width_ns: width.value === '' ? null : Number(width.value), back_ns: 0 });
  });
  new ResizeObserver(() => {
    if (styleChanged()) redraw();
  }).observe(surface);

  let latest: Frame | null = null;
  const renewSlowly = throttled(REDRAW_MS, () => latest && renew(latest));

  function renew({ gantt, layer }: Frame): void {
    host.hidden = gantt === null;
    if (!gantt) return;
    view = ofItsGroup(gantt, layer.ttflash?.read ?? null);
    model = modelOf(view, layer.ttflash);
    drawn = gantt;
    const same = chosen;
    chosen = same && (gantt.bars.find(({ op, lane }) => op === same.op && lane === same.lane) ?? null);
    if (!chosen) hideCard();
    const high = Math.min(HEIGHT_MAX_PX, Math.max(HEIGHT_MIN_PX, heightFor(gantt, ROW_PX)));
    body.style.setProperty('--gantt-height', `${high}px`);
    body.style.setProperty('--gantt-axis', `${AXIS_PX}px`);
    redraw();
  }

  return {
    show(frame, playing) {
      latest = frame;
      if (frame.gantt === drawn && !styleChanged()) return;
      if (playing) renewSlowly();
      else renew(frame);
    },
  };
}
