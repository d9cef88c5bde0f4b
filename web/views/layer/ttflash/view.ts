/** The stage of ttFlash: the board of planes, the same read without and with its techniques, and the RAM in front. */

import type { StageContext } from '../../../app/view';
import { h, svg } from '../../../ui/dom';
import { createGantt } from '../../gantt/gantt';
import { type LayerStage, layerStage, type Sight, type StageEntry, stageEntry } from '../../stage-kit/stage';
import { stageStyle } from '../../stage-kit/style';
import { textAccount } from '../../stage-kit/text-account';
import { accounts } from './accounts';
import { ahead } from './ahead';
import { arrival } from './arrival';
import { board } from './board';
import { choice } from './choice';
import { pictureOf, type TtflashPicture } from './model';
import { pair } from './pair';
import { ram } from './ram';
import { xor } from './xor';
import './ttflash.css';
import './board.css';
import './read.css';
import './ram.css';
import './xor.css';

const model = ({ frame, state }: Sight) => pictureOf(frame, state);

export const TTFLASH: StageEntry = stageEntry(ttflashView, model, accounts);

function ttflashView(context: StageContext): LayerStage {
  const planes = board(context.play, {
    ask: (asked_lpn) => {
      if (asked_lpn !== context.state().asked_lpn) context.update({ asked_lpn, asked_stripe: null });
    },
    kill: (plane) => context.run('fault.kill-plane', { plane }),
  });
  const parts = {
    pair: pair(context.play),
    ahead: ahead(),
    arrival: arrival(),
    choice: choice(),
    xor: xor(),
    ram: ram(),
  };
  const text = textAccount('ttflash-told');
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
  const element = h('div', { class: 'ttflash-stage' }, hatching(), left, right, time, text.element);

  const stage = layerStage<TtflashPicture>(context, {
    element,
    style: stageStyle(element),
    asked: ({ asked_stripe }) => asked_stripe,
    model,
    draw(picture, { travels, reopened, restyled }) {
      if (restyled) planes.restyle();
      if (reopened) planes.forget();
      planes.show(picture, travels);
      parts.pair.show(picture, travels);
      for (const part of [parts.ahead, parts.arrival, parts.choice, parts.xor, parts.ram]) part.show(picture);
      element.classList.toggle('has-read', picture.view.read !== null);
    },
    updateAltText: (picture) => text.show(accounts(picture)),
    settled: planes.settled,
  });

  return {
    ...stage,
    show(frame, geometry, state) {
      if (!state.embedded) gantt.show(frame, state.playing);
      stage.show(frame, geometry, state);
    },
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
