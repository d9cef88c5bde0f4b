/** The stage of C-lash: pages of the host gather in RAM, trade places there, and go to flash as whole blocks. */

import type { AppState } from '../../../app/state';
import type { ViewContext } from '../../../app/view';
import type { Frame } from '../../../engine/protocol';
import { type Colours, readColours, themeKey, tokensOf } from '../../../render/colours';
import { throttled } from '../../../render/throttle';
import { h, setAttribute } from '../../../ui/dom';
import { motionMode } from '../../stage/cells/motion-plan';
import { contextOf, resize } from '../canvas';
import { cellCursor } from '../cursor';
import type { LayerStage } from '../layer';
import type { Ink } from '../page-appearance';
import { wordsLayer } from '../words-layer';
import { cellsAt } from './cells-at';
import { compose } from './compose';
import { footer } from './footer';
import { isUpright, TEXT_PX } from './layout';
import { planMotion } from './motion';
import { partNames } from './names';
import { paintMoment, still } from './paint';
import { paintFlights } from './paint-flights';
import { type ClashPicture, pictureOf } from './picture';
import { type ClashMotion, STILL } from './plan';
import type { Moment } from './planner';
import type { ClashCell, Phase, Scene } from './scene';
import { paintSelection } from './selection';
import { accounts, cellCard, inOneLine } from './words';
import { wordsAt } from './words-at';
import './clash.css';

const REDRAW_MS = 66;
/** Below this nothing could be told apart any more. */
const HEIGHT_MIN_PX = 120;
/** In a lesson a swap takes twice as long. */
const LESSON = 2;
const TRAVEL_MAX_PER_S = 4;
const GATE_OPENS = 0.25;

