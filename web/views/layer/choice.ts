/** Which stage is in sight: the translation layer's own, or the flash. */

import { valueAt } from '../../app/experiment';
import type { AppState } from '../../app/state';

/** Layers with a stage of their own. */
const STAGES: Readonly<Record<string, 'logs' | 'map'>> = {
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

/** The stage of the layer that was opened; null if it has none. */
export function layerStageOf({ opened }: AppState): 'logs' | 'map' | null {
  const kind = opened && valueAt(opened.document, 'ftl.kind');
  return typeof kind === 'string' ? (STAGES[kind] ?? null) : null;
}

/** What is in sight. */
export const stageShown = (state: AppState): AppState['stage_view'] =>
  layerStageOf(state) === null ? 'flash' : state.stage_view;
