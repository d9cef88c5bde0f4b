/** The stages of layers, loaded when a layer that has one is opened: the start page does without. */

import type { StageContext } from '../../app/view';
import type { StageName } from '../../engine/protocol';
import type { LayerStage } from '../stage-kit/stage';
import { bufferStageView } from './buffer/view';
import { clashView } from './clash/view';
import { hostMapView } from './host-map/view';
import { logsView } from './logs/view';
import { mapStageView } from './map/view';
import { ttflashView } from './ttflash/view';

export const createStages = (context: StageContext): Record<StageName, LayerStage> => ({
  logs: logsView(context),
  map: mapStageView(context),
  stripes: ttflashView(context),
  'host-map': hostMapView(context),
  cache: clashView(context),
  buffer: bufferStageView(context),
});
