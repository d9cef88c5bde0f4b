/** The stages of layers, loaded when a layer that has one is opened: the start page does without. */

import type { StageName } from '../../engine/protocol';
import type { StageEntry } from '../stage-kit/stage';
import { BUFFER } from './buffer/view';
import { CLASH } from './clash/view';
import { HOST_MAP } from './host-map/view';
import { LOGS } from './logs/view';
import { MAP } from './map/view';
import { TTFLASH } from './ttflash/view';

/** All of them, by the core's words. */
export const STAGES: Readonly<Record<StageName, StageEntry>> = {
  logs: LOGS,
  map: MAP,
  stripes: TTFLASH,
  'host-map': HOST_MAP,
  cache: CLASH,
  buffer: BUFFER,
};
