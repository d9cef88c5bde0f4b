/** Putting a frame together: the core's JSON, and beside it the large arrays, copied out of WebAssembly memory to be transferred. */

import type { BulkArray, CoreSession } from './core';
import type { Frame, StageCells, StageMap, View } from './protocol';

/** A frame, and the buffers that are to move with it. */
export interface PackedFrame {
  frame: Frame;
  buffers: ArrayBuffer[];
}

type SlimStage = { kind: 'cells' } | Omit<StageMap, 'pixels'> | null;
/** As the core makes it: without arrays, and without what only the worker's clock knows. */
type SlimFrame = Omit<Frame, 'epoch' | 'stage' | 'page_ops_per_s' | 'checkpoints'> & {
  stage: SlimStage;
  checkpoints: Omit<Frame['checkpoints'], 'seek_ms'>;
};

/** What the worker's clock says: how fast it worked, how long the last seek took. */
export interface Pace {
  page_ops_per_s: number;
  seek_ms: number;
}

const CELL_ARRAYS = [
  'page_state',
  'page_owner',
  'page_version',
  'page_age',
  'block_state',
  'block_valid',
  'block_erases',
  'mapping',
] as const satisfies readonly (keyof StageCells)[];

export function packFrame(session: CoreSession, view: View, epoch: number, pace: Pace): PackedFrame {
  const slim = JSON.parse(session.frame(JSON.stringify(view))) as SlimFrame;
  const arrays = bulkArrays(session, slim.stage);
  const stage = slim.stage && ({ ...slim.stage, ...arrays } as StageCells | StageMap);
  const frame: Frame = {
    ...slim,
    stage,
    epoch,
    page_ops_per_s: pace.page_ops_per_s,
    checkpoints: { ...slim.checkpoints, seek_ms: pace.seek_ms },
  };
  return { frame, buffers: Object.values(arrays).map((array) => array.buffer as ArrayBuffer) };
}

function bulkArrays(session: CoreSession, stage: SlimStage): Record<string, BulkArray> {
  if (!stage) return {};
  const names = stage.kind === 'cells' ? CELL_ARRAYS : (['pixels'] as const);
  return Object.fromEntries(names.map((name) => [name, session.bulk(name)]));
}
