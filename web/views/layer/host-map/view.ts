/**
 * The stage of host FTLs over open channels: a look-up in a table of which blocks are fetched, that table as a map, what it costs, who
 * may write, and the lines. Where the whole table is in memory the last two are the stage.
 */

import type { StageContext } from '../../../app/view';
import { h } from '../../../ui/dom';
import { type LayerStage, layerStage, type Sight, type StageEntry, stageEntry } from '../../stage-kit/stage';
import { stageStyle } from '../../stage-kit/style';
import { textAccount } from '../../stage-kit/text-account';
import { timeline } from '../../stage-kit/timeline';
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

const TRAVEL_MS = 420;

const model = ({ frame, state }: Sight) => pictureOf(frame, state);

export const HOST_MAP: StageEntry = stageEntry(hostMapView, model, accounts);

function hostMapView(context: StageContext): LayerStage {
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
  const text = textAccount('host-told');
  const motion = timeline(context.play);
  const high = h('div', { class: 'host-high' }, steps.element, where.element);
  const device = h('div', { class: 'host-device' }, whole.element, limiter.element, lines.element);
  const low = h('div', { class: 'host-low' }, field.element, tradeoff.element, device);
  const element = h('div', { class: 'host-stage' }, high, low, text.element);

  function draw(picture: HostMapPicture, travel_ms: number): void {
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
  }

  return layerStage<HostMapPicture>(context, {
    element,
    style: stageStyle(element),
    asked: ({ asked_map_block }) => asked_map_block,
    model,
    draw(picture, { travels, pace, restyled }) {
      if (restyled) field.restyle();
      const travel_ms = travels ? TRAVEL_MS / pace : 0;
      draw(picture, travel_ms);
      motion.begin(travel_ms);
    },
    updateAltText: (picture) => text.show(accounts(picture)),
    settled: motion.over,
  });
}
