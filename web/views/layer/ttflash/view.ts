/** The stage of ttFlash: the board of planes, the same read without and with its techniques, and the RAM in front. */

import type { AppState } from '../../../app/state';
import type { ViewContext } from '../../../app/view';
import type { Frame } from '../../../engine/protocol';
import { themeKey, tokensOf } from '../../../render/colours';
import { throttled } from '../../../render/throttle';
import { h, svg } from '../../../ui/dom';
import { motionMode } from '../../stage/cells/motion-plan';
import type { LayerStage } from '../layer';
import { accounts } from './accounts';
import { ahead } from './ahead';
import { arrival } from './arrival';
import { board } from './board';
import { choice } from './choice';
import { createGantt } from './gantt';
import { pictureOf, type TtflashPicture } from './model';
import { pair } from './pair';
import { ram } from './ram';
import { xor } from './xor';
import './ttflash.css';
import './board.css';
import './read.css';
import './ram.css';
import './xor.css';

/** 15 a second while playing fast: as often as it can be read. */
const REDRAW_MS = 67;
const HOP_MS = 260;

export function ttflashView(context: ViewContext): LayerStage {
  const planes = board({
    ask: (asked_lpn) => {
      if (asked_lpn !== context.state().asked_lpn) context.update({ asked_lpn, asked_stripe: null });
    },
    kill: (plane) => context.run('experiment.kill-plane', { plane }),
  });
  const parts = { pair: pair(), ahead: ahead(), arrival: arrival(), choice: choice(), xor: xor(), ram: ram() };
  const told = h('div', { class: 'visually-hidden', id: 'ttflash-told' });
  const left = h('div', { class: 'ttflash-left' }, planes.element, parts.ram.element);
  const right = h(
    'div',
    { class: 'ttflash-right' },
    parts.pair.element,
    parts.ahead.element,
    parts.arrival.element,
    parts.choice.element,
    parts.xor.element,
  );
  const time = h('section', { class: 'ttflash-gantt', 'aria-label': 'Channels and planes over time' });
  const gantt = createGantt(time, 'stage');
  const element = h('div', { class: 'ttflash-stage' }, hatching(), left, right, time, told);

  let shown: { frame: Frame; stripe: AppState['asked_stripe']; style_key: string } | null = null;
  let drawn: Frame | null = null;
  let opened: AppState['opened'] = null;
  /** The words are older than the picture: nobody can read them while it plays fast. */
  let alt_text_stale = false;

  /** How long what moves may take; 0 where nothing is to be seen moving. */
  function travelMs(frame: Frame, state: AppState): number {
    const forward = drawn !== null && drawn.epoch === frame.epoch && drawn.position.op < frame.position.op;
    return forward && context.motion() && motionMode(state.playing, state.speed) === 'travel' ? HOP_MS : 0;
  }

  function updateAltText(picture: TtflashPicture): void {
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
    const picture = pictureOf(frame, state);
    if (!picture) return;
    if (state.opened !== opened) planes.forget();
    opened = state.opened;
    const travel_ms = travelMs(frame, state);
    planes.show(picture, travel_ms);
    parts.pair.show(picture, travel_ms);
    for (const part of [parts.ahead, parts.arrival, parts.choice, parts.xor, parts.ram]) part.show(picture);
    element.classList.toggle('has-read', picture.view.read !== null);
    drawn = frame;
    alt_text_stale = state.playing && motionMode(true, state.speed) === 'none';
    if (!alt_text_stale) updateAltText(picture);
  }

  const renewSlowly = throttled(REDRAW_MS, renew);

  return {
    element,
    show(frame, _geometry, state) {
      if (!state.embedded) gantt.show(frame, state.playing);
      const style_key = themeKey(tokensOf(element));
      const before = shown;
      shown = { frame, stripe: state.asked_stripe, style_key };
      const same_style = before?.style_key === style_key;
      if (!same_style) planes.restyle();
      const same = before?.frame === frame && before.stripe === state.asked_stripe;
      if (same && same_style && !(alt_text_stale && !state.playing)) return;
      if (!same && state.playing && motionMode(true, state.speed) === 'none') renewSlowly(frame, state);
      else renew(frame, state);
    },
    settled: planes.settled,
  };
}

/** The red hatching of what collects, for all charts of the stage. */
const hatching = (): SVGSVGElement =>
  svg(
    'svg',
    { class: 'ttflash-patterns', 'aria-hidden': 'true' },
    svg(
      'pattern',
      { id: 'ttflash-hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('rect', { class: 'ttflash-hatch-ground', width: 8, height: 8 }),
      svg('rect', { class: 'ttflash-hatch-stripe', width: 3.2, height: 8 }),
    ),
  );
