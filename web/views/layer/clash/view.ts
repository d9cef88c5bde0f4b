/** The stage of C-lash: pages of the host gather in RAM, swap places there, and go to flash as whole blocks. */

import type { StageContext } from '../../../app/view';
import { h, setAttribute } from '../../../ui/dom';
import { contextOf, resize } from '../../stage-kit/canvas';
import { cellCursor } from '../../stage-kit/cell-cursor';
import type { Ink } from '../../stage-kit/page-appearance';
import { surfaceOf } from '../../stage-kit/pointing';
import { type LayerStage, layerStage, type Sight, type StageEntry, type Step, stageEntry } from '../../stage-kit/stage';
import { stageStyle } from '../../stage-kit/style';
import { textAccount } from '../../stage-kit/text-account';
import { textSize } from '../../stage-kit/text-size';
import { timeline } from '../../stage-kit/timeline';
import { wordsLayer } from '../../stage-kit/words-layer';
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

/** Below this nothing could be told apart any more. */
const HEIGHT_MIN_PX = 120;
/** In a lesson a swap takes twice as long. */
const LESSON = 2;
const GATE_OPENS = 0.25;

/** The part of a motion whose words are shown. */
type Told = Exclude<Phase, 'now'> | 'over';

const model = ({ frame, state }: Sight) => state.opened && pictureOf(frame, state.opened);

export const CLASH: StageEntry = stageEntry(clashView, model, accounts);

function clashView(context: StageContext): LayerStage {
  const base = h('canvas', { class: 'clash-base', role: 'img' });
  const above = h('canvas', { class: 'clash-above', 'aria-hidden': 'true' });
  const words = wordsLayer();
  const names = partNames();
  const text = textAccount('clash-told');
  const surface = surfaceOf(
    { kind: 'layer-surface', label: 'Page slots, block slots and flash, page by page', described_by: 'clash-told' },
    base,
  );
  const field = h('div', { class: 'clash-field' }, surface, names.element, words.element, above, text.element);
  const panels = footer(context);
  const element = h('div', { class: 'clash' }, field, panels.element);
  const style = stageStyle(element, field);
  const motion = timeline(context.play, drawMotion);

  let now: Moment | null = null;
  let before: Moment | null = null;
  let plan: ClashMotion = STILL;
  let phase: Told = 'over';
  let ink: Ink | null = null;

  const cursor = cellCursor<ClashCell>({
    box: surface,
    cells: () => now?.scene.cells ?? [],
    card: (cell) => cellCard(cell, now?.picture.pages_per_block ?? 1),
    changed: paintAbove,
  });

  function arrange(picture: ClashPicture): void {
    if (field.clientWidth === 0) return;
    const { pages_per_block, appearances } = picture;
    ink = { colours: style.colours(), text_px: textSize(element), pages_per_block, appearances };
    const upright = isUpright({ width: field.clientWidth });
    const size = { width: field.clientWidth, height: Math.max(HEIGHT_MIN_PX, field.clientHeight) };
    const composed = compose(picture, size, ink);
    now = { ...composed, picture };
    const height = upright ? composed.layout.height : size.height;
    setAttribute(field, 'style', upright ? `min-height: ${Math.ceil(height)}px` : null);
    resize([base, above], size.width, height);
    showWords(motion.over() ? 'over' : phase);
  }

  /** Words that belong to this part of a motion: those of the scene before it until pages move, then those of the scene after it. */
  function showWords(at: Told): void {
    phase = at;
    if (!now) return;
    const { scene } = now;
    const is_earlier = at === 'before' || at === 'moving';
    names.show(now.layout, (is_earlier && before ? before : now).picture);
    const crosses = plan.moves_ms < plan.lands_ms;
    words.show(wordsAt(at, before?.scene ?? null, scene, { crosses, text_px: ink?.text_px ?? TEXT_PX }), []);
  }

  function paint(): void {
    const g = contextOf(base);
    if (!g || !now || !ink) return;
    g.clearRect(0, 0, base.width, base.height);
    paintMoment(g, momentAt(now.scene, motion.at_ms()), ink.colours, ink.text_px);
    paintAbove();
  }

  function momentAt(scene: Scene, at_ms: number): ReturnType<typeof still> {
    if (!before || at_ms >= plan.end_ms) return still(scene);
    const { marked, lands_ms, end_ms, connectors } = plan;
    const earlier = before.scene;
    const landed = at_ms >= lands_ms;
    const opening = Math.min(1, (at_ms - lands_ms) / Math.max(1, (end_ms - lands_ms) * GATE_OPENS));
    return {
      scene,
      cells: cellsAt(plan, earlier, scene, at_ms),
      meter: landed ? scene.meter : earlier.meter,
      gate: landed ? (scene.gate ?? sliding(earlier.gate, opening)) : earlier.gate,
      marks: Math.min(1, Math.max(0, (at_ms - marked.start_ms) / Math.max(1, marked.end_ms - marked.start_ms))),
      frames: landed ? 1 : 0,
      connector: ({ path }) => at_ms >= (connectors.get(path) ?? 0),
    };
  }

  function paintAbove(): void {
    const g = contextOf(above);
    if (!g || !now || !ink) return;
    g.clearRect(0, 0, above.width, above.height);
    if (!motion.over()) paintFlights(g, plan, ink.colours, motion.at_ms());
    const here = cursor.cell();
    if (here) paintSelection(g, here, now.scene.cells, ink.colours);
  }

  function drawMotion(): void {
    const wanted = phaseAt(plan, motion.at_ms());
    if (wanted !== phase) showWords(wanted);
    paint();
  }

  function draw(picture: ClashPicture, { frame, state, moved, told, travels, pace, restyled }: Step): void {
    if (moved || restyled) {
      motion.stop();
      // Where only the size is another, the scene before has no place in it.
      before = moved ? now : null;
      plan = STILL;
    }
    arrange(picture);
    if (now && before && told && travels) {
      plan = planMotion(frame.operations, before, now, { speed: pace, slow: state.presenting ? LESSON : 1 });
      motion.begin(plan.end_ms);
      if (!motion.over()) showWords('before');
    }
    paint();
    cursor.renew();
    panels.show(picture, state, ink);
    if (restyled) panels.restyle(ink);
  }

  return layerStage<ClashPicture>(context, {
    element,
    style,
    model,
    draw,
    updateAltText(picture) {
      setAttribute(base, 'aria-label', inOneLine(picture));
      text.show(accounts(picture));
    },
    settled: motion.over,
  });
}

function phaseAt({ moves_ms, lands_ms, end_ms }: ClashMotion, at_ms: number): Told {
  if (at_ms >= end_ms) return 'over';
  if (at_ms < moves_ms) return 'before';
  return at_ms < lands_ms ? 'moving' : 'landed';
}

/** The gate draws back from its end as it opens. */
function sliding(gate: Scene['gate'], share: number): Scene['gate'] {
  if (!gate || share >= 1) return null;
  const { from, to } = gate;
  return { from, to: { x: from.x + (to.x - from.x) * (1 - share), y: to.y } };
}
