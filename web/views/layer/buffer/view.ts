/** The stage of the write buffers: l-buffer's own, and a shelf of groups or pages in order of leaving for all others. */

import type { StageContext } from '../../../app/view';
import { h } from '../../../ui/dom';
import { type LayerStage, layerStage, type Sight, type StageEntry, stageEntry } from '../../stage-kit/stage';
import { textAccount } from '../../stage-kit/text-account';
import { accounts, inOneLine } from './accounts';
import { densityStage } from './density-stage';
import { type BufferPicture, hasDensity, pictureOf } from './model';
import { ownerPatterns } from './owner-marks';
import { shelf } from './shelf';
import './buffer.css';

const TRAVEL_MS = 420;
/** In a lesson what moves takes twice as long. */
const LESSON = 2;

const model = ({ frame, state }: Sight) => state.opened && pictureOf(frame, state.opened);

export const BUFFER: StageEntry = stageEntry(bufferStageView, model, accounts);

function bufferStageView(context: StageContext): LayerStage {
  const by_density = densityStage(context);
  const by_shelf = shelf(context);
  const text = textAccount('buffer-told');
  const element = h(
    'div',
    { class: 'buffer-stage' },
    by_density.element,
    by_shelf.element,
    text.element,
    ownerPatterns(),
  );

  function draw(picture: BufferPicture, travel_ms: number, lit_lpn: number | null): void {
    const is_density = hasDensity(picture);
    by_density.element.hidden = !is_density;
    by_shelf.element.hidden = is_density;
    if (is_density) by_density.show(picture, travel_ms);
    else by_shelf.show(picture, travel_ms, lit_lpn);
  }

  return layerStage<BufferPicture>(context, {
    element,
    model,
    asked: ({ lit_lpn }) => lit_lpn,
    draw(picture, { state, travels, pace, reopened }) {
      if (reopened) by_density.forget();
      draw(picture, travels ? (TRAVEL_MS / pace) * (state.presenting ? LESSON : 1) : 0, state.lit_lpn);
    },
    updateAltText: (picture) => text.show(accounts(picture), inOneLine(picture)),
    settled: () => by_density.settled() && by_shelf.settled(),
  });
}
