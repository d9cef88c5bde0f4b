/** The stage of layers that map blocks and merge: log blocks as parking places, rebuilds as rows, and what one write costs. */

import type { AppState } from '../../../app/state';
import type { ViewContext } from '../../../app/view';
import type { Frame, Geometry } from '../../../engine/protocol';
import { type Colours, readColours, themeKey, tokensOf } from '../../../render/colours';
import { throttled } from '../../../render/throttle';
import { h, setAttribute } from '../../../ui/dom';
import { type MotionPlan, motionMode, NO_MOTION, planMotion } from '../../stage/cells/motion-plan';
import { contextOf, resize } from '../canvas';
import { cellCursor } from '../cursor';
import type { LayerStage } from '../layer';
import type { Ink } from '../page-appearance';
import { wordsLayer } from '../words-layer';
import { compose, isUpright } from './compose';
import { heldWords } from './held-words';
import { appearanceAt, byPage, MOVE_OVER_MS, movesOver, paintTravels, type Travel, travelsOf } from './motion';
import { type Marks, paintScene, paintThread } from './paint';
import { type LogsPicture, pictureOf } from './picture';
import type { Scene, SceneCell } from './scene';
import { accounts, cellCard, inOneLine } from './words';

const REDRAW_MS = 66;
/** Below this nothing could be told apart any more. */
const HEIGHT_MIN_PX = 120;

