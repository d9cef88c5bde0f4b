/** The stages of layers, loaded when a layer that has one is opened: the start page does without. */

import type { ViewContext } from '../../app/view';
import type { StageName } from '../../engine/observables';
import { bufferStageView } from './buffer/view';
import { clashView } from './clash/view';
import { hostMapView } from './host-map/view';
import type { LayerStage } from './layer';
import { logsView } from './logs/view';
import { mapStageView } from './map/view';
import { ttflashView } from './ttflash/view';

export const createStages = (context: ViewContext): Record<StageName, LayerStage> => ({
  logs: logsView(context),
  map: mapStageView(context),
  stripes: ttflashView(context),
  'host-map': hostMapView(context),
  cache: clashView(context),
  buffer: bufferStageView(context),
});
