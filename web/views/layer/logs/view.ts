/** The stage of layers that map blocks and merge: log blocks as parking places, rebuilds as rows, and what one write costs. */

import { hiddenIn } from '../../../app/lesson/state';
import type { AppState } from '../../../app/state';
import type { StageContext } from '../../../app/view';
import { h, setAttribute } from '../../../ui/dom';
import { contextOf, resize } from '../../stage-kit/canvas';
import { cellCursor } from '../../stage-kit/cell-cursor';
import { type MotionMode, type MotionPlan, NO_MOTION, planMotion } from '../../stage-kit/motion-plan';
import type { Ink } from '../../stage-kit/page-appearance';
import { surfaceOf } from '../../stage-kit/pointing';
import { type LayerStage, layerStage, type Sight, type StageEntry, type Step, stageEntry } from '../../stage-kit/stage';
import { stageStyle } from '../../stage-kit/style';
import { textAccount } from '../../stage-kit/text-account';
import { textSize } from '../../stage-kit/text-size';
import { timeline } from '../../stage-kit/timeline';
import { wordsLayer } from '../../stage-kit/words-layer';
import { compose, isUpright } from './compose';
import { heldWords } from './held-words';
import { appearanceAt, byPage, MOVE_OVER_MS, movesOver, paintTravels, type Travel, travelsOf } from './motion';
import { type Marks, paintScene, paintThread } from './paint';
import { type LogsPicture, pictureOf } from './picture';
import type { Scene, SceneCell } from './scene';
import { accounts, cellCard, inOneLine } from './words';

/** Below this nothing could be told apart any more. */
const HEIGHT_MIN_PX = 120;

/** A lesson's question may ask for what the request costs. */
const tellsCost = ({ lesson }: AppState): boolean => !hiddenIn(lesson)?.includes('costs');

const model = ({ frame, geometry, state, arrival }: Sight): LogsPicture | null => {
  const last = arrival.operations.at(-1) ?? null;
  const picture = state.opened && pictureOf(frame, geometry, state.opened, last);
  return picture && { ...picture, tells_cost: tellsCost(state) };
};

export const LOGS: StageEntry = stageEntry(logsView, model, accounts);

function logsView(context: StageContext): LayerStage {
  const base = h('canvas', { class: 'logs-base', role: 'img' });
  const above = h('canvas', { class: 'logs-above', 'aria-hidden': 'true' });
  const words = wordsLayer();
  const text = textAccount('logs-told');
  const surface = surfaceOf(
    { kind: 'layer-surface', label: 'Log blocks and rebuilds, page by page', described_by: 'logs-told' },
    base,
    above,
  );
  const element = h('div', { class: 'logs' }, surface, words.element, text.element);
  const style = stageStyle(element, element);
  const motion = timeline(context.play, drawMotion);

  let picture: LogsPicture | null = null;
  let scene: Scene | null = null;
  let before = new Map<number, SceneCell[]>();
  let plan: MotionPlan = NO_MOTION;
  let travels: Travel[] = [];
  /** Pages of a log block that changes role. */
  let going_over: ReadonlySet<number> = new Set();

  const cursor = cellCursor<SceneCell>({
    box: surface,
    cells: () => scene?.cells ?? [],
    card: (cell) => cellCard(cell, picture?.pages_per_block ?? 1),
    changed: paintAbove,
  });

  function arrange(of: LogsPicture): void {
    if (element.clientWidth === 0) return;
    const text_px = textSize(element);
    const { pages_per_block, appearances } = of;
    const ink: Ink = { colours: style.colours(), text_px, pages_per_block, appearances };
    const size = {
      width: element.clientWidth,
      height: Math.max(HEIGHT_MIN_PX, element.clientHeight),
      title_px: text_px * 1.4 + 12,
    };
    scene = compose(of, size, ink);
    const height = Math.max(size.height, scene.height);
    // An upright stage is as high as what is in it; any other fills what there is.
    setAttribute(element, 'style', isUpright(size.width) ? `min-height: ${Math.ceil(scene.height)}px` : null);
    resize([base, above], size.width, height);
    words.show(scene.words, scene.titles);
  }

  function marks(): Marks {
    const operation = picture?.last;
    if (!operation || !motion.over()) return { read: null, programmed: null };
    return { read: operation.from, programmed: operation.to };
  }

  function paint(): void {
    const g = contextOf(base);
    if (!g || !scene || !picture) return;
    g.clearRect(0, 0, base.width, base.height);
    const appearance = appearanceAt(plan, before, picture.pages_per_block, going_over, motion.at_ms());
    paintScene(g, scene, style.colours(), marks(), appearance);
    paintAbove();
  }

  function paintAbove(): void {
    const g = contextOf(above);
    if (!g || !scene) return;
    g.clearRect(0, 0, above.width, above.height);
    paintTravels(g, travels, plan, style.colours(), motion.at_ms());
    const here = cursor.cell();
    if (!here) return;
    const same = scene.cells.filter(({ part, lpn }) => part !== 'tag' && lpn !== null && lpn === here.lpn);
    paintThread(g, same.length > 0 ? same.map(({ rect }) => rect) : [here.rect], style.colours());
  }

  function drawMotion(): void {
    if (motion.over() && scene) words.show(scene.words, scene.titles);
    paint();
  }

  /** From the scene before to this one: what travels, and what goes over to another role. */
  function move(now: Scene, mode: MotionMode): void {
    const cells = byPage(now);
    const over = movesOver(cells, before, mode);
    travels = [...travelsOf(plan, cells, before), ...over];
    going_over = new Set(over.map(({ move: { to } }) => to));
    if (over.length > 0) plan = { ...plan, end_ms: Math.max(plan.end_ms, MOVE_OVER_MS) };
  }

  function draw(next: LogsPicture, { moved, told, mode, frame, pace }: Step): void {
    picture = next;
    if (moved) {
      motion.stop();
      // At speeds without motion nobody asks where a page was.
      before = scene && told && mode !== 'none' ? byPage(scene) : new Map();
      plan = told && scene ? planMotion(frame.operations, mode, pace) : NO_MOTION;
      [travels, going_over] = [[], new Set()];
    }
    const words_before = scene?.words ?? [];
    arrange(next);
    if (moved && scene && before.size > 0) {
      move(scene, mode);
      if (context.motion()) motion.begin(plan.end_ms);
      if (!motion.over()) words.show(heldWords(words_before, scene.words), scene.titles);
    }
    paint();
    cursor.renew();
  }

  return layerStage<LogsPicture>(context, {
    element,
    style,
    asked: tellsCost,
    model,
    draw,
    updateAltText(told) {
      setAttribute(base, 'aria-label', inOneLine(told));
      text.show(accounts(told));
    },
    settled: motion.over,
  });
}