export function logsView(context: ViewContext): LayerStage {
  const base = h('canvas', { class: 'logs-base', role: 'img' });
  const above = h('canvas', { class: 'logs-above', 'aria-hidden': 'true' });
  const words = wordsLayer();
  const told = h('div', { class: 'visually-hidden', id: 'logs-told' });
  const surface = h(
    'div',
    {
      class: 'layer-surface',
      tabindex: '0',
      role: 'application',
      'aria-label': 'Log blocks and rebuilds, page by page',
      'aria-describedby': 'logs-told',
    },
    base,
    above,
  );
  const element = h('div', { class: 'logs' }, surface, words.element, told);

  let shown: Frame | null = null;
  /** The frame that brought the run to where it is: a later look at the same place tells no operations. */
  let last: Frame | null = null;
  let picture: LogsPicture | null = null;
  let scene: Scene | null = null;
  let before = new Map<number, SceneCell[]>();
  let plan: MotionPlan = NO_MOTION;
  let travels: Travel[] = [];
  let running = 0;
  let started_ms = 0;
  let colours: Colours | null = null;
  /** Pages of a log block that changes role. */
  let going_over: ReadonlySet<number> = new Set();
  let style_key = '';
  /** The words are older than the picture: nobody can read them while it plays fast. */
  let alt_text_stale = false;

  const cursor = cellCursor<SceneCell>({
    box: surface,
    cells: () => scene?.cells ?? [],
    card: (cell) => cellCard(cell, picture?.pages_per_block ?? 1),
    changed: () => paintAbove(now_ms()),
  });

  const now_ms = (): number => (running ? performance.now() - started_ms : Number.POSITIVE_INFINITY);

  /** Reads colours and sizes; returns whether any of them has changed. */
  function styleChanged(): boolean {
    const token = tokensOf(element);
    const key = `${themeKey(token)} ${element.clientWidth} ${element.clientHeight} ${devicePixelRatio}`;
    if (key === style_key) return false;
    style_key = key;
    colours = readColours(token);
    return true;
  }

  function arrange(): void {
    if (!picture || !colours || element.clientWidth === 0) return;
    const text_px = Number.parseFloat(tokensOf(element)('t-s')) || 12.5;
    const { pages_per_block, appearances } = picture;
    const ink: Ink = { colours, text_px, pages_per_block, appearances };
    const size = {
      width: element.clientWidth,
      height: Math.max(HEIGHT_MIN_PX, element.clientHeight),
      title_px: text_px * 1.4 + 12,
    };
    scene = compose(picture, size, ink);
    const height = Math.max(size.height, scene.height);
    // An upright stage is as high as what is in it; any other fills what there is.
    setAttribute(element, 'style', isUpright(size.width) ? `min-height: ${Math.ceil(scene.height)}px` : null);
    resize([base, above], size.width, height);
    words.show(scene.words, scene.titles);
  }

  function marks(): Marks {
    const operation = picture?.last;
    if (!operation || running) return { read: null, programmed: null };
    return { read: operation.from, programmed: operation.to };
  }

  function paint(): void {
    const g = contextOf(base);
    if (!g || !scene || !colours || !picture) return;
    g.clearRect(0, 0, base.width, base.height);
    paintScene(g, scene, colours, marks(), appearanceAt(plan, before, picture.pages_per_block, going_over, now_ms()));
    paintAbove(now_ms());
  }

  function paintAbove(at_ms: number): void {
    const g = contextOf(above);
    if (!g || !scene || !colours) return;
    g.clearRect(0, 0, above.width, above.height);
    paintTravels(g, travels, plan, colours, at_ms);
    const here = cursor.cell();
    if (!here) return;
    const same = scene.cells.filter(({ part, lpn }) => part !== 'tag' && lpn !== null && lpn === here.lpn);
    paintThread(g, same.length > 0 ? same.map(({ rect }) => rect) : [here.rect], colours);
  }

  function step(): void {
    if (!running) return;
    running = performance.now() - started_ms >= plan.end_ms ? 0 : requestAnimationFrame(step);
    if (!running && scene) words.show(scene.words, scene.titles);
    paint();
  }

  function updateAltText(): void {
    if (!picture) return;
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

  function renew(frame: Frame, geometry: Geometry, state: AppState): void {
    if (!state.opened) return;
    const from = last;
    if (!last || !samePlace(last, frame)) last = frame;
    const moved = last === frame;
    const mode = motionMode(state.playing, state.speed);
    picture = pictureOf(frame, geometry, state.opened, last.operations.at(-1) ?? null);
    styleChanged();
    if (moved) {
      cancelAnimationFrame(running);
      running = 0;
      // At speeds without motion nobody asks where a page was.
      before = scene && toldBy(frame, from) && mode !== 'none' ? byPage(scene) : new Map();
      plan = planOf(frame, from, state);
    }
    const words_before = scene?.words ?? [];
    arrange();
    if (moved) [travels, going_over] = [[], new Set()];
    if (moved && scene && before.size > 0) {
      const now = byPage(scene);
      const over = movesOver(now, before, mode);
      travels = [...travelsOf(plan, now, before), ...over];
      going_over = new Set(over.map(({ move }) => move.to));
      if (over.length > 0) plan = { ...plan, end_ms: Math.max(plan.end_ms, MOVE_OVER_MS) };
      if (context.motion() && plan.end_ms > 0) {
        started_ms = performance.now();
        running = requestAnimationFrame(step);
        words.show(heldWords(words_before, scene.words), scene.titles);
      }
    }
    paint();
    cursor.renew();
    alt_text_stale = mode === 'none';
    if (!alt_text_stale) updateAltText();
  }

  function planOf(frame: Frame, from: Frame | null, { playing, speed }: AppState): MotionPlan {
    if (!toldBy(frame, from) || !scene) return NO_MOTION;
    return planMotion(frame.operations, motionMode(playing, speed), playing ? speed : 1);
  }

  const renewSlowly = throttled(REDRAW_MS, renew);

  new ResizeObserver(() => {
    if (!picture || !styleChanged()) return;
    arrange();
    paint();
  }).observe(element);

  return {
    element,
    show(frame, geometry, state) {
      if (frame === shown && alt_text_stale && !state.playing) return renew(frame, geometry, state);
      if (frame === shown && !styleChanged()) return;
      const restyled = frame === shown;
      shown = frame;
      if (restyled) {
        arrange();
        paint();
      } else if (state.playing && motionMode(true, state.speed) === 'none') renewSlowly(frame, geometry, state);
      else renew(frame, geometry, state);
    },
    settled: () => running === 0,
  };
}

/** Whether the frame tells every step from the one before it. */
const toldBy = (frame: Frame, from: Frame | null): boolean =>
  from !== null && from.epoch === frame.epoch && from.position.op < frame.position.op && frame.skipped === 0;

const samePlace = (a: Frame, b: Frame): boolean => a.epoch === b.epoch && a.position.op === b.position.op;
