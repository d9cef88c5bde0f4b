/** The stage of the write buffers: l-buffer's own, and a shelf of groups or pages in order of leaving for all others. */

import type { AppState } from '../../../app/state';
import type { ViewContext } from '../../../app/view';
import type { Frame } from '../../../engine/protocol';
import { throttled } from '../../../render/throttle';
import { h } from '../../../ui/dom';
import { motionMode } from '../../stage/cells/motion-plan';
import type { LayerStage } from '../layer';
import { accounts, inOneLine } from './accounts';
import { densityStage } from './density-stage';
import { type BufferPicture, hasDensity, pictureOf } from './model';
import { ownerPatterns } from './owner-marks';
import { shelf } from './shelf';
import './buffer.css';
import './density.css';
import './line.css';
import './shelf.css';

/** 15 a second while playing fast: as often as it can be read. */
const REDRAW_MS = 67;
const TRAVEL_MS = 420;
const TRAVEL_MAX_PER_S = 4;
/** In a lesson what moves takes twice as long. */
const LESSON = 2;

export function bufferStageView(context: ViewContext): LayerStage {
  const by_density = densityStage(context);
  const by_shelf = shelf();
  const told = h('div', { class: 'visually-hidden', id: 'buffer-told' });
  const element = h('div', { class: 'buffer-stage' }, by_density.element, by_shelf.element, told, ownerPatterns());

  let shown: Frame | null = null;
  let drawn: Frame | null = null;
  let opened: AppState['opened'] = null;
  /** The words are older than the picture: nobody can read them while it plays fast. */
  let alt_text_stale = false;

  /** How long what moves may take; 0 where nothing is to be seen moving. */
  function travelMs(frame: Frame, state: AppState): number {
    const before = drawn;
    const forward = before !== null && before.epoch === frame.epoch && before.position.op < frame.position.op;
    const moves = forward && context.motion() && motionMode(state.playing, state.speed) === 'travel';
    if (!moves) return 0;
    const speed = state.playing ? Math.min(TRAVEL_MAX_PER_S, Math.max(1, state.speed)) : 1;
    return (TRAVEL_MS / speed) * (state.presenting ? LESSON : 1);
  }

  function updateAltText(picture: BufferPicture): void {
    told.replaceChildren(
      h('p', {}, inOneLine(picture)),
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

  function draw(picture: BufferPicture, travel_ms: number): void {
    const is_density = hasDensity(picture);
    by_density.element.hidden = !is_density;
    by_shelf.element.hidden = is_density;
    if (is_density) by_density.show(picture, travel_ms);
    else by_shelf.show(picture, travel_ms);
  }

  function renew(frame: Frame, state: AppState): void {
    const picture = state.opened && pictureOf(frame, state.opened);
    if (!picture) return;
    if (state.opened !== opened) by_density.forget();
    opened = state.opened;
    const travel_ms = travelMs(frame, state);
    draw(picture, travel_ms);
    drawn = frame;
    alt_text_stale = state.playing && motionMode(true, state.speed) === 'none';
    if (!alt_text_stale) updateAltText(picture);
  }

  const renewSlowly = throttled(REDRAW_MS, renew);

  return {
    element,
    show(frame, _geometry, state) {
      if (frame === shown && alt_text_stale && !state.playing) return renew(frame, state);
      if (frame === shown) return;
      shown = frame;
      if (state.playing && motionMode(true, state.speed) === 'none') renewSlowly(frame, state);
      else renew(frame, state);
    },
    settled: () => by_density.settled() && by_shelf.settled(),
  };
}
