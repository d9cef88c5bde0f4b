/**
 * The translation layer's own stage, in the place of the flash: log blocks and rebuilds for layers that merge, the way of a
 * look-up for layers that keep their map on flash. Page mapping has none: its stage is the flash.
 */

import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { Frame, Geometry } from '../../engine/protocol';
import { h, setAttribute } from '../../ui/dom';
import { layerStageOf, stageShown } from './choice';
import { logsView } from './logs/view';
import { mapStageView } from './map/view';
import { stageSwitch } from './switch';
import './layer.css';

/** One of the stages. */
export interface LayerStage {
  readonly element: HTMLElement;
  /** Draws the layer as `frame` tells it. `frame` is the one drawn before, or another with the same position. */
  show(frame: Frame, geometry: Geometry, state: AppState): void;
  /** Whether the motion of the last frame is over. */
  settled(): boolean;
}

export interface Layer extends View {
  settled(): boolean;
}

export function createLayer(context: ViewContext): Layer {
  const stages = { logs: logsView(context), map: mapStageView(context) };
  const choice = stageSwitch(context);
  const element = h('section', { class: 'layer', 'aria-label': 'Translation layer' }, choice.element);
  element.append(stages.logs.element, stages.map.element);
  return {
    element,
    settled: () => Object.values(stages).every((stage) => stage.settled()),
    render(state) {
      const kind = layerStageOf(state);
      const shown = stageShown(state);
      setAttribute(element, 'hidden', kind === null);
      setAttribute(element, 'data-shows', shown);
      choice.show(shown);
      for (const [name, stage] of Object.entries(stages)) stage.element.hidden = name !== kind || shown !== 'layer';
      if (kind && shown === 'layer' && state.frame && state.opened) {
        stages[kind].show(state.frame, state.opened.geometry, state);
      }
    },
  };
}
