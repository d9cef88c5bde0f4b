/** Which stage is in sight: the translation layer's own, or the flash. */

import { valueAt } from '../../app/experiment';
import { cacheOf } from '../../app/moments';
import type { AppState } from '../../app/state';

/** Stages of layers: log blocks and rebuilds, the way of a look-up, pages in RAM. */
export type StageName = 'logs' | 'map' | 'cache';

/** Layers with a stage of their own. */
const STAGES: Readonly<Record<string, StageName>> = {
  block: 'logs',
  nftl: 'logs',
  bast: 'logs',
  sast: 'logs',
  kast: 'logs',
  fast: 'logs',
  last: 'logs',
  superblock: 'logs',
  dftl: 'map',
  cftl: 'map',
};

/** The stage of what was opened, a cache in front of the layer before the layer itself; null if there is none. */
export function layerStageOf({ opened }: AppState): StageName | null {
  if (cacheOf({ opened })) return 'cache';
  const kind = opened && valueAt(opened.document, 'ftl.kind');
  return typeof kind === 'string' ? (STAGES[kind] ?? null) : null;
}

/** What is in sight. */
export const stageShown = (state: AppState): AppState['stage_view'] =>
  layerStageOf(state) === null ? 'flash' : state.stage_view;