export function clashView(context: ViewContext): LayerStage {
  const base = h('canvas', { class: 'clash-base', role: 'img' });
  const above = h('canvas', { class: 'clash-above', 'aria-hidden': 'true' });
  const words = wordsLayer();
  const names = partNames();
  const told = h('div', { class: 'visually-hidden', id: 'clash-told' });
  const surface = h(
    'div',
    {
      class: 'layer-surface',
      tabindex: '0',
      role: 'application',
      'aria-label': 'Page slots, block slots and flash, page by page',
      'aria-describedby': 'clash-told',
    },
    base,
  );
  const field = h('div', { class: 'clash-field' }, surface, names.element, words.element, above, told);
  const panels = footer(context);
  const element = h('div', { class: 'clash' }, field, panels.element);

  let shown: Frame | null = null;
  /** The frame that brought the run to where it is: a later look at the same place tells no operations. */
  let last: Frame | null = null;
  let now: Moment | null = null;
  let before: Moment | null = null;
  let motion: ClashMotion = STILL;
  let phase: Exclude<Phase, 'now'> | 'over' = 'over';
  let running = 0;
  let started_ms = 0;
  let colours: Colours | null = null;
  let ink: Ink | null = null;
  let style_key = '';
  /** The words are older than the picture: nobody can read them while it plays fast. */
  let alt_text_stale = false;

  const cursor = cellCursor<ClashCell>({
    box: surface,
    cells: () => now?.scene.cells ?? [],
    card: (cell) => cellCard(cell, now?.picture.pages_per_block ?? 1),
    changed: () => paintAbove(now_ms()),
  });

  const now_ms = (): number => (running ? performance.now() - started_ms : Number.POSITIVE_INFINITY);

  /** Reads colours and sizes; returns whether any of them has changed. */
  function styleChanged(): boolean {
    const token = tokensOf(element);
    const key = `${themeKey(token)} ${field.clientWidth} ${field.clientHeight} ${devicePixelRatio}`;
    if (key === style_key) return false;
    style_key = key;
    colours = readColours(token);
    return true;
  }

  function arrange(picture: ClashPicture): void {
    if (!colours || field.clientWidth === 0) return;
    const text_px = Number.parseFloat(tokensOf(element)('t-s')) || 12.5;
    ink = { colours, text_px, pages_per_block: picture.pages_per_block, appearances: picture.appearances };
    const upright = isUpright({ width: field.clientWidth });
    const size = { width: field.clientWidth, height: Math.max(HEIGHT_MIN_PX, field.clientHeight) };
    const composed = compose(picture, size, ink);
    now = { ...composed, picture };
    const height = upright ? composed.layout.height : size.height;
    setAttribute(field, 'style', upright ? `min-height: ${Math.ceil(height)}px` : null);
    resize([base, above], size.width, height);
    showWords(running ? phase : 'over');
  }

  /** Words that belong to this part of a motion: those of the scene before it until pages move, then those of the scene after it. */
  function showWords(at: typeof phase): void {
    phase = at;
    if (!now) return;
    const { scene } = now;
    const is_earlier = at === 'before' || at === 'moving';
    names.show(now.layout, (is_earlier && before ? before : now).picture);
    const crosses = motion.moves_ms < motion.lands_ms;
    words.show(wordsAt(at, before?.scene ?? null, scene, { crosses, text_px: ink?.text_px ?? TEXT_PX }), []);
  }

  function paint(): void {
    const g = contextOf(base);
    if (!g || !now || !colours || !ink) return;
    const at_ms = now_ms();
    g.clearRect(0, 0, base.width, base.height);
    paintMoment(g, momentAt(at_ms), colours, ink.text_px);
    paintAbove(at_ms);
  }

  function momentAt(at_ms: number): ReturnType<typeof still> {
    const { scene } = now as Moment;
    if (!before || at_ms >= motion.end_ms) return still(scene);
    const { marked, lands_ms, end_ms, connectors } = motion;
    const earlier = before.scene;
    const landed = at_ms >= lands_ms;
    const opening = Math.min(1, (at_ms - lands_ms) / Math.max(1, (end_ms - lands_ms) * GATE_OPENS));
    return {
      scene,
      cells: cellsAt(motion, earlier, scene, at_ms),
      meter: landed ? scene.meter : earlier.meter,
      gate: landed ? (scene.gate ?? sliding(earlier.gate, opening)) : earlier.gate,
      marks: Math.min(1, Math.max(0, (at_ms - marked.start_ms) / Math.max(1, marked.end_ms - marked.start_ms))),
      frames: landed ? 1 : 0,
      connector: ({ path }) => at_ms >= (connectors.get(path) ?? 0),
    };
  }

  function paintAbove(at_ms: number): void {
    const g = contextOf(above);
    if (!g || !now || !colours) return;
    g.clearRect(0, 0, above.width, above.height);
    if (at_ms < motion.end_ms) paintFlights(g, motion, colours, at_ms);
    const here = cursor.cell();
    if (here) paintSelection(g, here, now.scene.cells, colours);
  }

  function step(): void {
    if (!running) return;
    const at_ms = performance.now() - started_ms;
    const over = at_ms >= motion.end_ms;
    running = over ? 0 : requestAnimationFrame(step);
    const wanted = over ? 'over' : at_ms < motion.moves_ms ? 'before' : at_ms < motion.lands_ms ? 'moving' : 'landed';
    if (wanted !== phase) showWords(wanted);
    paint();
  }

  function updateAltText(picture: ClashPicture): void {
    base.setAttribute('aria-label', inOneLine(picture));
    told.replaceChildren(
      ...accounts(picture).map(({ name, lines }) =>
        h(
          'section',
          { 'data-account': name },
          h('h3', {}, name),
          h(
            'ul',
            {},
            lines.map((line) => h('li', {}, line)),
          ),
        ),
      ),
    );
  }

  function renew(frame: Frame, state: AppState): void {
    const picture = state.opened && pictureOf(frame, state.opened);
    if (!picture) return;
    const from = last;
    if (!last || !samePlace(last, frame)) last = frame;
    const moved = last === frame;
    const mode = motionMode(state.playing, state.speed);
    styleChanged();
    if (moved) {
      cancelAnimationFrame(running);
      running = 0;
      before = now;
      motion = STILL;
    }
    arrange(picture);
    const told_all = moved && toldBy(frame, from) && mode === 'travel';
    if (told_all && now && before && context.motion()) {
      const speed = state.playing ? Math.min(TRAVEL_MAX_PER_S, Math.max(1, state.speed)) : 1;
      motion = planMotion(frame.operations, before, now, { speed, slow: state.presenting ? LESSON : 1 });
      if (motion.end_ms > 0) {
        started_ms = performance.now();
        running = requestAnimationFrame(step);
        showWords('before');
      }
    }
    paint();
    cursor.renew();
    panels.show(picture, state, ink);
    alt_text_stale = mode === 'none';
    if (!alt_text_stale) updateAltText(picture);
  }

  const renewSlowly = throttled(REDRAW_MS, renew);

  function restyle(): void {
    if (!now) return;
    before = null;
    running = 0;
    arrange(now.picture);
    paint();
    panels.restyle(ink);
  }

  new ResizeObserver(() => {
    if (styleChanged()) restyle();
  }).observe(field);

  return {
    element,
    show(frame, _geometry, state) {
      if (frame === shown && alt_text_stale && !state.playing) return renew(frame, state);
      if (frame === shown && !styleChanged()) return;
      const restyled = frame === shown;
      shown = frame;
      if (restyled) restyle();
      else if (state.playing && motionMode(true, state.speed) === 'none') renewSlowly(frame, state);
      else renew(frame, state);
    },
    settled: () => running === 0,
  };
}

/** The gate draws back from its end as it opens. */
function sliding(gate: Scene['gate'], share: number): Scene['gate'] {
  if (!gate || share >= 1) return null;
  const { from, to } = gate;
  return { from, to: { x: from.x + (to.x - from.x) * (1 - share), y: to.y } };
}

/** Whether the frame tells every step from the one before it. */
const toldBy = (frame: Frame, from: Frame | null): boolean =>
  from !== null && from.epoch === frame.epoch && from.position.op < frame.position.op && frame.skipped === 0;

const samePlace = (a: Frame, b: Frame): boolean => a.epoch === b.epoch && a.position.op === b.position.op;
