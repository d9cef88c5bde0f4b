/**
 * The stage of host FTLs over open channels: a look-up in a table of which blocks are fetched, that table as a map, what it costs, who
 * may write, and the lines. Where the whole table is in memory the last two are the stage.
 */

import type { AppState } from '../../../app/state';
import type { ViewContext } from '../../../app/view';
import type { Frame } from '../../../engine/protocol';
import { themeKey, tokensOf } from '../../../render/colours';
import { throttled } from '../../../render/throttle';
import { h } from '../../../ui/dom';
import { motionMode } from '../../stage/cells/motion-plan';
import type { LayerStage } from '../layer';
import { accounts } from './accounts';
import { fieldPanel } from './field';
import { limiterPanel } from './limiter-panel';
import { linesPanel } from './lines-panel';
import { type HostMapPicture, isTiny, pictureOf } from './model';
import { picturePanel } from './picture';
import { stepsPanel } from './steps-panel';
import { tradeoffChart } from './tradeoff-chart';
import { wholeTable } from './whole-table';
import './host-map.css';
import './walk.css';
import './field.css';
import './charts.css';

/** 15 a second while playing fast: as often as it can be read. */
const REDRAW_MS = 67;
const TRAVEL_MS = 420;
const TRAVEL_MAX_PER_S = 4;

export function hostMapView(context: ViewContext): LayerStage {
  const goTo = (step: number): void => context.run('transport.map-step', { step });
  const steps = stepsPanel(goTo);
  const where = picturePanel(goTo);
  const field = fieldPanel({
    ask: (asked_block) => {
      if (asked_block !== context.state().asked_block) context.update({ asked_block, asked_map_block: null });
    },
    scatter: (scatter) => context.run('experiment.scatter', { scatter }),
  });
  const tradeoff = tradeoffChart();
  const limiter = limiterPanel();
  const lines = linesPanel();
  const whole = wholeTable();
  const told = h('div', { class: 'visually-hidden', id: 'host-told' });
  const high = h('div', { class: 'host-high' }, steps.element, where.element);
  const device = h('div', { class: 'host-device' }, whole.element, limiter.element, lines.element);
  const low = h('div', { class: 'host-low' }, field.element, tradeoff.element, device);
  const element = h('div', { class: 'host-stage' }, high, low, told);

  let shown: { frame: Frame; asked: AppState['asked_map_block']; style_key: string } | null = null;
  let drawn: Frame | null = null;
  let over_ms = 0;
  /** The words are older than the picture: nobody can read them while it plays fast. */
  let alt_text_stale = false;

  /** How long what moves may take; 0 where nothing is to be seen moving. */
  function travelMs(frame: Frame, state: AppState): number {
    const forward = drawn !== null && drawn.epoch === frame.epoch && drawn.position.op < frame.position.op;
    const moves = forward && context.motion() && motionMode(state.playing, state.speed) === 'travel';
    return moves ? TRAVEL_MS / (state.playing ? Math.min(TRAVEL_MAX_PER_S, Math.max(1, state.speed)) : 1) : 0;
  }

  function updateAltText(picture: HostMapPicture): void {
    told.replaceChildren(
      ...accounts(picture).map(({ name, lines: all }) =>
        h(
          'section',
          { 'data-account': name },
          h('h3', {}, name),
          h(
            'ul',
            {},
            all.map((line) => h('li', {}, line)),
          ),
        ),
      ),
    );
  }

  function renew(frame: Frame, state: AppState): void {
    const picture = pictureOf(frame, state);
    if (!picture) return;
    const travel_ms = travelMs(frame, state);
    const has_map = picture.map !== null;
    const tiny = picture.map !== null && isTiny(picture.map);
    element.classList.toggle('is-whole', !has_map);
    element.classList.toggle('is-tiny', tiny);
    for (const part of [high, field.element]) part.hidden = !has_map;
    // Where all of it is told there is nothing to choose between memory and speed.
    tradeoff.element.hidden = !has_map || tiny;
    whole.element.hidden = has_map;
    if (has_map) {
      steps.show(picture);
      where.show(picture, travel_ms);
      field.show(picture);
      tradeoff.show(picture);
    } else whole.show(picture);
    limiter.show(picture.view.limiter);
    lines.show(picture.view);
    drawn = frame;
    over_ms = performance.now() + travel_ms;
    alt_text_stale = state.playing && motionMode(true, state.speed) === 'none';
    if (!alt_text_stale) updateAltText(picture);
  }

  const renewSlowly = throttled(REDRAW_MS, renew);

  return {
    element,
    settled: () => performance.now() >= over_ms,
    show(frame, _geometry, state) {
      const style_key = themeKey(tokensOf(element));
      const before = shown;
      shown = { frame, asked: state.asked_map_block, style_key };
      const same_style = before?.style_key === style_key;
      if (!same_style) field.restyle();
      const same = before?.frame === frame && before.asked === state.asked_map_block;
      if (same && same_style && !(alt_text_stale && !state.playing)) return;
      if (!same && state.playing && motionMode(true, state.speed) === 'none') renewSlowly(frame, state);
      else renew(frame, state);
    },
  };
}
